"""
Sentences for people: what happened, why not, what a move does; ids become names in the reader's language.

Only people read these, so nothing here is in a hurry. The texts stand in ``words/events.toml``,
``words/reasons.toml`` and ``words/terms.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from branchline.errors import Refusal
from branchline.game import events as ev
from branchline.game import moves as mv
from branchline.game.variants import FORMS
from branchline.words import has, say

if TYPE_CHECKING:
    from branchline.game.sheet import ScoreLine
    from branchline.game.variants import Track, Variant

FORM_OF = {ending.removeprefix("."): form for form, ending in FORMS.items()}


class Names:
    """
    Words for the ids of one variant in one language.

    Without a variant cities, tracks and tickets stay ids; colours, cards and pieces become words all the same. An
    id that has no words, such as a colour of an own map, is shown as it is.
    """

    def __init__(self, variant: Variant | None, lang: str = "en", names: Sequence[str] = ()) -> None:
        self.variant = variant
        self.lang = lang
        self.names = names
        """The players by seat; empty: seats are numbered."""

    def say(self, message: str, **parameters: Any) -> str:
        """A text in the language."""
        return say(message, parameters, self.lang)

    def term(self, kind: str, id: str, **parameters: Any) -> str:
        """The word for an id, or the id."""
        return self.say(f"terms.{kind}_{id}", **parameters) if self.knows(kind, id) else id

    def knows(self, kind: str, id: str) -> bool:
        """Whether there is a word for an id."""
        return has(f"terms.{kind}_{id}")

    def listed(self, words: Iterable[str]) -> str:
        """Words one after the other."""
        return self.say("terms.comma").join(words)

    # ------------------------------------------------------------ seats and places
    def seat(self, seat: int) -> str:
        """A player's name, or the number of the seat, counted from 1 as people do."""
        return self.names[seat] if seat < len(self.names) else self.say("terms.seat", number=seat + 1)

    def city(self, id: str) -> str:
        """The name of a city."""
        if self.variant is None:
            return id
        city = self.variant.city(id)
        return city.names.get(self.lang) or self.say("terms.junction")  # only a junction may be nameless (DATA-9)

    def track(self, id: str) -> str:
        """The two cities of a track, and which of several it is."""
        if self.variant is None:
            return id
        track = self.variant.track(id)
        ends = self.cities((track.a, track.b))
        others = [it for it in self.variant.tracks if {it.a, it.b} == {track.a, track.b} and it is not track]
        return self.say("terms.with_more", what=ends, more=self.which(track, others)) if others else ends

    def which(self, track: Track, others: Sequence[Track]) -> str:
        """What tells a track from others between the same cities: its colour, its pieces, or else its number."""
        if all(it.colour != track.colour for it in others):
            return self.colour(track.colour or "gray")
        if all(it.piece != track.piece for it in others):
            return self.piece(track.piece)
        return track.id.rpartition(".")[2]

    def cities(self, ids: Iterable[str]) -> str:
        """Cities that something joins."""
        return self.say("terms.between").join(map(self.city, ids))

    def ticket(self, id: str) -> str:
        """The cities of a ticket."""
        return self.cities(self.variant.ticket(id).cities) if self.variant else id

    def tickets(self, number: int, ids: Sequence[str] | None) -> str:
        """So many tickets, and which, as far as the reader may know."""
        counted = self.say("terms.tickets", number=number)
        return self.say("terms.with_more", what=counted, more=self.listed(map(self.ticket, ids))) if ids else counted

    # ------------------------------------------------------------ cards and pieces
    def colour(self, id: str) -> str:
        """The word for a colour."""
        return self.term("colour", id)

    def card(self, id: str) -> str:
        """The word for a kind of card; in English it stands before the word "card"."""
        colour, _, ending = id.partition(".")
        if id == "wild":
            return self.say("terms.card_wild")
        if ending not in FORM_OF:
            return id
        return self.term("card", FORM_OF[ending], colour=self.colour(colour))

    def one_card(self, id: str | None) -> str:
        """A card, and which, if the reader may know."""
        if id is None:
            return self.say("terms.unseen_card")
        card = self.card(id)
        return self.say("terms.one_card", card=card, vowel=int(card[:1].lower() in "aeiou"))

    def cards(self, ids: Sequence[str]) -> str:
        """How many of which cards."""
        counts = [(self.card(id), len(list(group))) for id, group in groupby(ids)]
        return self.listed(self.say("terms.counted_cards", card=card, number=number) for card, number in counts)

    def piece(self, id: str, number: int = 1) -> str:
        """The word for a kind of piece, fitting a number that stands before it."""
        return self.term("piece", id, number=number)

    def pieces(self, id: str, number: int) -> str:
        """So many pieces."""
        return self.say("terms.counted_pieces", number=number, piece=self.piece(id, number))

    def pile(self, deck: str | None) -> str:
        """The pile of a deck; which one is said only where there are several."""
        if deck is None or (self.variant is not None and len(self.variant.cards.decks) == 1):
            return self.say("terms.pile")
        return self.say("terms.pile_of", deck=self.piece(deck))

    # ------------------------------------------------------------ deeds
    def decision(self, kind: str) -> str:
        """What it is time to do at a decision."""
        return self.term("decision", kind)

    def how(self, ended: str) -> str:
        """How a game ended."""
        return self.term("how", ended)

    def score_kind(self, kind: str) -> str:
        """The heading of the lines of a kind on a score sheet."""
        return self.term("score", kind)

    def score_line(self, line: ScoreLine) -> str:
        """What a line of a score sheet is for."""
        if line.kind == "tickets":
            return self.say("terms.with_more", what=self.ticket(line.what), more=self.term("outcome", line.outcome))
        named = {"tracks": self.track, "harbours": self.city, "districts": self.district}.get(line.kind)
        if named and line.what:
            return named(line.what)
        return self.say("terms.with_more", what=self.score_kind(line.kind), more=line.number)

    def district(self, id: str) -> str:
        """The name of a district."""
        return self.say("terms.district", id=id)

    # ------------------------------------------------------------ parameters of reasons
    def words(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a reason with words for ids."""
        number = parameters.get("have", parameters.get("most", 1))
        out = dict(parameters)
        for name, value in parameters.items():
            if name in ("seat", "to_move"):
                out[name] = self.seat(value)
            elif name in ("piece", "given") and isinstance(value, str) and self.knows("piece", value):
                out[name] = self.piece(value, number)
            elif name == "taken":
                out[name] = self.piece(value, 2)
            elif name == "possible":
                out[name] = self.listed(map(self.piece, value.split(", ")))
            elif name in ("colour", "colours", "given") and isinstance(value, str):
                out[name] = self.listed(map(self.colour, value.split(", ")))
            elif name == "action":
                out[name] = self.term("action", value)
            elif name in WORD_OF and isinstance(value, str):
                out[name] = WORD_OF[name](self, value)
        return out


WORD_OF: dict[str, Callable[[Names, str], str]] = {
    "track": Names.track,
    "twin": Names.track,
    "city": Names.city,
    "ticket": Names.ticket,
    "card": Names.card,
    "deck": Names.pile,
    "decision": Names.decision,
}


def explain(reason: Refusal, variant: Variant | None = None, lang: str = "en", names: Sequence[str] = ()) -> str:
    """A reason as a sentence with names instead of ids; the clause is not in it."""
    return say(f"reasons.{reason.id}", Names(variant, lang, names).words(reason.parameters), lang)


SAID_AS: dict[str, Callable[[Names, Any], str]] = {
    "seat": Names.seat,
    "track": Names.track,
    "city": Names.city,
    "card": Names.one_card,
    "deck": Names.pile,
    "refill": Names.pile,
    "how": Names.how,
}
"""How fields of events and moves are said, wherever they stand."""


def said(n: Names, it: ev.Event | mv.Move) -> tuple[str, dict[str, Any]]:
    """The tag of an event or move, and its fields as words as far as their names tell how."""
    fields: dict[str, Any] = {name: getattr(it, name) for name in it.__struct_fields__}
    for name, value in fields.items():
        if name in SAID_AS:
            fields[name] = SAID_AS[name](n, value)
        elif name in ("cards", "base") and isinstance(value, tuple):
            fields[name] = n.cards(value)
    return str(type(it).__struct_config__.tag), fields


def narrate(event: ev.Event, variant: Variant, lang: str = "en", names: Sequence[str] = ()) -> str:
    """An event as a sentence; it tells no more than the event does."""
    n = Names(variant, lang, names)
    message, fields = said(n, event)
    if isinstance(event, ev.TunnelRevealed):
        message += "_counts" if event.counts else ""
    elif isinstance(event, ev.ChoiceMade):
        message += f"_{event.decision}"
    elif isinstance(event, ev.TicketsOffered):
        fields["tickets"] = n.tickets(event.number, event.tickets)
    elif isinstance(event, ev.TicketsKept):
        fields["kept"] = n.tickets(event.number, event.kept)
        fields["others"] = n.tickets(event.given_back, event.others)
        if event.given_back:
            message += "_boxed" if event.boxed else "_under"
    elif isinstance(event, ev.PiecesSwapped):
        fields["given"], fields["taken"] = n.pieces(event.given, event.number), n.pieces(event.taken, event.number)
    elif isinstance(event, ev.PiecesSplit):
        fields["first"], fields["second"] = map(n.pieces, variant.parameters.pieces, (event.first, event.second))
    elif isinstance(event, ev.TurnBegan):
        fields["number"] = event.turn + 1
    return n.say(f"events.{message}", **fields)


def describe_move(move: mv.Move, variant: Variant, lang: str = "en", offer: Sequence[str] = ()) -> str:
    """What a move does, as a short line for a menu; ``offer`` gives names to the tickets that a ``keep`` numbers."""
    n = Names(variant, lang)
    message, fields = said(n, move)
    if isinstance(move, mv.TakeRow):
        message += "_refill" if move.refill else ""
    elif isinstance(move, mv.KeepTickets):
        fields["kept"], fields["under"] = offered(n, move.kept, offer), offered(n, move.under, offer)
        message += "_under" if move.under else ""
    elif isinstance(move, mv.SwapPieces):
        fields["given"], fields["taken"] = n.pieces(move.given, move.number), n.pieces(move.taken, move.number)
    elif isinstance(move, mv.SplitPieces):
        fields["first"], fields["second"] = map(n.pieces, variant.parameters.pieces, (move.first, move.second))
    return n.term("move", message, **fields)


def offered(n: Names, places: Sequence[int], offer: Sequence[str]) -> str:
    """Tickets of an offer, named if the offer is known, else by their places."""
    return n.listed(
        n.ticket(offer[i - 1]) if 1 <= i <= len(offer) else n.say("terms.offered_ticket", number=i) for i in places
    )
