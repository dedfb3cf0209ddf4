"""What each process of the bench does, loaded only where it is done: aiogram takes seconds to
load, so the process that others are forked from loads it once, and the bench itself never."""

from __future__ import annotations

from multiprocessing.connection import Connection

from tests.bench.chaos.plan import Plan

LOADED_ONCE = "tests.bench.chaos.loaded_once"


def work(plan: Plan, name: str, url: str, api_url: str) -> None:
    from tests.bench.chaos.worker import work as run

    run(plan, name, url, api_url)


def serve_telegram(plan: Plan, tell: Connection) -> None:
    from tests.bench.chaos.telegram import serve

    serve(plan, tell)


def produce(plan: Plan, which: int, url: str) -> None:
    from tests.bench.chaos.producer import produce as run

    run(plan, which, url)


def gather(plan: Plan, url: str) -> None:
    from tests.bench.chaos.gathering import gather as run

    run(plan, url)
