"""
Views: everything one seat may know, as plain data, and nothing else.

A view is built field by field from what INFO-1 makes public and the seat's own secrets; it holds no reference to the
game it came from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field, structs

from branchline.core import consts as c
from branchline.game.events import AnyEvent
from branchline.game.position import deck_tickets, names_at, set_bits, write_row
from branchline.game.sheet import Result
from branchline.game.variants import OptionValue, Variant

if TYPE_CHECKING:
    from random import Random

    from branchline.core.state import State
    from branchline.game.game import Game
    from branchline.game.moves import AnyMove
    from branchline.game.tables import Tables


class SeatView(Struct, frozen=True):
    """What the viewer knows of one seat. Secret parts are None for those who may not know them."""

    seat: int
    name: str
    score: int
    hand_size: int
    hand_decks: dict[str, int]
    """How many cards of the hand belong to each deck: all saw from where each card came and what was paid."""
    hand: dict[str, int] | None
    known: dict[str, int]
    """Cards that everybody knows to be in the hand: taken from the row, or shown and taken back."""
    tracks: tuple[str, ...]
    pieces: dict[str, int]
    box: dict[str, int]
    """Pieces to swap for; empty where there are no swaps and until the splits are revealed (INFO-3)."""
    stations: tuple[str, ...]
    stations_left: int
    harbours: tuple[str, ...]
    harbours_left: int
    swapped: int
    tickets_held: int
    tickets: tuple[str, ...] | None
    tickets_boxed: int
    boxed: tuple[str, ...] | None
    """Start tickets that left the game (PAR-11)."""
    offer_size: int
    offer: tuple[str | None, ...] | None
    """Tickets to choose from. Of another seat's offer: those that the viewer knows because it put them there."""
    offer_seen: dict[str, int]
    """Places in the offer, counted from 0, of tickets that some seat had put under the deck: that seat knows them."""
    chosen: tuple[str, ...] | None
    """The seat's secret choice at the start, as moves; None for others."""
    waiting: str | None
    """The kind of decision that the seat owes."""


class DeckView(Struct, frozen=True):
    """A deck: how much is left, and what was discarded for all to see."""

    deck: str
    pile: int
    discard: dict[str, int]


class RowChoice(Struct, frozen=True):
    """A card of the row, with the decks that may refill the gap; none where there is no choice."""

    card: str
    refills: tuple[str, ...]


class PlaceChoice(Struct, frozen=True):
    """Places with the payments that each of them takes, cheapest in wilds first."""

    places: tuple[str, ...]
    payments: tuple[str, ...]


class SwapChoice(Struct, frozen=True):
    """A direction of swapping and the most pieces."""

    given: str
    taken: str
    most: int


class Choice(Struct, frozen=True):
    """
    The form of the decision of the seat that looks: what a client draws, and all it needs to say a move.

    Every legal move is ``row``, ``blind``, … with one entry of the lists.
    """

    kind: str
    row: tuple[RowChoice, ...] = ()
    blind: tuple[str, ...] = ()
    stop: bool = False
    tickets: bool = False
    keep_least: int = 0
    keep_of: int = 0
    keep_ordered: bool = False
    claims: tuple[PlaceChoice, ...] = ()
    surcharge: int = 0
    pay: tuple[str, ...] = ()
    decline: bool = False
    stations: tuple[PlaceChoice, ...] = ()
    harbours: tuple[PlaceChoice, ...] = ()
    swaps: tuple[SwapChoice, ...] = ()
    split_least: int = 0
    split_most: int = 0
    passing: bool = False


class Tunnel(Struct, frozen=True):
    """A tunnel that waits for its surcharge; all of it lies open."""

    seat: int
    track: str
    base: str
    revealed: tuple[str, ...]
    surcharge: int


class View(Struct, frozen=True):
    """Everything that one seat may know, or a spectator."""

    variant: str
    options: dict[str, OptionValue]
    seat: int | None
    first_seat: int
    turns: int
    passes: int
    decision: str
    """The kind of decision that is open: ``start`` while any seat still owes a start decision."""
    waiting: tuple[int, ...]
    seats: tuple[SeatView, ...]
    row: tuple[str | None, ...]
    decks: tuple[DeckView, ...]
    ticket_deck: int
    ticket_deck_known: dict[str, str]
    """Tickets that the viewer put under the deck, by their place from the top, counted from 0."""
    ticket_deck_seen: dict[str, int]
    """Places of tickets that were put under the deck, and the seat that knows them; all saw it do so."""
    last_turns: int | None
    """Turns still to take, when the last turns have begun."""
    trigger: int | None
    tunnel: Tunnel | None
    choice: Choice | None
    log: tuple[AnyEvent, ...]
    result: Result | None = None
    map: dict[str, Any] | None = field(default=None)
    """The own map as data, when the variant is not one of the package."""

    @property
    def own(self) -> SeatView:
        """The viewer's own seat."""
        assert self.seat is not None, "a spectator has no seat"
        return self.seats[self.seat]

    def resolve(self) -> Variant:
        """The variant."""
        from branchline.game.game import resolve

        return resolve(self.variant if self.map is None else self.map)

    def legal(self) -> list[AnyMove]:
        """The legal moves of the viewer, from the view alone; empty when it owes no decision."""
        from branchline.game.worlds import legal_moves

        return legal_moves(self)

    def sample_game(self, rng: Random) -> Game:
        """
        A possible world: a game whose view from this seat is this very view.

        The cards and tickets that the viewer can't place are dealt uniformly to the places that it can't see.
        """
        from branchline.game.worlds import Worlds

        return Worlds(self).game(rng)

    def data(self) -> dict[str, Any]:
        """The view as JSON-ready data."""
        from msgspec import to_builtins

        plain: dict[str, Any] = to_builtins(self)
        return plain


def make_view(game: Game, seat: int | None, since: int = 0, shown: Sequence[SeatView] = ()) -> View:
    """
    The view of a seat, or of a spectator (None), with the log from an event on.

    Who makes views for several brings along what everybody sees of the seats (``seats_shown``).
    """
    t, s = game.tables, game.state
    waiting = game.waiting
    under = deck_tickets(s)
    shown = shown or seats_shown(game)
    return View(
        variant=t.variant.id,
        options=dict(game.options),
        seat=seat,
        first_seat=s.first,
        turns=s.turns,
        passes=s.passes,
        decision="start" if s.phase == c.START else game.decision(),
        waiting=waiting,
        seats=tuple(seat_view(game, s, one, seat) for one in shown),
        row=tuple(write_row(t, s)),
        decks=tuple(deck_view(t, s, deck) for deck in range(len(t.decks))),
        ticket_deck=s.deck_n,
        ticket_deck_known={
            str(i): t.tickets[ticket] for i, (ticket, by) in enumerate(under) if seat is not None and by == seat + 1
        },
        ticket_deck_seen={str(i): by - 1 for i, (_, by) in enumerate(under) if by},
        last_turns=None if s.turns_left < 0 else s.turns_left,
        trigger=None if s.turns_left < 0 else s.trigger,
        tunnel=tunnel_view(game, s),
        choice=make_choice(game, seat) if seat is not None and seat in waiting else None,
        log=game.events(seat, since),
        result=game.result,
        map=None if t.variant.packaged else t.variant.data(layout=False),
    )


def open_view(game: Game) -> View:
    """What all seats know together, for those who may look at a game that is over; without its log and choices."""
    shown = seats_shown(game)
    seen = make_view(game, None, len(game.all_events()), shown)
    return structs.replace(seen, seats=tuple(seat_view(game, game.state, one, one.seat) for one in shown))


def seats_shown(game: Game) -> tuple[SeatView, ...]:
    """What everybody knows of the seats."""
    return tuple(seat_shown(game, game.state, seat) for seat in range(game.seats))


def seat_shown(game: Game, s: State, seat: int) -> SeatView:
    """What everybody knows of a seat; tickets are revealed at the end (SCORE-3), hands are not."""
    t = game.tables
    swaps = t.parameters.pieces_chosen and s.phase != c.START
    n = s.offer_n[seat]
    tickets = tuple(t.tickets[i] for i in set_bits(s.tickets[seat]))
    return SeatView(
        seat=seat,
        name=game.names[seat] if game.names else "",
        score=s.score[seat],
        hand_size=sum(s.hand[seat]),
        hand_decks=deck_sizes(t, s.hand[seat]),
        hand=None,
        known=t.cards(s.known[seat]),
        tracks=tuple(t.tracks[i] for i in set_bits(s.owned[seat])),
        pieces=dict(zip(t.pieces, s.supply[seat], strict=False)),
        box=dict(zip(t.pieces, s.box[seat], strict=False)) if swaps else {},
        stations=tuple(names_at(t.cities, s.station_cities[seat])),
        stations_left=s.stations[seat],
        harbours=tuple(names_at(t.cities, s.harbour_cities[seat])),
        harbours_left=s.harbours[seat],
        swapped=s.swapped[seat],
        tickets_held=len(tickets),
        tickets=tickets if game.is_over else None,
        tickets_boxed=len(set_bits(s.boxed[seat])),
        boxed=None,
        offer_size=n,
        offer=None,
        offer_seen={str(i): by - 1 for i, by in enumerate(s.offer_by[seat][:n]) if by},
        chosen=None,
        waiting=game.decision(seat) if seat in game.waiting else None,
    )


def seat_view(game: Game, s: State, shown: SeatView, viewer: int | None) -> SeatView:
    """One seat as the viewer knows it: what everybody knows, and what only this viewer does."""
    t, seat, n = game.tables, shown.seat, shown.offer_size
    if seat == viewer:
        return structs.replace(
            shown,
            hand=t.cards(s.hand[seat]),
            tickets=tuple(t.tickets[i] for i in set_bits(s.tickets[seat])),
            boxed=tuple(t.tickets[i] for i in set_bits(s.boxed[seat])),
            offer=tuple(t.tickets[ticket] for ticket in s.offer[seat][:n]),
            chosen=tuple(own_choice(game, s, seat)) if s.phase == c.START else None,
        )
    if viewer is not None and viewer in shown.offer_seen.values():
        pairs = zip(s.offer[seat][:n], s.offer_by[seat][:n], strict=True)
        return structs.replace(
            shown, offer=tuple(t.tickets[ticket] if by == viewer + 1 else None for ticket, by in pairs)
        )
    return shown


def deck_sizes(t: Tables, hand: list[int]) -> dict[str, int]:
    """How many cards of a hand belong to each deck."""
    sizes = dict.fromkeys(t.decks, 0)
    for kind, deck in enumerate(t.deck_of):
        sizes[t.decks[deck]] += hand[kind]
    return sizes


def own_choice(game: Game, s: State, seat: int) -> list[str]:
    """What a seat has put down at the start."""
    from branchline.game.position import write_player

    chosen: list[str] = write_player(game.tables, s, game.codec, seat)["chosen"]
    return chosen


def deck_view(t: Tables, s: State, deck: int) -> DeckView:
    """A deck."""
    kinds = [kind for kind in range(len(t.kinds)) if t.deck_of[kind] == deck]
    return DeckView(t.decks[deck], s.pile_n[deck], t.cards({kind: s.discard[kind] for kind in kinds}))


def tunnel_view(game: Game, s: State) -> Tunnel | None:
    """The tunnel that waits for its surcharge."""
    from branchline.game.position import write_decision

    if s.phase != c.SURCHARGE:
        return None
    entry = write_decision(game.tables, s, game.codec)
    return Tunnel(entry["seat"], entry["track"], entry["base"], tuple(entry["revealed"]), s.surcharge)


# ---------------------------------------------------------------- the form of a choice
def make_choice(game: Game, seat: int) -> Choice:
    """The decision of a seat, gathered from its legal codes: no rule is asked again here."""
    from branchline.game.moves import cards_text

    legal = game.legal(seat)
    codec, t = game.codec, game.tables
    by_deed: dict[int, list[int]] = {}
    for code in legal.codes:
        by_deed.setdefault(code >> c.DEED, []).append(code)
    kind = game.decision(seat)
    m, s = t.map, game.state

    def row() -> tuple[RowChoice, ...]:
        refills: dict[str, list[str]] = {}
        for code in by_deed.get(c.ROW, []):
            decks = refills.setdefault(t.kinds[code >> c.PLACE & 255], [])
            if code & 65535:
                decks.append(t.decks[(code & 65535) - 1])
        return tuple(RowChoice(card, tuple(decks)) for card, decks in refills.items())

    def places(deed: int) -> tuple[PlaceChoice, ...]:
        # Places that take the same payments stand together: all gray tracks of a length, all cities for a station.
        payments: dict[int, list[int]] = {}
        for code in by_deed.get(deed, []):
            payments.setdefault(code >> c.PLACE & 255, []).append(code & 65535)
        names = t.tracks if deed == c.CLAIM else t.cities
        groups: dict[tuple[str, ...], list[str]] = {}
        for place, numbers in payments.items():
            moves = (codec.move_of(deed << c.DEED | place << c.PLACE | number) for number in numbers)
            cards = [move.cards for move in moves]  # type: ignore[union-attr]
            cards.sort(key=lambda each: each.count("wild"))
            groups.setdefault(tuple(cards_text(each) for each in cards), []).append(names[place])
        return tuple(PlaceChoice(tuple(those), texts) for texts, those in groups.items())

    swaps: dict[int, int] = {}
    for code in by_deed.get(c.SWAP, []):
        swaps[code >> c.PLACE & 255] = code & 65535
    splits = [code & 65535 for code in by_deed.get(c.SPLIT, [])]
    keeps = by_deed.get(c.KEEP, [])
    return Choice(
        kind=kind,
        row=row(),
        blind=tuple(t.decks[code >> c.PLACE & 255] for code in by_deed.get(c.BLIND, [])),
        stop=c.STOP in by_deed,
        tickets=c.TAKE in by_deed,
        keep_least=min((code >> c.PLACE & 255).bit_count() for code in keeps) if keeps else 0,
        keep_of=s.offer_n[seat] if keeps else 0,
        keep_ordered=bool(keeps) and not (kind == "start" and m.start_box),
        claims=places(c.CLAIM),
        surcharge=s.surcharge if kind == "surcharge" else 0,
        pay=tuple(str(codec.move_of(code))[4:] for code in by_deed.get(c.PAY, [])),
        decline=c.DECLINE in by_deed,
        stations=places(c.STATION),
        harbours=places(c.HARBOUR),
        swaps=tuple(SwapChoice(t.pieces[given], t.pieces[1 - given], most) for given, most in swaps.items()),
        split_least=min(splits, default=0),
        split_most=max(splits, default=0),
        passing=c.PASS in by_deed,
    )
