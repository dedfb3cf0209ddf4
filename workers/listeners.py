"""Telling those who listen to a link."""

from __future__ import annotations

from collections.abc import Callable

import structlog

log = structlog.get_logger()


def tell(callback: Callable[..., None], *what: object) -> None:
    """A listener that fails must not cost the connection; its error's text may quote a user."""
    try:
        callback(*what)
    except Exception as error:  # noqa: BLE001  # the edge: whatever a listener does wrong
        log.warning("redis listener failed", error=type(error).__name__)
