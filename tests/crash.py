"""
Kill servers at random moments while people play, and look whether anything was lost.

Players play over real HTTP and WebSockets, and send a request again, with the same key, until it is answered. A killer
kills a server with SIGKILL, and it begins again at once. In the end each acknowledged command must stand in the log, in
its row and once; each log must be whole and load; each player must have seen exactly the rows of the log, none twice
and none left out; and the bots must still play.

``python tests/crash.py --kills 200 --database postgresql --processes 2``
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import real_servers
from loopback import GONE, Http, Server
from server_client import some_move
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from branchline.server.store import logs
from branchline.server.store.schema import log
from branchline.server.store.store import connect

AGAIN = 0.05
QUIET_SECONDS = 600
"""When nothing came for so long, something is lost; less would only say that the machine has much else to do."""


class EndedError(Exception):
    """The run is over, and nothing comes any more."""


class QuietError(Exception):
    """Nothing came over a connection that is open, for too long. A handshake that took too long is something else."""


@dataclass
class Run:
    """Everything that happens in one run, and what was seen."""

    servers: list[Server]
    random: Random
    say: Callable[[str], None] = print
    over: bool = False
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Table, row, key."""
    resumed: int = 0
    repeated: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    games: int = 0
    kills: int = 0
    players: list[Player] = field(default_factory=list)

    def port(self) -> int:
        """A server to ask."""
        return self.random.choice(self.servers).port


class Player:
    """Somebody in a browser, who never gives up."""

    def __init__(self, run: Run, name: str) -> None:
        self.run, self.name = run, name
        self.http = Http(run.port())
        self.keys = 0
        self.seen: dict[str, list[int]] = {}
        """The rows that were told of each table, as they came."""
        self.done: dict[str, int] = {}
        """The row that the last command became at each table."""

    async def surely(self, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        """Ask until there is an answer: the next server, if this one is gone."""
        again = False
        while True:
            try:
                status, answer = await self.http.send(method, path, data)
                if status not in (500, 503):
                    self.run.repeated += again
                    return status, answer
            except GONE:
                self.http.close()
                self.http = Http(self.run.port(), self.http.headers)
            again = True
            await asyncio.sleep(AGAIN)

    async def must(self, method: str, path: str, data: Any = None) -> Any:
        """The same, and it must succeed."""
        status, answer = await self.surely(method, path, data)
        assert status in (200, 201), (status, path, data, answer)
        return answer

    async def ask(self, table: str, path: str, **data: Any) -> bool:
        """A command with a key; whether it was carried out."""
        self.keys += 1
        key = f"{self.name} {self.keys}"
        status, answer = await self.surely("POST", f"/api/tables/{table}/{path}", {**data, "key": key})
        if status == 200:
            self.done[table] = answer["seq"]
            self.run.acknowledged.append((table, answer["seq"], key))
        else:
            self.run.refused[answer["id"]] += 1
        return status == 200

    async def hear(self, socket: ClientConnection) -> str | bytes:
        """The next message; QuietError when none comes for too long, EndedError when none has to come any more."""
        for _ in range(QUIET_SECONDS):
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    return await socket.recv()
            if self.run.over:
                raise EndedError
        raise QuietError

    async def come(self) -> None:
        """Come in as a guest."""
        await self.must("POST", "/api/guests", {"name": self.name})

    async def play(self, table: str, seat: int) -> None:
        """Play a game to its end, by what the socket tells; after a lost connection from the last row on."""
        seen = self.seen.setdefault(table, [])
        while True:
            http = Http(self.run.port(), self.http.headers)
            try:
                async with http.socket() as socket:
                    await socket.send(json.dumps({"do": "watch", "table": table, "seat": seat, "since": len(seen)}))
                    self.run.resumed += bool(seen)
                    while True:
                        news = json.loads(await self.hear(socket))
                        assert news["type"] == "news", news
                        assert news["since"] == len(seen), (news["since"], len(seen))
                        seen.extend(step["seq"] for step in news["steps"])
                        if news["view"]["stage"] == "over":
                            return
                        game = news["view"]["game"]
                        if self.run.over:
                            return
                        known = news["seq"] >= self.done.get(table, 0)  # News may be older than the own move.
                        if known and game and seat in game["waiting"]:
                            move = some_move(news["view"], len(seen) * 7 + seat)
                            await self.ask(table, "moves", move=move, expected=news["seq"], seat=seat)
            except EndedError:
                return
            except QuietError as error:
                raise AssertionError(f"nothing came for {QUIET_SECONDS} s at {table}, row {len(seen)}") from error
            except (*GONE, WebSocketException):
                await asyncio.sleep(AGAIN)


async def house(run: Run, number: int) -> None:
    """Two people, at every third table with a bot, play one game after the other."""
    players = [Player(run, f"{name}{number}") for name in ("Ada", "Ben")]
    run.players += players
    for player in players:
        await player.come()
    bots = number % 3 == 0
    game = 0
    while not run.over:
        game += 1
        variant = ("mini", "mini", "europe", "london")[(number + game) % 4]
        setup = {"variant": variant, "seats": 2 + bots}
        table = (await players[0].must("POST", "/api/tables", {"setup": setup, "key": f"{number}/{game}"}))["table"]
        await players[1].ask(table, "commands", do="take_seat")
        if bots:
            await players[0].ask(table, "commands", do="seat_bot", bot="random")
        # A repeated opening may have seated nobody: the first answer was lost between its two rows.
        await players[0].surely("POST", f"/api/tables/{table}/commands", {"do": "take_seat", "key": "sit"})
        await players[0].ask(table, "commands", do="start")
        seats = (await players[0].must("GET", f"/api/tables/{table}"))["view"]
        if seats["stage"] == "lobby":
            continue
        mine = {chair["name"]: seat for seat, chair in enumerate(seats["chairs"])}
        await asyncio.gather(*(player.play(table, mine[player.name]) for player in players))
        run.games += 1


async def killer(run: Run, kills: int, gap: tuple[float, float]) -> None:
    """Kill a server, and let it begin again."""
    loop = asyncio.get_running_loop()
    for _ in range(kills):
        before = len(run.acknowledged)
        while len(run.acknowledged) < before + 10 * len(run.servers):  # Nobody is killed at rest.
            await asyncio.sleep(0.01)
        await asyncio.sleep(run.random.uniform(*gap))
        victim = run.servers[0]
        victim.kill()
        run.kills += 1
        if run.kills % 20 == 0:
            run.say(f"{run.kills} kills; {len(run.acknowledged)} commands acknowledged, {run.games} games")
        victim.start()
        # The next is the one that serves longest, for that is where the players are.
        run.servers.append(run.servers.pop(0))
        if run.random.random() < 0.9:  # Else the next goes before this one is back.
            await loop.run_in_executor(None, victim.wait)


async def play_and_kill(run: Run, houses: int, kills: int, gap: tuple[float, float]) -> None:
    """The whole run."""
    games = [asyncio.ensure_future(house(run, number)) for number in range(houses)]
    kill = asyncio.ensure_future(killer(run, kills, gap))
    try:
        await asyncio.wait([kill, *games], return_when=asyncio.FIRST_COMPLETED)
        await kill
        for server in run.servers:
            await asyncio.get_running_loop().run_in_executor(None, server.wait)
        await asyncio.sleep(2 * (1 + len(run.servers)))  # Everybody resumes, and plays on.
        run.over = True
        async with asyncio.timeout(QUIET_SECONDS):
            await asyncio.gather(*games)
    finally:
        for task in (kill, *games):
            task.cancel()
        await asyncio.gather(kill, *games, return_exceptions=True)
        for player in run.players:
            player.http.close()
        await asyncio.sleep(0.1)


def judge(run: Run, database: str) -> list[str]:
    """What is wrong with what is kept."""
    wrong: list[str] = []
    engine = connect(database, 1, "", durable=False)
    with engine.begin() as connection:
        rows = connection.execute(select(log.c.table, log.c.seq, log.c.key, log.c.by)).all()
        kept = {(row.table, row.seq): row.key for row in rows}
        keys = Counter((row.by, row.key) for row in rows if row.key and row.key != "sit")
        lengths: Counter[str] = Counter(row.table for row in rows)
        wrong += [f"key {key} stands twice" for key, times in keys.items() if times > 1]
        wrong += [
            f"acknowledged but not kept: table {table}, row {seq}, key {key}"
            for table, seq, key in run.acknowledged
            if kept.get((table, seq)) != key
        ]
        for table, length in lengths.items():
            if {seq for name, seq in kept if name == table} != set(range(1, length + 1)):
                wrong.append(f"the log of {table} has gaps")
            if logs.load(connection, table).seq != length:
                wrong.append(f"the log of {table} does not load")
    engine.dispose()
    for player in run.players:
        for table, seen in player.seen.items():
            if seen != list(range(1, len(seen) + 1)) or len(seen) > lengths[table]:
                wrong.append(f"{player.name} saw other rows of {table} than are kept: {len(seen)} of {lengths[table]}")
    return wrong


def crash(
    kills: int,
    kind: str = "sqlite",
    processes: int = 1,
    houses: int = 6,
    seed: int = 1,
    gap: tuple[float, float] = (0.1, 1.5),
    postgres: real_servers.Postgres | None = None,
    redis: real_servers.Redis | None = None,
    say: Callable[[str], None] = print,
) -> list[str]:
    """Run it; what is wrong."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database, settings = f"sqlite:///{folder / 'crash.db'}", {}
        if kind == "postgresql":
            database = (postgres or stack.enter_context(real_servers.postgres())).database()
        if processes > 1:
            settings["bus"] = (redis or stack.enter_context(real_servers.redis())).url
        servers = [Server(database, folder, **settings) for _ in range(processes)]
        run = Run(servers, Random(seed), say)
        begun, cpu = time.monotonic(), os.times()
        for server in servers:
            server.start()
        try:
            for server in servers:
                server.wait()
            asyncio.run(play_and_kill(run, houses, kills, gap))
        finally:
            for server in servers:
                server.kill()
        wrong = judge(run, database)
        if wrong or any("Traceback" in server.log.read_text() for server in servers):
            for server in servers:
                say(server.log.read_text()[-3000:])
        rows = sum(len(seen) for player in run.players for seen in player.seen.values())
        say(
            f"{kind}, {processes} process(es): {run.kills} kills in {time.monotonic() - begun:.0f} s; "
            f"{len(run.acknowledged)} commands acknowledged, {run.repeated} of them sent again, "
            f"{run.resumed} times resumed, {rows} rows seen, {run.games} games; refused: {dict(run.refused)}; "
            f"CPU of servers {os.times().children_user - cpu.children_user:.0f} s, load {os.getloadavg()[0]:.1f}"
        )
        if not run.acknowledged or run.resumed < kills // 2:
            wrong.append("nothing was proven: too little was played")
    return wrong


def main() -> int:
    """By hand: `make crash`."""
    parser = argparse.ArgumentParser(description="Kill servers while people play.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--houses", type=int, default=6, help="how many tables at a time")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wrong = crash(chosen.kills, chosen.database, chosen.processes, chosen.houses, chosen.seed)
    for one in wrong[:50]:
        print("WRONG:", one)
    print("nothing lost, nothing twice" if not wrong else f"{len(wrong)} things are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
