"""The check at start that the server keeps what is stored when its memory gets full."""

from __future__ import annotations

import re

import structlog

from workers.link import Link, Response, ServerSaidNo
from workers.starting import CannotStart

log = structlog.get_logger()

KEEPS_ALL = "noeviction"


class MayForget(CannotStart):
    """The server would drop keys of ours, and nobody would notice; the text says what to do."""


async def check_eviction(link: Link) -> None:
    """Raises MayForget. A server that tells nothing (hosted ones may forbid both questions) is
    taken as it is, with a warning. Of a cluster one server is asked."""
    policy = await _policy(link)
    if policy is None:
        log.warning("the server does not tell its maxmemory-policy", wanted=KEEPS_ALL)
    elif policy != KEEPS_ALL:
        raise MayForget(
            f"The server forgets stored data when its memory is full (its maxmemory-policy is "
            f"{policy}). Set maxmemory-policy to {KEEPS_ALL}: in its configuration file, by "
            f"CONFIG SET maxmemory-policy {KEEPS_ALL}, or on your host's settings page."
        )


async def _policy(link: Link) -> str | None:
    for question in (("INFO", "memory"), ("CONFIG", "GET", "maxmemory-policy")):
        try:
            said = await link.call(*question)
        except ServerSaidNo:
            continue
        found = re.search(r"maxmemory[-_]policy\W+([a-z-]+)", _as_text(said))
        if found:
            return found[1]
    return None


def _as_text(said: Response) -> str:
    parts = said if isinstance(said, list) else [said]
    return " ".join(part.decode("utf-8", "replace") for part in parts if isinstance(part, bytes))
