"""What every driver does alike when it connects: pauses between tries, the system's watch over a
dead network, and the server's refusals as sentences."""

from __future__ import annotations

import random
import socket

from workers.link import ServerSaidNo, Unreachable
from workers.redis_address import Address

SHORTEST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
# A peer whose machine or network is gone is noticed after 15 + 3 * 5 seconds of silence.
KEEP_ALIVE = {"TCP_KEEPIDLE": 15, "TCP_KEEPALIVE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}


class Pauses:
    """How long to pause before each next try: twice as long each time up to two seconds, with
    jitter, so that fifty workers do not come back in one instant."""

    def __init__(self) -> None:
        self._most_s = SHORTEST_PAUSE_S

    def next_s(self) -> float:
        most_s, self._most_s = self._most_s, min(2 * self._most_s, LONGEST_PAUSE_S)
        return random.uniform(most_s / 2, most_s)  # noqa: S311  # spreads load, guards nothing


def keep_alive(sock: socket.socket) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE.items():
        if hasattr(socket, name):  # each system names its own
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def refused(refusal: ServerSaidNo, address: Address) -> Unreachable:
    """The server's error as a sentence; its own text may name the user."""
    place, text = f"the server at {address.place}", refusal.text
    if refusal.code in {"LOADING", "MASTERDOWN"}:
        return Unreachable(f"{place} is still loading its data")
    if "max number of clients" in text:
        return Unreachable(f"{place} has no room for more connections")
    if refusal.code in {"WRONGPASS", "NOAUTH"} or " AUTH" in text:
        return Unreachable(f"{place} refused the user or the password", refused=True)
    if "DB index" in text:
        return Unreachable(f"{place} has no database {address.db}", refused=True)
    return Unreachable(f"{place} refused us ({refusal.code})", refused=True)
