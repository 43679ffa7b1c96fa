"""
Positions: a whole state as data (docs/formats/position.md). position_reading.py has the way in.

Views are written with the same pieces, so this file needs none of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.core import consts as c
from branchline.core.state import State
from branchline.game.codes import Codec
from branchline.game.moves import SplitPieces, cards_text
from branchline.game.tables import Tables
from branchline.game.telling import HOW

FORMAT = "branchline-position/1"
PHASE_OF = {"turn": c.TURN, "second": c.SECOND, "keep": c.KEEPING, "surcharge": c.SURCHARGE}
STAGES = {c.OWES_TICKETS: "start", c.OWES_SPLIT: "split"}
KIND_OF = {phase: kind for kind, phase in PHASE_OF.items()}


def write_position(t: Tables, s: State) -> dict[str, Any]:
    """The state as a position, every key written."""
    from branchline.game.game import codec

    return {
        "format": FORMAT,
        "variant": t.variant.id if t.variant.packaged else t.variant.data(layout=False),
        "options": dict(t.settings.changed),
        "first_seat": s.first,
        "players": [write_player(t, s, codec(t), seat) for seat in range(s.n_seats)],
        "row": write_row(t, s),
        "decks": {name: write_deck(t, s, deck) for deck, name in enumerate(t.decks)},
        "ticket_deck": [t.tickets[ticket] for ticket, _ in deck_tickets(s)],
        "ticket_deck_seen": {str(i): by - 1 for i, (_, by) in enumerate(deck_tickets(s)) if by},
        "decision": write_decision(t, s, codec(t)),
        "last_turns": None if s.turns_left < 0 else {"left": s.turns_left, "trigger": s.trigger},
        "passes": s.passes,
        "turns": s.turns,
        "rng": list(s.rng),
    }


def write_row(t: Tables, s: State) -> list[str | None]:
    """The row, None for a gap."""
    return [None if kind == c.NONE else t.kinds[kind] for kind in s.row[: t.row_size]]


def deck_tickets(s: State) -> list[tuple[int, int]]:
    """The ticket deck from the top, each with the seat + 1 that knows it there."""
    places = [(s.deck_head + i) % c.TICKETS for i in range(s.deck_n)]
    return [(s.deck[i], s.deck_by[i]) for i in places]


def set_bits(words: Sequence[int]) -> list[int]:
    """The numbers in a set of words."""
    found = []
    for w, word in enumerate(words):
        word &= (1 << c.WORD) - 1
        while word:
            found.append(w * c.WORD + (word & -word).bit_length() - 1)
            word &= word - 1
    return found


def names_at(names: Sequence[str], mask: int) -> list[str]:
    """The names whose bits are set."""
    return [name for i, name in enumerate(names) if mask >> i & 1]


def write_player(t: Tables, s: State, codec: Codec, seat: int) -> dict[str, Any]:
    """Everything of one seat."""
    n = s.offer_n[seat]
    chosen = []
    if s.choice[seat]:
        chosen.append(str(codec.move_of(s.choice[seat], n)))
    if s.phase == c.START and t.parameters.pieces_chosen and s.stage[seat] == c.READY:
        chosen.append(str(SplitPieces(s.split[seat], t.parameters.pieces_chosen - s.split[seat])))
    return {
        "hand": t.cards(s.hand[seat]),
        "known": t.cards(s.known[seat]),
        "tracks": [t.tracks[i] for i in set_bits(s.owned[seat])],
        "tickets": [t.tickets[i] for i in set_bits(s.tickets[seat])],
        "pieces": dict(zip(t.pieces, s.supply[seat], strict=False)),
        "box": dict(zip(t.pieces, s.box[seat], strict=False)) if t.parameters.pieces_chosen else {},
        "stations": names_at(t.cities, s.station_cities[seat]),
        "harbours": names_at(t.cities, s.harbour_cities[seat]),
        "score": s.score[seat],
        "swapped": s.swapped[seat],
        "boxed": [t.tickets[i] for i in set_bits(s.boxed[seat])],
        "offer": [t.tickets[ticket] for ticket in s.offer[seat][:n]],
        "offer_seen": {str(i): by - 1 for i, by in enumerate(s.offer_by[seat][:n]) if by},
        "chosen": chosen,
    }


def write_deck(t: Tables, s: State, deck: int) -> dict[str, Any]:
    """The pile and the discard of a deck."""
    counts = {kind: s.pile[kind] for kind in range(len(t.kinds)) if t.deck_of[kind] == deck}
    top = list(reversed(s.top[deck][: s.top_n[deck]]))
    for kind in top:
        counts[kind] -= 1
    pile: Any = t.cards(counts)
    if top:
        pile = {"top": [t.kinds[kind] for kind in top], "rest": pile}
    discard = {kind: s.discard[kind] for kind in range(len(t.kinds)) if t.deck_of[kind] == deck}
    return {"pile": pile, "discard": t.cards(discard)}


def write_decision(t: Tables, s: State, codec: Codec) -> dict[str, Any]:
    """Whose decision of what kind with what pending."""
    if s.phase == c.START:
        return {"kind": "start"}
    if s.phase == c.OVER:
        return {"kind": "over", "how": HOW[s.ended]}
    out: dict[str, Any] = {"kind": KIND_OF[s.phase], "seat": s.cur}
    if s.phase == c.SURCHARGE:
        track = s.pending >> c.PLACE & 255
        out["track"] = t.tracks[track]
        out["base"] = cards_text(codec.payment(t.map.piece[track], s.pending & 65535))
        out["revealed"] = [t.kinds[kind] for kind in s.shown[: s.shown_n]]
    return out
