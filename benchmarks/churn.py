"""
Coming and going for a long time, on this machine alone: does a server grow?

``python benchmarks/churn.py --minutes 60`` lets guests come, open tables, play fast to the end or give up, talk, look
on, hang up in the middle, and be forgotten. Every minute it prints what the server holds. Memory must stay where it is
once the first tables have left it again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent))

from loopback import GONE, Http, Server
from websockets.exceptions import ConnectionClosed

from benchmarks.serving import usage

VARIANTS = ("usa", "europe", "london", "world", "great_lakes")
IDLE_SECONDS = 20
TOKEN = "churn"
PACE = 0.002
"""How long a house waits between two moves, so that the machine can do something else."""


class House:
    """Guests who open one table after the other."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.random = server, Random(number)
        self.counts = {"tables": 0, "moves": 0, "finished": 0, "sockets": 0, "forgotten": 0, "refused": 0}

    async def live(self, until: float) -> None:
        """Go on until the end."""
        while time.monotonic() < until:
            people = [Http(self.server.port) for _ in range(self.random.choice((2, 2, 3)))]
            try:
                await self.table(people, until)
            finally:
                for person in people:
                    person.close()

    async def table(self, people: list[Http], until: float) -> None:
        """A table from its opening to its end, or to its abandonment."""
        random = self.random
        for number, person in enumerate(people):
            await person.good("POST", "/api/guests", {"name": f"Guest {random.random():.6f} {number}"})
        setup: dict[str, Any] = {"variant": random.choice(VARIANTS), "seats": len(people), "talk": "free"}
        if random.random() < 0.3:
            setup |= {"clock": {"kind": "per_move", "seconds": 60}}
        if random.random() < 0.2:
            setup |= {"delay": 5}
        table = (await people[0].good("POST", "/api/tables", {"setup": setup}))["table"]
        with_bot = random.random() < 0.2
        for person in people[1 : len(people) - with_bot]:
            await person.good("POST", f"/api/tables/{table}/commands", {"do": "take_seat"})
        if with_bot:
            await people[0].good("POST", f"/api/tables/{table}/commands", {"do": "seat_bot", "bot": "random"})
        await people[0].good("POST", f"/api/tables/{table}/commands", {"do": "start"})
        self.counts["tables"] += 1
        stop = random.choice((20, 60, 10**6, 10**6))
        async with AsyncExitStack() as pages:
            for seat, person in enumerate(people):
                await self.page(pages, person, table, None if with_bot and seat == len(people) - 1 else seat)
            await self.play(people, table, stop, until)
        await self.leave(people, table)

    async def page(self, pages: AsyncExitStack, person: Http, table: str, seat: int | None) -> None:
        """A page that looks at a table and its talk."""
        socket = await pages.enter_async_context(person.socket())
        self.counts["sockets"] += 1
        for asked in ({"do": "look", "looking": True}, {"do": "watch_notices"}, {"do": "watch_talk", "table": table}):
            await socket.send(json.dumps(asked))
        await socket.send(json.dumps({"do": "watch", "table": table, "seat": seat}))

        async def listen() -> None:
            with suppress(ConnectionClosed):
                async for _ in socket:
                    pass

        listener = asyncio.ensure_future(listen())
        pages.callback(listener.cancel)

    async def play(self, people: list[Http], table: str, stop: int, until: float) -> None:
        """Random moves by whoever is up, with talk and visitors between."""
        moves = 0
        while moves < stop and time.monotonic() < until:
            moved = False
            for seat, person in enumerate(people):
                status, there = await person.send("GET", f"/api/tables/{table}/moves?seat={seat}")
                if status != 200 or not there["moves"]:
                    continue
                body = {"move": self.random.choice(there["moves"]), "expected": there["seq"], "seat": seat}
                status, _ = await person.send("POST", f"/api/tables/{table}/moves", body)
                self.counts["refused" if status != 200 else "moves"] += 1
                moved = True
                moves += 1
                await asyncio.sleep(PACE)
            if not moved:
                news = await people[0].good("GET", f"/api/tables/{table}")
                if news["view"]["stage"] == "over":
                    self.counts["finished"] += 1
                    return
                await asyncio.sleep(0.02)
            if self.random.random() < 0.03:
                words = {"what": {"kind": "words", "text": f"well {moves}"}, "key": str(moves)}
                await self.random.choice(people).send("POST", f"/api/tables/{table}/talk", words)
            if self.random.random() < 0.03:
                await self.visit(table)

    async def visit(self, table: str) -> None:
        """Somebody looks in for a moment, and may hang up without a word."""
        visitor = Http(self.server.port)
        if self.random.random() < 0.5:
            await visitor.good("POST", "/api/guests", {"name": "Visitor"})
        with suppress(ConnectionClosed):
            async with AsyncExitStack() as pages:
                socket = await pages.enter_async_context(visitor.socket())
                self.counts["sockets"] += 1
                await socket.send(json.dumps({"do": "watch", "table": table}))
                await socket.recv()
                if self.random.random() < 0.3:
                    socket.transport.abort()
        visitor.close()

    async def leave(self, people: list[Http], table: str) -> None:
        """Look at what was played, give up what was not; some want to be forgotten."""
        await people[0].send("GET", f"/api/games/{table}")
        await people[0].send("GET", "/api/me/statistics")
        for person in people[1:]:
            await person.send("POST", f"/api/tables/{table}/commands", {"do": "resign"})
        if self.random.random() < 0.3:
            status, _ = await people[0].send("DELETE", "/api/me")
            self.counts["forgotten"] += status == 200


async def churn(server: Server, database: Path, minutes: float, houses: int) -> None:
    """Coming and going; a line a minute."""
    assert server.process is not None
    until, begun = time.monotonic() + minutes * 60, time.monotonic()
    all_houses = [House(server, number) for number in range(houses)]
    tasks = [asyncio.ensure_future(house.live(until)) for house in all_houses]
    asking = Http(server.port, {"authorization": f"Bearer {TOKEN}"})
    print("minute   MB  cpu s  in memory: tables sockets  database MB  so far", flush=True)
    while time.monotonic() < until + 60:
        done, _ = await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        sums = {name: sum(house.counts[name] for house in all_houses) for name in all_houses[0].counts}
        figures = {"branchline_tables": 0.0, "branchline_sockets": 0.0}
        with suppress(*GONE):
            _, page = await asking.send("GET", "/metrics")
            for line in str(page).splitlines():
                name, _, value = line.partition(" ")
                if name in figures:
                    figures[name] = float(value)
        cpu, megabytes = usage(server.process.pid)
        size = sum(file.stat().st_size for file in database.parent.glob("churn.db*")) / 1e6
        held = f"{figures['branchline_tables']:6.0f} {figures['branchline_sockets']:7.0f}"
        minute = (time.monotonic() - begun) / 60
        print(f"{minute:6.1f} {megabytes:6.1f} {cpu:6.0f} {held:>26} {size:10.1f}    {sums}", flush=True)
        if all(task.done() for task in tasks):
            return


def main() -> None:
    """By hand."""
    parser = argparse.ArgumentParser(description="Coming and going for a long time, on this machine alone.")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--houses", type=int, default=6)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "churn.db"
        # Limits are there, but wide: what they remember belongs to the measurement.
        wide = {"address_rate": 1e5, "person_rate": 1e5, "guest_rate": 1e6, "table_rate": 1e6}
        settings = {"silence_seconds": 3600, "idle_seconds": IDLE_SECONDS, "metrics": TOKEN, **wide}
        server = Server(f"sqlite:///{database}", Path(folder), **settings)
        server.start()
        server.wait()
        try:
            asyncio.run(churn(server, database, chosen.minutes, chosen.houses))
        finally:
            server.kill()
            trouble = [line for line in server.log.read_text().splitlines() if "Error" in line or "WARNING" in line]
            print("\n".join(trouble[:20]))


if __name__ == "__main__":
    main()
