"""What helps a person at a table: how tickets stand, why something can't be done, which words there are."""

from __future__ import annotations

from typing import Any

from msgspec import convert

import branchline as bl
from branchline import Game
from branchline.game.narrate import explain
from branchline.game.outlook import Outlook, choice_ahead, natural_payment, shut_tracks
from branchline.server import wire
from branchline.server.api.layer import Call, get, reader_language
from branchline.server.problems import ReasonTold, refuse
from branchline.words import LANGUAGES, catalogue, language

DOMAINS = ("levels", "terms", "events", "options", "sections", "talk", "notices")
"""What clients say themselves; refusals come as sentences."""
CLAUSES = ("rules_play", "rules_end")
PLACES = ("claim", "station", "harbour")


async def shelf(call: Call) -> list[wire.OnShelf]:
    """The games in the order of a menu, with what one chooses about them."""
    found = [bl.variant(id) for id in bl.variants()]
    return [
        wire.OnShelf(
            it.id,
            dict(it.names),
            dict(it.notes),
            it.seats,
            convert(it.data(False).get("options", {}), dict[str, wire.OptionOnShelf]),
        )
        for it in found
    ]


async def own_game(call: Call, seat: int) -> Game:
    """The game of a table, for somebody who has a seat there."""
    live = await call.site.tables.get(call.path["table"])
    live.table.seat_of((await call.person()).id, seat)
    if live.table.game is None:
        raise refuse("not_playing", stage=live.table.stage)
    return live.table.game


async def outlook(call: Call, query: wire.OwnSeat) -> wire.Outlook:
    """How the tickets of a seat stand (those of an offer too), what is shut to it, what it could do if it were up."""
    return outlook_of(await own_game(call, query.seat), query.seat)


def outlook_of(game: Game, seat: int) -> wire.Outlook:
    """The same for any game."""
    own = game.view(seat).own
    eyes = Outlook(game, seat)
    ids = [*(own.tickets or ()), *(id for id in own.offer or () if id)]
    found = {id: eyes.of(id) for id in ids}
    return wire.Outlook(
        {id: wire.Prospect(it.done, it.pieces, it.way) for id, it in found.items()},
        tuple(sorted(shut_tracks(game, seat))),
        choice_ahead(game, seat),
    )


async def why(call: Call, query: wire.Why) -> wire.WhyNot:
    """Why a move can't be made; for a place alone (``claim paris-zurich``), why nobody could pay for it now."""
    lang = language(query.lang) if query.lang else reader_language(call.request)
    return why_of(await own_game(call, query.seat), query.seat, query.move, lang)


def why_of(game: Game, seat: int, text: str, lang: str) -> wire.WhyNot:
    """The same for any game."""
    words = text.split()
    if len(words) == 2 and words[0] in PLACES:
        if words[0] == "claim":
            words[1] = game.variant.track(words[1]).id
        words += natural_payment(game, seat, words[0], words[1])
    move = " ".join(words)
    reason = game.why_not(move, seat)
    if reason is None:
        return wire.WhyNot(move, None)
    sentence = explain(reason, game.variant, lang, game.names)
    return wire.WhyNot(move, ReasonTold(reason.id, reason.clause, reason.parameters, sentence))


async def words(call: Call) -> dict[str, str]:
    """The engine's words in a language, by id: the one source of every sentence about a game."""
    lang = call.path["lang"]
    if lang not in LANGUAGES:
        raise refuse("no_such_page", value=lang)
    return {f"{domain}.{name}": entry[lang] for domain in DOMAINS for name, entry in catalogue(domain).items()}


async def clause(call: Call) -> wire.Clause:
    """A clause of the rules, in the language of ``/api/clauses/LANG/ID``."""
    lang, id = call.path["lang"], call.path["clause"]
    for domain in CLAUSES:
        entry: dict[str, Any] = catalogue(domain).get(id, {})
        if entry and lang in LANGUAGES:
            return wire.Clause(id, entry["title"][lang], entry[lang])
    raise refuse("no_such_page", value=id)


ROUTES = (
    get("/api/shelf", shelf, packed=True),
    get("/api/tables/{table}/outlook", outlook),
    get("/api/tables/{table}/why", why),
    get("/api/words/{lang}", words, packed=True),
    get("/api/clauses/{lang}/{clause}", clause),
)
