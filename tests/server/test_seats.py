"""A game in which every seat is of another kind, and the example of a bot that plays over HTTP."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import loopback
import pytest
from server_client import Client, Server, ask, news, ok, opened, run, some_move

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs/guides/http_bot.py"


async def in_a_browser(client: Client, table: str, seat: int) -> Any:
    """Somebody who plays by what a socket tells."""
    done = 0
    async with client.socket() as socket:
        socket.say({"do": "watch", "table": table, "seat": seat})
        while True:
            seen = await socket.hear()
            view = seen["view"]
            if view["stage"] == "over":
                return view
            if seen["seq"] >= done and seat in view["game"]["waiting"]:
                body = {"move": some_move(view, seen["seq"]), "expected": seen["seq"], "seat": seat}
                done = (await ok(client.post(f"/api/tables/{table}/moves", body)))["seq"]


async def by_token(client: Client, table: str, seat: int) -> None:
    """A program that follows the stream and asks which moves there are."""
    async with client.stream(f"/api/tables/{table}/stream?seat={seat}") as lines:
        async for _ in lines:
            found = await ok(client.get(f"/api/tables/{table}/moves?seat={seat}"))
            if found["moves"]:
                body = {"move": found["moves"][found["seq"] % len(found["moves"])], "expected": found["seq"]}
                await client.post(f"/api/tables/{table}/moves", {**body, "seat": seat})


@pytest.mark.slow_uncompiled
def test_every_seat_is_of_another_kind() -> None:
    """A browser, a program with a token, a bot of the server, and a person for whom a bot stands in."""

    async def test(server: Server) -> None:
        ada, ben, cem = [await server.guest(name) for name in ("Ada", "Ben", "Cem")]
        table = await opened(ada, variant="europe", seats=4)
        token = (await ok(ben.post("/api/me/tokens", {"name": "my program"})))["token"]
        program = server.client()
        program.headers["authorization"] = f"Bearer {token}"
        await ask(program, table, "take_seat", seat=1)
        await ask(ada, table, "seat_bot", bot="random", seat=2)
        await ask(cem, table, "take_seat", seat=3)
        await ask(ada, table, "start")
        await ask(cem, table, "stand_in", bot="random")
        async with asyncio.timeout(120):
            view, _ = await asyncio.gather(in_a_browser(ada, table, 0), by_token(program, table, 1))
        assert view["ending"]["how"] == "played"
        steps = (await news(ada, table))["steps"]
        movers = {(step["entry"]["seat"], step["by"] is None) for step in steps if step["entry"]["what"] == "moved"}
        assert movers == {(0, False), (1, False), (2, True), (3, True)}

    run(test)


def test_the_example_bot_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 20


@pytest.mark.slow_uncompiled
def test_the_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    """Two of them, as programs of their own, against a real server."""
    server = loopback.Server(f"sqlite:///{tmp_path / 'bots.db'}", tmp_path)
    server.start()

    def call(path: str, data: Any, **headers: str) -> Any:
        request = urllib.request.Request(f"{server.url}/api{path}", json.dumps(data).encode(), headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer), answer.headers.get("set-cookie", "").partition(";")[0]

    def programs() -> list[subprocess.Popen[bytes]]:
        tokens = []
        for name in ("Ada", "Ben"):
            _, cookie = call("/guests", {"name": name})
            tokens.append(call("/me/tokens", {"name": "bot"}, cookie=cookie)[0]["token"])
        host = {"authorization": f"Bearer {tokens[0]}"}
        setup = {"setup": {"variant": "london", "seats": 2}, "sit": False}
        table = call("/tables", setup, **host)[0]["table"]
        found.append(table)
        started = [subprocess.Popen([sys.executable, str(EXAMPLE), server.url, table, token]) for token in tokens]
        for _ in range(200):
            with urllib.request.urlopen(f"{server.url}/api/tables/{table}", timeout=20) as answer:
                if all(chair["person"] for chair in json.load(answer)["view"]["chairs"]):
                    break
        call(f"/tables/{table}/commands", {"do": "start"}, **host)
        return started

    found: list[str] = []
    try:
        server.wait()
        for program in programs():
            assert program.wait(120) == 0
        with urllib.request.urlopen(f"{server.url}/api/tables/{found[0]}", timeout=20) as answer:
            view = json.load(answer)["view"]
        assert view["ending"]["how"] == "played"
    finally:
        server.kill()
