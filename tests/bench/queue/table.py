"""The figures as a table for people."""

from __future__ import annotations

from typing import Any

COLUMNS = (
    "jobs/s x1",
    "x2",
    "p50 ms",
    "p99 ms",
    "trips put",
    "work",
    "commands",
    "server us",
    "worker us",
    "disorder",
    "overlaps",
)


def show(figures: dict[str, Any]) -> None:
    for name in (
        "ratio_to_fastest_peer",
        "lanes_alone_ratio_to_fastest_peer",
        "server_cpu_ratio_to_taskiq_list",
    ):
        if figures[name]:
            ratios = " · ".join(f"{n} workers {ratio}" for n, ratio in figures[name].items())
            print(f"{name.replace('_', ' ')}: {ratios}")
    print(f"{'':14}" + "".join(f"{column:>11}" for column in COLUMNS))
    for name in ("turns", "lanes_alone", "answers"):
        print(_line(name, figures[name]))
    for name, peer in figures["peers"].items():
        print(_line(name, peer))
    told = figures["server_bytes"]
    print(
        f"server bytes: {told['per_waiting_turn']} per waiting turn, "
        f"{told['per_waiting_chat']} per waiting chat, "
        f"{told['more_per_chat_in_flight']} more per chat in flight ({told['chats']} in flight)"
    )


def _line(name: str, shown: dict[str, Any]) -> str:
    cells = (
        shown["jobs_per_s"].get("1"),
        shown["jobs_per_s"].get("2"),
        shown.get("p50_ms"),
        shown.get("p99_ms"),
        shown["round_trips"]["put"],
        shown["round_trips"]["work"],
        _sum(shown["commands"]),
        _sum(shown["server_us"]),
        shown["client_us"]["work"],
        shown.get("order_violations"),
        shown.get("overlaps"),
    )
    row = f"{name:14}" + "".join(f"{'-' if cell is None else cell:>11}" for cell in cells)
    return f"{row}  {shown['failed']}" if "failed" in shown else row


def _sum(sides: dict[str, float | None]) -> float | None:
    put, work = sides["put"], sides["work"]
    return None if put is None or work is None else round(put + work, 1)
