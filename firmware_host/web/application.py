"""The three pages as one ASGI application."""

import asyncio
from importlib import import_module

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from firmware_host.journal.failures import JournalFailed
from firmware_host.web.parts import Sources

FIT, UNFIT = 200, 503

ANSWERS_S = 2.0
"""Longer than a memory card's slowest commit: a journal writer that needs this long for an answer is faulty."""


def application(sources: Sources, more: tuple[BaseRoute, ...] = ()) -> Starlette:
    """Return the application, with `more` routes after its own."""
    pages = _Pages(sources)
    return Starlette(
        routes=[
            Route("/healthz", pages.health, methods=["GET"]),
            Route("/readyz", pages.readiness, methods=["GET"]),
            Route("/metrics", pages.metrics, methods=["GET"]),
            *more,
        ]
    )


class _Pages:
    def __init__(self, sources: Sources) -> None:
        self._of = sources

    async def health(self, request: Request) -> Response:
        """Report whether the controller works. A missing device is no fault here: a restart would not help."""
        del request
        faults = [f"the part {name} has no supervisor that restarts it" for name in self._of.late()]
        try:
            async with asyncio.timeout(ANSWERS_S):
                await self._of.journal.answers()
        except TimeoutError:
            faults.append("the journal writer does not answer")
        except JournalFailed as failed:
            faults.append(f"the journal cannot be written ({failed})")
        return JSONResponse({"alive": not faults, "faults": faults}, status_code=UNFIT if faults else FIT)

    async def readiness(self, request: Request) -> Response:
        """Report whether the next round can be dealt, and every reason why not."""
        del request
        reasons = [{"code": reason.code, "say": reason.say} for reason in self._of.reasons()]
        return JSONResponse({"ready": not reasons, "reasons": reasons}, status_code=UNFIT if reasons else FIT)

    async def metrics(self, request: Request) -> Response:
        """Return the metrics; the slow import happens at the first request, off the event loop."""
        del request
        metrics_module = await asyncio.to_thread(import_module, "firmware_host.web.metrics")
        return Response(metrics_module.as_text(self._of), media_type="text/plain; version=0.0.4; charset=utf-8")
