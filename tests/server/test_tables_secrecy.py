"""
Secrecy on the wire: twin tables differ only in what a viewer can't know, and the viewer receives the same bytes.

The twins are made from the rules (``twin_worlds.py``), not from the code that hides.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from pure_tables import Pure, started
from scale import games
from server_client import Client, Server, ask, news, ok, opened, run, some_move
from twin_worlds import twin

from branchline.game import events as ev
from branchline.server.clock import FakeClock
from branchline.server.live.live import LiveTable
from branchline.server.tables.table import Queued, Step, Table

VARIANTS = ("usa", "europe", "london", "world", "great_lakes", "mini")


def wire(table: Table, person: str | None, seat: int | None, since: int) -> bytes:
    """What goes over the wire to a viewer, made by the server's own code."""
    live = LiveTable(None, None, table)  # type: ignore[arg-type]
    return live.cursor(person, seat, since, FakeClock()).take()


def hide(event: Any, viewer: int | None) -> Any:
    """The same event as it could have been for all that the viewer knows, by the rules (INFO-2, SETUP-7)."""
    if getattr(event, "seat", None) == viewer:
        return event
    match event:
        case ev.BlindDrawn():
            return replace(event, card="OTHER CARD")
        case ev.TicketsOffered():
            return replace(event, tickets=("OTHER TICKET",) * event.number)
        case ev.TicketsKept():
            kept = None if event.kept is None else ("OTHER TICKET",) * event.number
            return replace(event, kept=kept, others=None if event.others is None else ("OTHER TICKET",))
        case _:
            return event


def twins(table: Table, viewer: int | None, random: Random) -> tuple[Table, Table]:
    """A table, and another that could be it for all that a viewer knows."""
    assert table.game is not None
    one, other = table.copy(), table.copy()
    one.game, other.game = twin(table.game, viewer, random)
    for found in (one.game, other.game):
        found.moves = table.game.moves[:]
        found._named = list(table.game.all_events())
    other.game._named = [hide(event, viewer) for event in other.game._named]
    other.steps = [
        Step(
            replace(step.row, sealed="OTHER SEALED" * bool(step.row.sealed)),
            tuple(hide(event, viewer) for event in step.events),
        )
        for step in table.steps
    ]
    other.deal = "OTHER DEAL"
    other.moves = [
        move if move.seat == viewer else replace(move, line=f"{move.seat} OTHER LINE") for move in table.moves
    ]
    if table.queued is not None and table.queued.seat != viewer:
        other.queued = Queued(table.queued.row, table.queued.seat, "OTHER MOVE")
    other.keys = {("somebody", "OTHER KEY"): 1}
    return one, other


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_byte_depends_on_what_a_viewer_cannot_know(variant: str) -> None:
    random = Random(variant)
    compared = 0
    for number in range(games(2)):
        seats = 2 + number % 2
        pure = started(variant, seats=seats)
        while pure.table.stage == "playing":
            row = pure.any_move(random)
            if random.random() > 0.08 or pure.table.stage != "playing":
                continue
            for viewer in (None, *range(seats)):
                one, other = twins(pure.table, viewer, random)
                person = "stranger" if viewer is None else f"p{viewer}"
                for since in (0, row.seq - 1):
                    assert wire(one, person, viewer, since) == wire(other, person, viewer, since)
                    compared += 1
    assert compared > 20


def test_the_twins_do_differ() -> None:
    """The test above can fail: what the owner of a hidden thing is sent, differs."""
    random, pure = Random(1), started("usa", seats=2)
    for _ in range(30):
        pure.any_move(random)
    one, other = twins(pure.table, 0, random)
    assert wire(one, "p0", 0, 0) == wire(other, "p0", 0, 0)
    assert wire(one, "p1", 1, 0) != wire(other, "p1", 1, 0)
    assert one.game != other.game


def blind_move(pure: Pure) -> str:
    """A draw from a pile, in every variant."""
    return next(move for move in pure.legal() if move.startswith("blind"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_next_move_of_another_tells_no_more(variant: str) -> None:
    """Twins go on alike: another seat draws blind, and nobody else learns which card came."""
    random, compared = Random(f"on {variant}"), 0
    for _ in range(games(5)):
        pure = started(variant, seats=2)
        for _ in range(random.randrange(8, 30)):
            pure.any_move(random)
        if pure.table.stage != "playing" or not any(move.startswith("blind") for move in pure.legal()):
            continue
        seat = pure.table.waiting[0]
        viewer = 1 - seat
        tables = twins(pure.table, viewer, random)
        move, told = blind_move(pure), []
        for table in tables:
            other = Pure(table, pure.now)
            other.table.secret = pure.table.secret if table is tables[0] else b"other" * 6
            game = other.table.game
            assert game is not None
            sealed = other.play(move, seat)
            assert sealed.sealed
            other.table.secret = pure.table.secret  # Its hash is public; whose it is, shows at the end.
            if any(isinstance(event, ev.PileShuffled) for event in other.table.steps[-1].events):
                break
            told.append(wire(other.table, f"p{viewer}", viewer, other.table.seq - 1))
        if len(told) == 2:
            assert told[0] == told[1]
            compared += 1
    assert compared


# ---------------------------------------------------------------- all that clients ever received
def secrets_of(table: Table) -> list[str]:
    """Texts of a table that nobody may receive before the end."""
    return [table.secret.hex(), table.deal, *(step.row.sealed for step in table.steps if len(step.row.sealed) > 30)]


def seen_tickets(texts: list[str], before: str = '"stage":"over"') -> set[str]:
    """The tickets that somebody was shown, in any answer from before the end."""
    found: set[str] = set()

    def walk(data: Any) -> None:
        if isinstance(data, dict):
            for key in ("tickets", "offer", "boxed", "kept", "others"):
                if isinstance(data.get(key), list):
                    found.update(ticket for ticket in data[key] if isinstance(ticket, str))
            for value in data.values():
                walk(value)
        elif isinstance(data, list):
            for value in data:
                walk(value)

    for text in texts:
        for line in text.splitlines():
            if line.strip() and before not in line:
                walk(json.loads(line))
    return found


@pytest.mark.parametrize("variant", ["mini", "usa"])
def test_all_that_was_received_in_whole_games(variant: str) -> None:
    """Over requests, streams and sockets: no secret text before the end, and no ticket but one's own."""

    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        eve = server.client()
        for number in range(games(1)):
            for client in (ada, ben, eve):
                client.seen.clear()
            table = await opened(ada, variant=variant)
            await ask(ben, table, "take_seat")
            await ask(ada, table, "start")
            live = await server.site.tables.get(table)
            async with eve.socket() as socket, eve.stream(f"/api/tables/{table}/stream") as lines:
                socket.say({"do": "watch", "table": table})
                players, moves = {0: ada, 1: ben}, 0
                while live.table.stage == "playing":
                    seat = live.table.waiting[0]
                    seen = await news(players[seat], table, seat, live.table.seq - 1)
                    moves += 1
                    body = {"move": some_move(seen["view"], moves * 5 + number), "expected": seen["seq"], "seat": seat}
                    await ok(players[seat].post(f"/api/tables/{table}/moves", body))
                async for line in lines:
                    assert line["type"] == "news"
                while (await socket.hear())["view"]["stage"] != "over":
                    pass
            check(live.table, {0: ada, 1: ben, None: eve})

    def check(table: Table, clients: dict[int | None, Client]) -> None:
        held: dict[int, set[str]] = {0: set(), 1: set()}
        for step in table.steps:
            for event in step.events:
                if isinstance(event, ev.TicketsOffered) and event.tickets:
                    held[event.seat].update(event.tickets)
        starts = json.loads(table.deal)["start"]["players"]
        for seat, player in enumerate(starts):
            held[seat].update([*player["tickets"], *player["offer"]])
        for seat, client in clients.items():
            early = [line for text in client.seen for line in text.splitlines() if '"stage":"over"' not in line]
            for secret in secrets_of(table):
                assert not any(secret in line for line in early)
            own = held[seat] if seat is not None else set()
            assert seen_tickets(client.seen) <= own
            assert seat is None or seen_tickets(client.seen)

    run(test)


def test_a_late_look_sees_nothing_early() -> None:
    """What a spectator with delay receives is byte for byte what there was to see then."""

    async def test(server: Server) -> None:
        ada, ben, eve = await server.guest("Ada"), await server.guest("Ben"), server.client()
        prompt = await opened(ada)
        delayed = await opened(ada, delay=30)
        for table in (prompt, delayed):
            await ask(ben, table, "take_seat")
            await ask(ada, table, "start")
        players = {0: ada, 1: ben}
        live = await server.site.tables.get(delayed)
        shown: list[tuple[float, str]] = []
        for number in range(12):
            if live.table.stage != "playing":
                break
            seat = live.table.waiting[0]
            seen = await news(players[seat], delayed, seat)
            body = {"move": some_move(seen["view"], number), "expected": seen["seq"], "seat": seat}
            await ok(players[seat].post(f"/api/tables/{delayed}/moves", body))
            shown.append((server.clock.now(), (await ben.get(f"/api/tables/{delayed}")).text))
            await server.clock.advance(10)
            await asyncio.sleep(0)
            due = [text for at, text in shown if at + 30 <= server.clock.now()]
            if due:
                assert (await eve.get(f"/api/tables/{delayed}")).text == due[-1]

    run(test)
