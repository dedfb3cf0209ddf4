"""The check at start that the servers keep what is stored when their memory gets full."""

from __future__ import annotations

import re

import structlog

from workers.link import Answer, Link
from workers.starting import CannotStart

log = structlog.get_logger()

KEEPS_ALL = "noeviction"
QUESTIONS = (("INFO", "memory"), ("CONFIG", "GET", "maxmemory-policy"))


class MayForget(CannotStart):
    """A server would drop keys of ours, and nobody would notice; the text says what to do."""


async def check_eviction(link: Link) -> None:
    """Every server that holds data is asked. Raises MayForget. One that tells nothing (hosted
    ones may forbid both questions) is taken as it is, with a warning."""
    policies = await _policies(link)
    for policy in policies:
        if policy not in (KEEPS_ALL, None):
            raise MayForget(_sentence(policy, len(policies)))
    if None in policies:
        log.warning("the server does not tell its maxmemory-policy", wanted=KEEPS_ALL)


def _sentence(policy: str, servers: int) -> str:
    which = "The server" if servers == 1 else f"One of the cluster's {servers} servers"
    each = "" if servers == 1 else " on each of them"
    return (
        f"{which} forgets stored data when its memory is full (its maxmemory-policy is {policy}). "
        f"Set maxmemory-policy to {KEEPS_ALL}{each}: in its configuration file, by "
        f"CONFIG SET maxmemory-policy {KEEPS_ALL}, or on your host's settings page."
    )


async def _policies(link: Link) -> list[str | None]:
    """Of each server; None: it does not tell."""
    policies: list[str | None] = []
    for question in QUESTIONS:
        told = [_told(said) for said in await link.call_each(*question)]
        policies = [one or other for one, other in zip(policies or told, told, strict=False)]
        if None not in policies:
            break
    return policies


def _told(said: Answer) -> str | None:
    found = re.search(r"maxmemory[-_]policy\W+([a-z-]+)", _as_text(said))
    return found[1] if found else None


def _as_text(said: Answer) -> str:
    parts = said if isinstance(said, list) else [said]
    return " ".join(part.decode("utf-8", "replace") for part in parts if isinstance(part, bytes))
