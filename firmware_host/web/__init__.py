"""
What other programs ask the controller over HTTP: whether it lives, whether the table is fit to deal, and its figures.

    GET /healthz   200 while the controller works; 503 with what does not
    GET /readyz    200 while the next round can be dealt; 503 with every reason why not
    GET /metrics   figures in Prometheus's text form

Only where `[web]` in table.toml opens it, and on the loopback unless that says otherwise: nothing here is secret, and
nothing here can change anything.
"""
