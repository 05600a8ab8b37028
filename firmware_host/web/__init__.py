"""
The HTTP pages for other programs: health, readiness and metrics.

    GET /healthz   200 while the controller works; 503 with the faults
    GET /readyz    200 while the next round can be dealt; 503 with every reason why not
    GET /metrics   metrics in Prometheus's text format

The server runs only with a section `[web]` in table.toml, by default on the loopback address. The pages hold no secrets
and change nothing.
"""
