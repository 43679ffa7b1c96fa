"""The figures that Prometheus collects at ``/metrics``, of one application each."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from branchline import __version__

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """All figures. A new one gets a line here and a line in the guide."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        for collector in (ProcessCollector, GCCollector, PlatformCollector):
            collector(registry=own)
        Info("branchline", "The release.", registry=own).info({"version": __version__})
        route = ("method", "route")
        self.requests = Counter("branchline_requests", "Requests.", (*route, "status"), registry=own)
        self.request_seconds = Histogram(
            "branchline_request_seconds", "How long requests took.", route, registry=own, buckets=SECONDS
        )
        self.refusals = Counter("branchline_refusals", "Refusals by id.", ("id",), registry=own)
        self.write_seconds = Histogram(
            "branchline_write_seconds", "How long it took to keep something.", registry=own, buckets=SECONDS
        )
        self.sockets = Gauge("branchline_sockets", "Open WebSockets.", registry=own)
        self.news = Counter("branchline_news", "Messages sent over WebSockets.", registry=own)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """A figure that is asked for when somebody looks."""
        Gauge(f"branchline_{name}", about, registry=self.registry).set_function(value)

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self.requests.labels(method, route, str(status)).inc()
        self.request_seconds.labels(method, route).observe(seconds)

    def page(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
