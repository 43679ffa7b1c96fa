"""
A server under load, on this machine alone: live tables, idle tables, and memory over a long time.

``python -m benchmarks serving`` plays for half a minute; ``python benchmarks/serving.py --tables 1000 --seconds 600``
plays longer. The server is one process, the client another; they talk over loopback. At each table three people sit,
each with a socket, and one of them moves every two seconds. What is measured is the time from sending a move to the
last of the three having its news.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from loopback import Http, Server
from server_client import some_move

PACE = 2.0
SEATS = 3


def usage(pid: int) -> tuple[float, float]:
    """CPU seconds of a process so far, and its memory in MB."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(stat[11]) + int(stat[12])) / ticks, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def share(times: Sequence[float], part: float) -> float:
    """The time below which a part of all times is, in milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else float("nan")


@dataclass
class Load:
    """A running load, and what it has measured."""

    server: Server
    variant: str
    answers: list[float] = field(default_factory=list)
    """From sending a move to its answer."""
    news: list[float] = field(default_factory=list)
    """From sending a move to the last viewer's news."""
    late: int = 0
    """How often a table could not keep the pace."""
    refused: int = 0
    games: int = 0
    ending: bool = False

    def forget(self) -> None:
        """Measure from here on."""
        self.answers, self.news, self.late, self.games = [], [], 0, 0


class House:
    """A table of three, game after game."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.number, self.random = load, number, Random(number)
        self.people = [Http(load.server.port) for _ in range(SEATS)]
        self.seq = [0] * SEATS
        self.views: list[dict[str, Any] | None] = [None] * SEATS
        self.told = asyncio.Event()
        self.arrivals: dict[int, float] = {}
        """When the last viewer had heard of a row."""
        self.table = ""

    async def open(self, game: int) -> None:
        """A new table, with everybody seated and the cards dealt."""
        host = self.people[0]
        setup = {"variant": self.load.variant, "seats": SEATS}
        self.table = (await host.good("POST", "/api/tables", {"setup": setup, "key": f"{self.number} {game}"}))["table"]
        for person in self.people[1:]:
            await person.good("POST", f"/api/tables/{self.table}/commands", {"do": "take_seat"})
        await host.good("POST", f"/api/tables/{self.table}/commands", {"do": "start"})
        self.seq, self.views, self.arrivals = [0] * SEATS, [None] * SEATS, {}

    async def live(self) -> None:
        """Come in, and play until the end of the load."""
        for person in self.people:
            await person.good("POST", "/api/guests", {"name": f"Guest {self.number}"})
        async with self.people[0].socket() as a, self.people[1].socket() as b, self.people[2].socket() as c:
            listeners = [asyncio.ensure_future(self.listen(seat, socket)) for seat, socket in enumerate((a, b, c))]
            try:
                game = 0
                while not self.load.ending:
                    game += 1
                    await self.open(game)
                    for seat, socket in enumerate((a, b, c)):
                        await socket.send(json.dumps({"do": "watch", "table": self.table, "seat": seat}))
                    await self.play()
                    for seat, socket in enumerate((a, b, c)):
                        await socket.send(json.dumps({"do": "unwatch", "table": self.table, "seat": seat}))
                    self.load.games += 1
            finally:
                for listener in listeners:
                    listener.cancel()
                await asyncio.gather(*listeners, return_exceptions=True)
                for person in self.people:
                    person.close()

    async def listen(self, seat: int, socket: Any) -> None:
        """Take news; only the time and the last are kept, as text: reading is work of the client."""
        async for message in socket:
            now = time.perf_counter()
            if not message.startswith('{"type":"news"'):
                raise AssertionError(message)
            head = message[: message.index('"steps"')].rstrip(",") + "}"
            said = json.loads(head)
            if said["table"] == self.table:
                self.seq[seat], self.views[seat] = said["seq"], message
                if min(self.seq) == said["seq"]:
                    self.arrivals[said["seq"]] = now
                self.told.set()

    async def up_to(self, seq: int) -> None:
        """Wait until all three have heard of a row."""
        async with asyncio.timeout(60):
            while min(self.seq) < seq:
                self.told.clear()
                await self.told.wait()

    async def play(self) -> None:
        """One game at its pace."""
        await self.up_to(2 + SEATS)
        due = time.perf_counter() + self.random.random() * PACE
        while not self.load.ending:
            view = None
            for seat in range(SEATS):
                view = json.loads(self.views[seat] or "")["view"]
                if view["stage"] == "over":
                    return
                if seat in view["game"]["waiting"]:
                    break
            assert view is not None
            wait = due - time.perf_counter()
            self.load.late += wait < -0.5
            await asyncio.sleep(max(0.0, wait))
            due = max(due + PACE, time.perf_counter())
            move = {"move": some_move(view, self.random.randrange(1000)), "expected": self.seq[seat], "seat": seat}
            begun = time.perf_counter()
            status, answer = await self.people[seat].send("POST", f"/api/tables/{self.table}/moves", move)
            answered = time.perf_counter()
            if status != 200:
                self.load.refused += 1
                continue
            await self.up_to(answer["seq"])
            self.load.answers.append(answered - begun)
            # A later row may have come with it: then the last news of that one counts.
            heard = [moment for row, moment in self.arrivals.items() if row >= answer["seq"]]
            self.load.news.append(min(heard) - begun)
            self.arrivals = {}


async def live_tables(server: Server, tables: int, seconds: float, variant: str) -> dict[str, float]:
    """Live tables at their pace; the figures."""
    assert server.process is not None
    pid = server.process.pid
    _, before = usage(pid)
    load = Load(server, variant)
    houses = [House(load, number) for number in range(tables)]
    tasks = []
    for number, house in enumerate(houses):
        tasks.append(asyncio.ensure_future(house.live()))
        if number % 10 == 9:
            await asyncio.sleep(0.2)  # They do not all come at once.
    await settled(houses, tasks)
    _, loaded = usage(pid)
    load.forget()
    begun, (cpu, _) = time.perf_counter(), usage(pid)
    own = time.process_time()
    marks: list[tuple[float, float, int]] = []
    while (spent := time.perf_counter() - begun) < seconds:
        await asyncio.sleep(min(10.0, seconds - spent + 0.01))
        marks.append((time.perf_counter() - begun, usage(pid)[1], len(load.news)))
        broken = [task.exception() for task in tasks if task.done()]
        if broken:
            raise broken[0] or AssertionError("a house closed")
    spent = time.perf_counter() - begun
    after, memory = usage(pid)
    figures = {
        "moves_a_second": len(load.news) / spent,
        "post_p50_ms": share(load.answers, 0.5),
        "post_p99_ms": share(load.answers, 0.99),
        "news_p50_ms": share(load.news, 0.5),
        "news_p99_ms": share(load.news, 0.99),
        "server_cpu_share": (after - cpu) / spent,
        "server_cpu_ms_a_move": (after - cpu) / max(1, len(load.news)) * 1000,
        "client_cpu_share": (time.process_time() - own) / spent,
        "memory_mb": memory,
        "memory_kb_a_table": (loaded - before) / tables * 1000,
        "growth_mb": marks[-1][1] - marks[len(marks) // 4][1],
        "late": load.late,
        "refused": load.refused,
        "games": load.games,
        "machine_load": os.getloadavg()[0],
    }
    for second, megabytes, moves in marks[:: max(1, len(marks) // 12)]:
        print(f"      after {second:5.0f} s: {megabytes:6.1f} MB, {moves} moves", flush=True)
    load.ending = True
    await asyncio.wait(tasks, timeout=30)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


async def settled(houses: Sequence[House], tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait until everybody plays."""
    async with asyncio.timeout(600):
        while not all(house.table and min(house.seq) >= 2 + SEATS for house in houses):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.2)


async def idle_tables(server: Server, tables: int, variant: str) -> dict[str, float]:
    """Tables of people who move once a day: what they cost while nobody is there."""
    assert server.process is not None
    pid = server.process.pid
    _, before = usage(pid)
    begun = time.perf_counter()
    ways = [Http(server.port) for _ in range(64)]

    async def some(number: int, http: Http) -> None:
        await http.good("POST", "/api/guests", {"name": f"Idle {number}"})
        for _ in range(number, tables, len(ways)):
            clock = {"kind": "days", "days": 1}
            setup = {"variant": variant, "seats": 2, "live": False, "clock": clock}
            table = (await http.good("POST", "/api/tables", {"setup": setup}))["table"]
            await http.good("POST", f"/api/tables/{table}/commands", {"do": "take_seat", "name": "Two"})
            await http.good("POST", f"/api/tables/{table}/commands", {"do": "start"})

    await asyncio.gather(*(some(number, http) for number, http in enumerate(ways)))
    opened = time.perf_counter() - begun
    _, full = usage(pid)
    for http in ways:
        http.close()
    await asyncio.sleep(float(server.settings["idle_seconds"]) + 35)  # They leave the memory in the next round.
    (cpu, swept), mark = usage(pid), time.perf_counter()
    await asyncio.sleep(20)
    after, _ = usage(pid)
    share_of_core = (after - cpu) / (time.perf_counter() - mark)
    await ways[0].good("GET", "/api/me/tables")
    ways[0].close()
    return {
        "tables": tables,
        "seconds_to_open": opened,
        "memory_kb_a_table_in_memory": (full - before) / tables * 1000,
        "memory_mb_when_swept": swept - before,
        "cpu_share_while_idle": share_of_core,
    }


def measure(tables: int, seconds: float, idle: int, variant: str, database: str = "") -> dict[str, float]:
    """A fresh server, the load, its figures."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = database or f"sqlite:///{Path(folder) / 'load.db'}"
        for kind, wanted in (("live", tables), ("idle", idle)):
            if not wanted:
                continue
            # Tables of games that are over leave the memory soon: what grows then, grows for ever.
            server = Server(place, Path(folder), silence_seconds=3600, idle_seconds=30 if kind == "idle" else 60)
            server.start()
            server.wait()
            try:
                if kind == "live":
                    found = asyncio.run(live_tables(server, tables, seconds, variant))
                else:
                    found = asyncio.run(idle_tables(server, idle, variant))
            finally:
                server.kill()
                if trouble := [line for line in server.log.read_text().splitlines() if "Error" in line]:
                    print("\n".join(trouble[:20]))
            figures |= {f"{kind}_{name}": value for name, value in found.items()}
    return figures


def run(bench: Any) -> None:
    """As one of the measurements of ``python -m benchmarks``."""
    tables, seconds = bench.some(1000, 30), bench.some(60, 5)
    figures = measure(tables, seconds, bench.some(10_000, 100), "europe")
    bench.table([("figure", "value"), *((name, f"{value:.4g}") for name, value in figures.items())])
    for name, value in figures.items():
        bench.figure(f"serving_{name}", value)


def main() -> None:
    """By hand."""
    parser = argparse.ArgumentParser(description="A server under load, on this machine alone.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--variant", default="europe")
    parser.add_argument("--database", default="", help="a fresh one of SQLite by default")
    chosen = parser.parse_args()
    for name, value in measure(**vars(chosen)).items():
        print(f"    {name:35} {value:10.4g}")


if __name__ == "__main__":
    main()
