"""The controller's metrics, read at each request."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector, CollectorRegistry

from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.web.parts import Sources

Labelled: TypeAlias = Mapping[str, float]


def as_text(sources: Sources) -> bytes:
    """Return all metrics in Prometheus's text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Metrics(sources))
    return generate_latest(registry)


class _Metrics(Collector):
    def __init__(self, sources: Sources) -> None:
        self._of = sources

    def collect(self) -> Iterator[Metric]:
        yield from self._of_the_controller()
        yield from self._of_the_record()
        yield from self._of_the_table()
        yield from self._of_links()
        yield from self._of_the_broker()
        yield from self._of_the_pages()

    def _of_the_controller(self) -> Iterator[Metric]:
        of = self._of
        yield _histogram("fh_loop_lag_seconds", "Delay of the controller's event loop, sampled each second.", of.lag)
        parts = of.parts()
        yield _gauge(
            "fh_part_up",
            "For each part of the controller: 1 while it works, 0 while it has failed.",
            "part",
            {p.name: p.is_up for p in parts},
        )
        failed = {part.name: part.failures for part in parts}
        yield _counter(
            "fh_part_failures", "How often a part of the controller failed and was restarted.", "part", failed
        )

    def _of_the_record(self) -> Iterator[Metric]:
        of = self._of
        yield _histogram(
            "fh_commit_seconds", "How long it takes to write facts durably to the record.", of.journal.commits
        )
        yield GaugeMetricFamily("fh_facts", "The number of the newest fact on disk.", of.journal.last)
        waiting = of.journal.last - of.journal.sent(of.outbox)
        yield GaugeMetricFamily("fh_outbox_facts", "Facts that the broker has not acknowledged yet.", waiting)
        yield GaugeMetricFamily("fh_disk_free_mebibytes", "Disk space available for the record.", of.journal.free_mib())

    def _of_the_table(self) -> Iterator[Metric]:
        of, state = self._of, self._of.state()
        yield CounterMetricFamily("fh_rounds", "Rounds begun in this record.", state.rounds)
        yield _counter("fh_refusals", "Refusals since the start, by code.", "code", of.refusals())
        severities: dict[str, float] = {}
        for severity in of.alerts():
            severities[severity] = severities.get(severity, 0) + 1
        yield _gauge("fh_alerts", "Active alerts, by severity.", "severity", severities)
        yield _gauge("fh_device_up", "1 while a device answers.", "device", state.devices)
        yield _gauge("fh_deadline_seconds", "Seconds until a deadline of the table.", "clock", of.clocks())
        yield GaugeMetricFamily("fh_ready", "1 while the next round can be dealt.", not of.reasons())

    def _of_links(self) -> Iterator[Metric]:
        for device, counts in self._of.links().items():
            for name, value in counts.items():
                family = CounterMetricFamily(
                    f"fh_link_{name}", f"{name.replace('_', ' ').capitalize()} on a device's link.", labels=["device"]
                )
                family.add_metric([device], value)
                yield family

    def _of_the_broker(self) -> Iterator[Metric]:
        for name, value in self._of.broker().items():
            yield CounterMetricFamily(
                f"fh_mqtt_{name}", f"{name.replace('_', ' ').capitalize()} since the start.", value
            )
        yield _counter(
            "fh_mqtt_refused",
            "Received messages refused before they reached the table, by reason.",
            "reason",
            self._of.broker_refusals(),
        )

    def _of_the_pages(self) -> Iterator[Metric]:
        of = self._of
        for name, value in of.panel().items():
            yield GaugeMetricFamily(f"fh_panel_{name}", PANEL_FIGURES[name], value)
        for name, value in of.panel_counts().items():
            yield CounterMetricFamily(f"fh_panel_{name}", PANEL_COUNTS[name], value)
        if of.panel():
            yield _counter(
                "fh_panel_refused",
                "Requests and messages of pages refused before they reached the table, by reason.",
                "reason",
                of.panel_refusals(),
            )


PANEL_FIGURES = {
    "pages": "Open pages.",
    "sessions": "Sessions of screens and people.",
    "page_heap_bytes": "The largest heap that an open page reports.",
    "page_silent_seconds": "Seconds since the last sign of life of the open page that has been silent longest.",
}

PANEL_COUNTS = {
    "asked": "Acts that pages requested since the start.",
    "sent": "Messages sent to pages since the start.",
    "views": "Table views prepared for pages since the start: at most one a change, however many pages are open.",
}


def _gauge(name: str, says: str, label: str, values: Labelled) -> Metric:
    family = GaugeMetricFamily(name, says, labels=[label])
    for of, value in sorted(values.items()):
        family.add_metric([str(of)], float(value))
    return family


def _counter(name: str, says: str, label: str, values: Labelled) -> Metric:
    family = CounterMetricFamily(name, says, labels=[label])
    for of, value in sorted(values.items()):
        family.add_metric([str(of)], float(value))
    return family


def _histogram(name: str, says: str, histogram: LatencyHistogram) -> Metric:
    counts = histogram.up_to
    steps = [(str(step), float(count)) for step, count in zip(histogram.steps_s, counts, strict=False)]
    return HistogramMetricFamily(name, says, buckets=[*steps, ("+Inf", float(counts[-1]))], sum_value=histogram.sum_s)
