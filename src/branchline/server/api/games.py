"""Finished games: their records, how they went, whose they are; importing others; statistics and leaderboards."""

from __future__ import annotations

import asyncio
import gzip
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

import branchline as bl
from branchline.errors import quoted
from branchline.game.record import Record, read_record
from branchline.server import wire_games as wire
from branchline.server.api.layer import Call, get, post
from branchline.server.games.finished import GameCard, imported
from branchline.server.games.moments import Moments, moments
from branchline.server.games.skill import PROVISIONAL, Skill, shown
from branchline.server.games.standing import BOT
from branchline.server.games.statistics import Statistics, add_up
from branchline.server.people import new_id
from branchline.server.problems import refuse
from branchline.server.store import games as queries
from branchline.server.store import logs, ratings

MOST_MOVES, MOST_NAME = 2000, 40
"""How long a record from elsewhere may be, and a name in it."""


# ---------------------------------------------------------------- one game
async def found(call: Call) -> tuple[GameCard, Record]:
    """The game of the path. A game that goes on has no record: it would show what nobody may see."""
    id = call.path["game"]
    game = await call.site.store.read(queries.find, id)
    if game is None:
        going_on = await call.site.store.read(logs.exists, id)
        raise refuse("not_over") if going_on else refuse("no_such_game", value=quoted(id))
    return game


async def one_game(call: Call) -> wire.GameTold:
    """A finished game with its record."""
    card, record = await found(call)
    changed = await call.site.store.read(queries.changes_of_ratings, card.id)
    person = await call.who() if card.imported else None
    yours = person is not None and await call.site.store.read(queries.importer, card.id) == person.id
    told = [
        None if before is None or after is None else wire.RatingChange(shown(before), shown(after))
        for before, after in changed
    ]
    return wire.GameTold(card, record.data(), tuple(told), yours)


async def record(call: Call) -> dict[str, Any]:
    """The record alone, as a file."""
    card, found_record = await found(call)
    name = f"branchline-{card.variant}-{card.id}.json"
    call.response_headers["content-disposition"] = f'attachment; filename="{name}"'
    return found_record.data()


async def how_it_went(call: Call, query: wire.WhichMoments) -> Moments:
    """
    A finished game moment by moment, through the eyes of a seat or with all cards open.

    A moment is a move with its events and what it changed in the view; ``view`` is the one of the first moment.
    """
    card, found_record = await found(call)
    if query.seat is not None and query.seat >= len(card.seats):
        raise refuse("no_such_seat", value=query.seat, seats=len(card.seats))
    squeeze = "gzip" in call.request.headers.get("accept-encoding", "")
    if squeeze:
        call.response_headers["content-encoding"] = "gzip"
    call.response_headers["vary"] = "accept-encoding"
    call.response_headers["cache-control"] = "private, max-age=300"

    def told() -> bytes:
        data = msgspec.json.encode(moments(found_record, query.seat, query.first, query.last))
        return gzip.compress(data, 5) if squeeze else data

    encoded: Any = await asyncio.to_thread(told)
    return encoded  # type: ignore[no-any-return]


# ---------------------------------------------------------------- records from elsewhere
async def bring(call: Call, body: wire.Import) -> wire.Imported:
    """Import a record: it is played again, and refused with the move at which it breaks and why."""
    person, site = await call.person(), call.site
    if await site.store.read(queries.number_imported, person.id) >= queries.MOST_IMPORTED:
        raise refuse("too_many_imports", most=queries.MOST_IMPORTED)
    async with site.importing:
        record, game = await asyncio.to_thread(replayed, body.record)
    digest = sha256(f"{person.id} {record.to_json()}".encode()).hexdigest()
    known = await site.store.read(queries.imported_before, digest)
    if known is None:
        id = new_id()
        try:
            await site.store.write(queries.keep, imported(id, record, game, site.clock.now()), person.id, digest)
        except IntegrityError:  # The same request came twice at once.
            known = await site.store.read(queries.imported_before, digest)
    return wire.Imported(known or id)


def replayed(source: dict[str, Any] | str) -> tuple[Record, bl.Game]:
    """A record of a game of this server, played again; RecordError or a refusal if it is none."""
    record = read_record(source)
    if record.map is not msgspec.UNSET:
        raise refuse("own_map")
    if len(record.moves) > MOST_MOVES:
        raise refuse("too_many_moves", value=len(record.moves), most=MOST_MOVES)
    if any(len(name) > MOST_NAME for name in record.names):
        raise refuse("long_name", most=MOST_NAME)
    game = bl.Game.replay(record)
    if not game.variant.packaged:
        raise refuse("own_map")
    return record, game


async def remove(call: Call) -> wire.GameRemoved:
    """Remove a record that you have imported."""
    person, id = await call.person(), call.path["game"]
    if not await call.site.store.write(queries.remove_imported, id, person.id):
        raise refuse("no_such_game", value=quoted(id))
    return wire.GameRemoved(id)


# ---------------------------------------------------------------- many games
async def my_games(call: Call, query: wire.Search) -> wire.Games:
    """Your finished games, a page at a time."""
    person = await call.person()
    cards = await call.site.store.read(
        queries.search,
        person.id,
        variant=query.variant,
        seats=query.seats,
        opponent=query.opponent.strip(),
        result=query.result,
        since=query.since,
        until=query.until,
        before=place_of(query.after),
    )
    page = cards[: queries.MOST_LISTED]
    more = f"{page[-1].ended!r} {page[-1].id}" if len(cards) > len(page) else ""
    return wire.Games(tuple(page), more)


def place_of(after: str) -> tuple[float, str] | None:
    """The last game of the page before."""
    if not after:
        return None
    ended, _, id = after.partition(" ")
    try:
        return float(ended), id
    except ValueError:
        raise refuse("bad_query", why=quoted(after)) from None


async def my_statistics(call: Call, query: wire.WhichStatistics) -> Statistics:
    """What your games add up to."""
    person, store = await call.person(), call.site.store
    return add_up(await store.read(queries.played, person.id, query.variant, query.seats, query.against))


# ---------------------------------------------------------------- ratings
async def scales(call: Call) -> wire.Scales:
    """The leaderboards that there are."""
    return wire.Scales(tuple(wire.Scale(*scale) for scale in await call.site.store.read(ratings.scales)))


async def leaders(call: Call, query: wire.WhichLeaders) -> wire.Leaders:
    """The leaderboard of a variant and number of seats; your own line wherever it stands."""
    person, store = await call.who(), call.site.store
    me = person.id if person else ""
    listed = await store.read(ratings.leaders, query.variant, query.seats, query.who)
    lines, place = [], 0
    for number, (player, name, skill) in enumerate(listed, 1):
        if number == 1 or skill.ordinal != listed[number - 2][2].ordinal:
            place = number
        lines.append(line(place, player, name, skill, me))
    own = next((it for it in lines if it.own), None)
    if own is None and person is not None:
        ranked = await store.read(ratings.own_rank, query.variant, query.seats, query.who, me)
        own = ranked and line(ranked[0], me, person.name, ranked[1], me)
    return wire.Leaders(tuple(lines), own)


def line(place: int, player: str, name: str | None, skill: Skill, me: str) -> wire.Leader:
    """A player on a list."""
    bot = player.startswith(BOT)
    return wire.Leader(
        place=place,
        name=player.removeprefix(BOT) if bot else name or "",
        bot=bot,
        own=player == me,
        rating=shown(skill.ordinal),
        games=skill.games,
        wins=skill.wins,
        provisional=skill.games < PROVISIONAL,
    )


ROUTES = (
    post("/api/games", bring, 201, most="record_most"),
    get("/api/games/{game}", one_game),
    get("/api/games/{game}/record", record),
    get("/api/games/{game}/moments", how_it_went),
    post("/api/games/{game}/remove", remove),
    get("/api/me/games", my_games),
    get("/api/me/statistics", my_statistics),
    get("/api/leaderboards", scales),
    get("/api/leaderboard", leaders),
)
