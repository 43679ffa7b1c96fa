"""
The way in for positions (docs/formats/position.md), and for scripts of what comes next.

Reading gathers every problem before it refuses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from branchline.core import consts as c
from branchline.core.cards import seed_rng, settle_row
from branchline.core.claims import shut_twin
from branchline.core.plain import SILENT
from branchline.core.scoring import finish
from branchline.core.state import State
from branchline.core.tickets import put_under_deck
from branchline.core.turn import clear
from branchline.errors import BranchlineError, MoveError, OptionError, PositionError, Problem, quoted
from branchline.game.codes import Codec
from branchline.game.moves import KeepTickets, SplitPieces, cards_text
from branchline.game.notation import parse_cards, parse_move
from branchline.game.position import FORMAT, PHASE_OF, deck_tickets, set_bits
from branchline.game.tables import Tables, tables
from branchline.game.telling import HOW_CODES
from branchline.game.variants import both_orders

TOP_KEYS = (
    "format",
    "variant",
    "options",
    "first_seat",
    "players",
    "row",
    "decks",
    "ticket_deck",
    "ticket_deck_seen",
    "decision",
    "last_turns",
    "passes",
    "turns",
    "seed",
    "rng",
)
PLAYER_KEYS = (
    "hand",
    "known",
    "tracks",
    "tickets",
    "pieces",
    "box",
    "stations",
    "harbours",
    "score",
    "swapped",
    "boxed",
    "offer",
    "offer_seen",
    "chosen",
)
DECISION_KEYS = {
    "start": ("kind",),
    "turn": ("kind", "seat"),
    "second": ("kind", "seat"),
    "keep": ("kind", "seat"),
    "surcharge": ("kind", "seat", "track", "base", "revealed"),
    "over": ("kind", "how"),
}
MOST = 30000
LISTED = 1000
"""Longer lists are mistakes, and so are more problems; the core's arrays are much shorter."""


def read_position(data: Mapping[str, Any]) -> tuple[Tables, State]:
    """The tables and the state of a position; PositionError with every problem."""
    reader = Reader(data)
    state = reader.read()
    if reader.problems or state is None:
        raise PositionError("errors.position", {"number": len(reader.problems)}, reader.problems)
    return reader.t, state


class Reader:
    """Reads one position and gathers what is wrong with it."""

    t: Tables
    s: State

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[Problem] = []

    def problem(self, place: str, message: str, **parameters: Any) -> None:
        """Note a problem."""
        if len(self.problems) < LISTED:
            self.problems.append(Problem(f"errors.{message}", parameters, place=place))

    # ------------------------------------------------------------ shapes
    def mapping(self, value: Any, place: str, keys: Sequence[str] | None = None) -> dict[str, Any]:
        """An object, with known keys only."""
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            self.problem(place, "not_object", value=quoted(value))
            return {}
        if keys is not None:
            for key in value:
                if key not in keys:
                    self.problem(place, "unknown_key", value=quoted(key), possible=", ".join(keys))
        return dict(value)

    def sequence(self, value: Any, place: str) -> list[Any]:
        """A list."""
        if isinstance(value, list | tuple):
            if len(value) <= LISTED:
                return list(value)
            self.problem(place, "too_many_offered", value=len(value), most=LISTED)
        else:
            self.problem(place, "not_list", value=quoted(value))
        return []

    def number(self, value: Any, place: str, low: int, high: int, default: int = 0) -> int:
        """A whole number in bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.problem(place, "not_number", value=quoted(value), low=low, high=high)
            return default
        return value

    def name(self, value: Any, index: Mapping[str, int], place: str, message: str) -> int | None:
        """The number of a name."""
        if isinstance(value, str) and value in index:
            return index[value]
        self.problem(place, message, value=quoted(value))
        return None

    def names(self, value: Any, index: Mapping[str, int], place: str, message: str) -> list[int]:
        """The numbers of a list of names, each at most once."""
        out: list[int] = []
        for i, word in enumerate(self.sequence(value, place)):
            found = self.name(word, index, f"{place}[{i}]", message)
            if found in out:
                self.problem(f"{place}[{i}]", "twice", value=quoted(word))
            elif found is not None:
                out.append(found)
        return out

    def cards(self, value: Any, place: str, deck: int | None = None) -> dict[int, int]:
        """Cards as counts by kind, from text, a list or counts."""
        return count_cards(self.card_list(value, place, deck))

    def card_list(self, value: Any, place: str, deck: int | None = None) -> list[int]:
        """Cards in order."""
        out: list[int] = []
        if isinstance(value, Mapping):
            for card, n in value.items():
                kind = self.name(card, self.t.kind_index, place, "unknown_card")
                if kind is not None:
                    out += [kind] * self.number(n, f"{place}.{card}", 0, 250)
        elif isinstance(value, str):
            for word in self.sequence(value.replace(",", " ").split(), place):
                try:
                    out += [self.t.kind_index[card] for card in parse_cards(self.t, [word.lower()], value)]
                except MoveError:
                    self.problem(place, "unknown_card", value=quoted(word))
        else:
            for i, card in enumerate(self.sequence(value, place)):
                kind = self.name(card, self.t.kind_index, f"{place}[{i}]", "unknown_card")
                if kind is not None:
                    out.append(kind)
        if deck is not None:
            for kind in out:
                if self.t.deck_of[kind] != deck:
                    self.problem(place, "other_deck", value=self.t.kinds[kind], deck=self.t.decks[deck])
            out = [kind for kind in out if self.t.deck_of[kind] == deck]
        return out

    # ------------------------------------------------------------ the whole
    def read(self) -> State | None:
        """Read everything."""
        data = self.mapping(self.data, "", TOP_KEYS)
        if data.get("format", FORMAT) != FORMAT:
            self.problem("format", "format", value=quoted(data["format"]), possible=FORMAT)
        players = self.sequence(data.get("players", []), "players")
        if not self.open_table(data, len(players)):
            return None
        s = self.s
        self.left = list(self.t.copies)
        self.ticket_left = set(range(len(self.t.tickets)))
        self.codec = Codec(self.t)
        entries = [self.mapping(entry, f"players[{i}]", PLAYER_KEYS) for i, entry in enumerate(players)]
        decision = data.get("decision")
        self.at_start = isinstance(decision, Mapping) and decision.get("kind") == "start"
        self.seed(data)
        self.last_turns(data.get("last_turns"))
        s.passes = self.number(data.get("passes", 0), "passes", 0, 250)
        s.turns = self.number(data.get("turns", 0), "turns", 0, 1_000_000)
        for seat, entry in enumerate(entries):
            self.board(seat, entry)
        for seat, entry in enumerate(entries):
            self.supplies(seat, entry)
            self.holdings(seat, entry)
        for seat in range(s.n_seats):
            for track in set_bits(s.owned[seat]):
                shut_twin(self.t.map, s, seat, track)
        self.decision(data.get("decision", {"kind": "turn", "seat": s.first}), entries)
        self.ticket_deck(data)
        self.piles(data)
        if not self.problems:
            self.finish()
        return s

    def open_table(self, data: dict[str, Any], seats: int) -> bool:
        """The variant, its options, the number of seats."""
        from branchline.game.game import resolve

        try:
            if "variant" not in data:
                self.problem("variant", "missing", value="variant")
                return False
            place = "variant"
            which = resolve(data["variant"])
            place = "options"
            self.t = tables(which, which.with_options(self.mapping(data.get("options") or {}, "options")))
            place = "players"
            which.check_seats(seats)
        except BranchlineError as error:
            self.problems.append(Problem(error.message, error.parameters, place=place))
            self.problems.extend(error.problems)
            return False
        self.s = State()
        first = self.number(data.get("first_seat", 0), "first_seat", 0, seats - 1)
        clear(self.t.map, self.s, seats, first)
        return True

    def seed(self, data: dict[str, Any]) -> None:
        """Where chance goes on."""
        rng = data.get("rng")
        if rng is not None:
            words = self.sequence(rng, "rng")
            if len(words) != 4:
                self.problem("rng", "rng", value=quoted(rng))
                return
            self.s.rng = [self.number(word, f"rng[{i}]", 0, 0xFFFFFFFF) for i, word in enumerate(words)]
            return
        from branchline.game.game import seed_number

        try:
            seed = seed_number(data.get("seed", 0))
        except OptionError as error:
            self.problems.append(Problem(error.message, error.parameters, place="seed"))
            return
        seed_rng(self.s.rng, seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, seed >> 64 & 0xFFFFFFFF)

    def last_turns(self, value: Any) -> None:
        """END-1: turns still to take, and who set it off."""
        if value is None:
            return
        entry = self.mapping(value, "last_turns", ("left", "trigger"))
        s = self.s
        s.turns_left = self.number(entry.get("left"), "last_turns.left", 0, self.t.map.last_turns * s.n_seats, 1)
        s.trigger = self.number(entry.get("trigger", s.first), "last_turns.trigger", 0, s.n_seats - 1)

    # ------------------------------------------------------------ seats
    def board(self, seat: int, entry: dict[str, Any]) -> None:
        """Tracks, stations and harbours of a seat."""
        t, s, m = self.t, self.s, self.t.map
        place = f"players[{seat}]"
        for i in self.names(entry.get("tracks", []), self.track_index(), f"{place}.tracks", "unknown_track_here"):
            word, bit = i // c.WORD, 1 << i % c.WORD
            for other in range(s.n_seats):
                if s.owned[other][word] & bit:
                    self.problem(f"{place}.tracks", "track_owned", value=t.tracks[i], seat=other)
                twin = m.twin[i]
                if twin >= 0 and s.owned[other][twin // c.WORD] >> twin % c.WORD & 1:
                    if other == seat:
                        self.problem(f"{place}.tracks", "both_twins", value=t.tracks[i], clause="DOUBLE-1")
                    elif s.n_seats < m.twins_open_from:
                        self.problem(f"{place}.tracks", "twin_shut", value=t.tracks[i], seat=other, clause="DOUBLE-3")
            s.owned[seat][word] |= bit
            s.open[word] &= ~bit
            s.touched[seat] |= 1 << m.end_a[i] | 1 << m.end_b[i]
        for key, built, left, most in (
            ("stations", s.station_cities, s.stations, m.stations),
            ("harbours", s.harbour_cities, s.harbours, m.harbours),
        ):
            cities = self.names(entry.get(key, []), t.city_index, f"{place}.{key}", "unknown_city_here")
            if len(cities) > most:
                self.problem(f"{place}.{key}", "too_many_built", value=len(cities), most=most)
                continue
            for i in cities:
                if not m.cities >> i & 1 or (key == "harbours" and not m.ports >> i & 1):
                    self.problem(f"{place}.{key}", "cannot_build", value=t.cities[i])
                if any(built[other] >> i & 1 for other in range(s.n_seats)):
                    self.problem(f"{place}.{key}", "city_built", value=t.cities[i])
                built[seat] |= 1 << i
            left[seat] = most - len(cities)

    def supplies(self, seat: int, entry: dict[str, Any]) -> None:
        """Pieces in the supply and in the box, and the score that follows."""
        t, s, m, p = self.t, self.s, self.t.map, self.t.parameters
        place = f"players[{seat}]"
        placed = [0, 0]
        for i in set_bits(s.owned[seat]):
            placed[m.piece[i]] += m.length[i]
        owned = m.owned_pieces[: m.n_pieces]
        start = owned
        split = p.pieces_chosen and not self.at_start  # SETUP-8: before the split all pieces lie ready
        if split:
            first = p.pieces_suggested[0] if p.pieces_suggested else p.pieces_chosen // 2
            first = min(
                max(first, placed[0], p.pieces_chosen - owned[1]), owned[0], max(p.pieces_chosen - placed[1], 0)
            )
            start = [first, p.pieces_chosen - first]
        given = self.piece_counts(entry.get("pieces", {}), f"{place}.pieces")
        boxed = self.piece_counts(entry.get("box", {}), f"{place}.box")
        for piece, name in enumerate(t.pieces):
            supply = given.get(piece, start[piece] - placed[piece])
            if split and piece not in given and 1 - piece in given:  # the other kind as it is said
                supply = max(min(supply, p.pieces_chosen - sum(placed) - given[1 - piece]), 0)
            if supply < 0 or supply + placed[piece] > owned[piece]:
                value = supply + placed[piece] if supply >= 0 else placed[piece]
                self.problem(f"{place}.pieces", "too_many_pieces", value=value, piece=name, most=owned[piece])
                supply = 0
            s.supply[seat][piece] = supply
            rest = owned[piece] - placed[piece] - supply if split else 0
            s.box[seat][piece] = boxed.get(piece, rest)
            if s.box[seat][piece] > rest:
                self.problem(f"{place}.box", "too_many_pieces", value=s.box[seat][piece], piece=name, most=rest)
        if split and sum(s.supply[seat]) + sum(placed) > p.pieces_chosen:
            total = sum(s.supply[seat]) + sum(placed)
            self.problem(f"{place}.pieces", "more_than_chosen", value=total, most=p.pieces_chosen)
        s.swapped[seat] = self.number(entry.get("swapped", 0), f"{place}.swapped", 0, MOST)
        count = sum(m.points[m.length[i]] for i in set_bits(s.owned[seat])) - s.swapped[seat]
        s.score[seat] = self.number(entry.get("score", count), f"{place}.score", -MOST, MOST)

    def piece_counts(self, value: Any, place: str) -> dict[int, int]:
        """Pieces by kind."""
        out = {}
        for name, n in self.mapping(value, place).items():
            piece = self.name(name, self.t.piece_index, place, "unknown_piece_here")
            if piece is not None:
                out[piece] = self.number(n, f"{place}.{name}", 0, 255)
        return out

    def take(self, cards: Mapping[int, int]) -> None:
        """Take named cards from those not named yet."""
        for kind, n in cards.items():
            self.left[kind] -= n

    def take_ticket(self, ticket: int, place: str) -> bool:
        """Take a named ticket from those not named yet."""
        if ticket in self.ticket_left:
            self.ticket_left.remove(ticket)
            return True
        self.problem(place, "ticket_twice", value=self.t.tickets[ticket])
        return False

    def track_index(self) -> dict[str, int]:
        """Tracks by id, the cities in either order."""
        return {name: track.index for track in reversed(self.t.variant.tracks) for name in both_orders(track.id)}

    def ticket_index(self) -> dict[str, int]:
        """Tickets by id, two cities in either order."""
        return {name: ticket.index for ticket in reversed(self.t.variant.tickets) for name in both_orders(ticket.id)}

    def holdings(self, seat: int, entry: dict[str, Any]) -> None:
        """Hand and tickets of a seat."""
        s = self.s
        place = f"players[{seat}]"
        hand = self.cards(entry.get("hand", {}), f"{place}.hand")
        known = self.cards(entry.get("known", {}), f"{place}.known")
        for kind, n in hand.items():
            s.hand[seat][kind] = min(n, 255)
        self.take(hand)
        for kind, n in known.items():
            if n > hand.get(kind, 0):
                self.problem(f"{place}.known", "known_not_held", value=self.t.kinds[kind])
            else:
                s.known[seat][kind] = n
        index = self.ticket_index()
        for key, words in (("tickets", s.tickets[seat]), ("boxed", s.boxed[seat])):
            for ticket in self.names(entry.get(key, []), index, f"{place}.{key}", "unknown_ticket_here"):
                if self.take_ticket(ticket, f"{place}.{key}"):
                    words[ticket // c.WORD] |= 1 << ticket % c.WORD
        offer = self.names(entry.get("offer", []), index, f"{place}.offer", "unknown_ticket_here")
        if len(offer) > c.OFFER:
            self.problem(f"{place}.offer", "too_many_offered", value=len(offer), most=c.OFFER)
            return
        for i, ticket in enumerate(offer):
            if self.take_ticket(ticket, f"{place}.offer"):
                s.offer[seat][i] = ticket
                s.offer_n[seat] = i + 1
        for i, seen_by in self.seen(entry.get("offer_seen", {}), f"{place}.offer_seen", len(offer)).items():
            s.offer_by[seat][i] = seen_by + 1

    def seen(self, value: Any, place: str, size: int) -> dict[int, int]:
        """Which seat knows a ticket at a place."""
        out = {}
        for key, seat in self.mapping(value, place).items():
            if not key.isascii() or not key.isdigit() or len(key) > 3 or int(key) >= size:
                self.problem(place, "not_number", value=quoted(key), low=0, high=size - 1)
            else:
                out[int(key)] = self.number(seat, f"{place}.{key}", 0, self.s.n_seats - 1)
        return out

    # ------------------------------------------------------------ the decision
    def decision(self, value: Any, entries: list[dict[str, Any]]) -> None:
        """Whose decision of what kind."""
        s = self.s
        entry = self.mapping(value, "decision")
        kind = entry.get("kind", "turn")
        if not isinstance(kind, str) or kind not in DECISION_KEYS:
            self.problem("decision.kind", "not_one_of", value=quoted(kind), possible=", ".join(DECISION_KEYS))
            return
        self.mapping(entry, "decision", DECISION_KEYS[kind])
        self.how = None
        for seat in range(s.n_seats):
            offers = kind == "start" or (kind == "keep" and entry.get("seat", s.first) == seat)
            if s.offer_n[seat] and not offers:
                self.problem(f"players[{seat}].offer", "offer_unexpected", value=kind)
            if kind != "start" and entries[seat].get("chosen"):
                self.problem(f"players[{seat}].chosen", "not_a_choice", value=quoted(entries[seat]["chosen"]))
        if kind != "over" and s.turns_left == 0:
            self.problem("last_turns.left", "not_number", value=0, low=1, high=self.t.map.last_turns * s.n_seats)
        if kind == "over":
            how = entry.get("how", "last_turns")
            if isinstance(how, str) and how in HOW_CODES:
                self.how = HOW_CODES[how]
            else:
                self.problem("decision.how", "not_one_of", value=quoted(how), possible=", ".join(HOW_CODES))
        elif kind == "start":
            self.start(entries)
        else:
            s.cur = self.number(entry.get("seat", s.first), "decision.seat", 0, s.n_seats - 1)
            s.phase = PHASE_OF[kind]
            if kind == "keep" and not s.offer_n[s.cur]:
                self.problem(f"players[{s.cur}].offer", "offer_missing", value=s.cur)
            if kind == "surcharge":
                self.surcharge(entry)

    def start(self, entries: list[dict[str, Any]]) -> None:
        """SETUP-7, SETUP-8: offers and the choices made so far."""
        s, p = self.s, self.t.parameters
        s.phase = c.START
        for seat, entry in enumerate(entries):
            place = f"players[{seat}].chosen"
            chosen = self.sequence(entry.get("chosen", []), place)
            if s.offer_n[seat]:
                s.stage[seat] = c.OWES_TICKETS
            else:
                s.stage[seat] = c.OWES_SPLIT if p.pieces_chosen else c.READY
            for text in chosen:
                try:
                    move = parse_move(self.t, text)
                except MoveError as error:
                    self.problems.append(Problem(error.message, error.parameters, place=place))
                    continue
                code = self.codec.code_of(move, s.offer_n[seat])
                if (
                    isinstance(move, KeepTickets)
                    and code
                    and s.stage[seat] == c.OWES_TICKETS
                    and self.keeps(code, seat)
                ):
                    s.choice[seat] = code
                    s.stage[seat] = c.OWES_SPLIT if p.pieces_chosen else c.READY
                elif isinstance(move, SplitPieces) and code and s.stage[seat] == c.OWES_SPLIT and self.splits(move):
                    s.split[seat] = move.first
                    s.stage[seat] = c.READY
                else:
                    self.problem(place, "not_a_choice", value=quoted(text))
        waiting = [seat for i in range(s.n_seats) if s.stage[seat := (s.first + i) % s.n_seats] != c.READY]
        if waiting:
            s.cur = waiting[0]
        else:
            self.problem("decision", "nobody_waits", value="start")

    def keeps(self, code: int, seat: int) -> bool:
        """Whether a start choice keeps enough tickets."""
        kept = (code >> c.PLACE & 255).bit_count()
        ordered = not self.t.map.start_box or not code & 65535
        return kept >= min(self.t.map.start_keep, self.s.offer_n[seat]) and ordered

    def splits(self, move: SplitPieces) -> bool:
        """SETUP-8: whether a split keeps to the pieces there are."""
        return move.first <= self.t.map.owned_pieces[0] and move.second <= self.t.map.owned_pieces[1]

    def surcharge(self, entry: dict[str, Any]) -> None:
        """A tunnel waiting for its surcharge: base and revealed cards lie open."""
        t, s, m = self.t, self.s, self.t.map
        track = self.name(entry.get("track"), self.track_index(), "decision.track", "unknown_track_here")
        base = self.card_list(entry.get("base", ""), "decision.base")
        shown = self.card_list(entry.get("revealed", ""), "decision.revealed")
        if track is None:
            return
        if not m.tunnel[track] or not s.open[track // c.WORD] >> track % c.WORD & 1:
            self.problem("decision.track", "no_open_tunnel", value=t.tracks[track])
            return
        payment = self.codec.track_payment(track, [t.kinds[kind] for kind in base])
        if payment is None or len(base) != m.length[track]:
            self.problem("decision.base", "not_a_payment", value=cards_text(tuple(t.kinds[kind] for kind in base)))
            return
        if len(shown) > 3:
            self.problem("decision.revealed", "too_many_offered", value=len(shown), most=3)
            return
        self.take(count_cards(base))
        self.take(count_cards(shown))
        s.pending = c.CLAIM << c.DEED | track << c.PLACE | payment
        s.shown[: len(shown)] = shown
        s.shown_n = len(shown)
        colour = payment >> c.COLOUR
        s.surcharge = sum(kind == m.wild or (colour != c.ALL_WILD and m.colour_of[kind] == colour) for kind in shown)
        if not s.surcharge:
            self.problem("decision.revealed", "no_surcharge", value=quoted(entry.get("revealed")))

    # ------------------------------------------------------------ decks
    def ticket_deck(self, data: dict[str, Any]) -> None:
        """Tickets from the top; by default every ordinary one not named elsewhere, shuffled."""
        from branchline.core.cards import below

        s, m = self.s, self.t.map
        if data.get("ticket_deck") is None:
            order = sorted(ticket for ticket in self.ticket_left if not m.long[ticket])
            for i in range(len(order) - 1, 0, -1):
                j = below(s.rng, i + 1)
                order[i], order[j] = order[j], order[i]
        else:
            order = []
            for ticket in self.names(data["ticket_deck"], self.ticket_index(), "ticket_deck", "unknown_ticket_here"):
                if self.take_ticket(ticket, "ticket_deck"):
                    order.append(ticket)
        for ticket in order:
            put_under_deck(s, ticket, -1)
        for i, seat in self.seen(data.get("ticket_deck_seen", {}), "ticket_deck_seen", len(order)).items():
            s.deck_by[i] = seat + 1

    def piles(self, data: dict[str, Any]) -> None:
        """The row, the piles and the discards: what is not named anywhere goes where it naturally lies."""
        t, s, m = self.t, self.s, self.t.map
        row = data.get("row")
        if row is not None:
            self.row(row)
        decks = self.mapping(data.get("decks", {}), "decks", t.decks)
        piles: list[tuple[list[int], dict[int, int] | None] | None] = []
        discards: list[dict[int, int] | None] = []
        for deck, name in enumerate(t.decks):
            entry = self.mapping(decks.get(name, {}), f"decks.{name}", ("pile", "discard"))
            piles.append(self.pile(entry["pile"], f"decks.{name}.pile", deck) if "pile" in entry else None)
            discard = entry.get("discard")
            discards.append(None if discard is None else self.cards(discard, f"decks.{name}.discard", deck))
            self.take(discards[-1] or {})
        for kind, n in enumerate(self.left):
            if n < 0:
                named = t.copies[kind] - n
                self.problem("", "too_many_cards", value=t.kinds[kind], named=named, most=t.copies[kind])
        if self.problems:
            return
        for kind, n in enumerate(self.left):
            s.pile[kind] = n
        self.count_piles()
        if row is None:
            settle_row(m, s, SILENT, 1)
        for deck in range(len(t.decks)):
            self.fill_deck(deck, piles[deck], discards[deck])
        self.count_piles()

    def fill_deck(
        self, deck: int, pile: tuple[list[int], dict[int, int] | None] | None, discard: dict[int, int] | None
    ) -> None:
        """The pile and the discard of one deck; so far both hold the cards that are named nowhere."""
        s = self.s
        kinds = [kind for kind in range(len(self.t.kinds)) if self.t.deck_of[kind] == deck]
        unnamed = {kind: s.pile[kind] + s.discard[kind] for kind in kinds}
        if pile is not None:
            order, rest = pile
            whole = rest is not None
            for kind in kinds:
                s.pile[kind] = order.count(kind) + (rest or {}).get(kind, 0) + (0 if whole else unnamed[kind])
                s.discard[kind] = unnamed[kind] if whole and discard is None else 0
            s.top[deck][: len(order)] = order[::-1]
            s.top_n[deck] = len(order)
        elif discard is None:
            return
        else:
            for kind in kinds:
                s.pile[kind], s.discard[kind] = unnamed[kind], 0
        for kind, n in (discard or {}).items():
            s.discard[kind] += n

    def count_piles(self) -> None:
        """The sizes of piles and discards."""
        s = self.s
        for deck in range(len(self.t.decks)):
            kinds = [kind for kind in range(len(self.t.kinds)) if self.t.deck_of[kind] == deck]
            s.pile_n[deck] = sum(s.pile[kind] for kind in kinds)
            s.discard_n[deck] = sum(s.discard[kind] for kind in kinds)

    def row(self, value: Any) -> None:
        """The row as stated, gaps and all."""
        s, t = self.s, self.t
        slots = [t.kinds[kind] for kind in self.card_list(value, "row")] if isinstance(value, str) else value
        slots = self.sequence(slots, "row")
        if len(slots) > t.row_size:
            self.problem("row", "row_size", value=len(slots), most=t.row_size)
            return
        for slot, card in enumerate(slots):
            if card is None:
                continue
            kind = self.name(card, t.kind_index, f"row[{slot}]", "unknown_card")
            if kind is not None:
                s.row[slot] = kind
                s.row_n += 1
                s.row_wilds += kind == t.map.wild
                s.row_of[t.deck_of[kind]] += 1
                self.take({kind: 1})

    def pile(self, value: Any, place: str, deck: int) -> tuple[list[int], dict[int, int] | None]:
        """A pile as its known top and the rest; the rest is None where it is whatever is named nowhere."""
        order: list[int] = []
        rest: dict[int, int] | None = {}
        if isinstance(value, Mapping) and ("top" in value or "rest" in value):
            self.mapping(value, place, ("top", "rest"))
            order = self.card_list(value.get("top", []), f"{place}.top", deck)
            rest = self.cards(value["rest"], f"{place}.rest", deck) if "rest" in value else None
        elif isinstance(value, Mapping):
            rest = self.cards(value, place, deck)
        else:
            order = self.card_list(value, place, deck)
        if len(order) > c.DECK_CARDS:
            self.problem(place, "too_many_offered", value=len(order), most=c.DECK_CARDS)
            order = []
        self.take(count_cards(order))
        self.take(rest or {})
        return order, rest

    def finish(self) -> None:
        """A finished game is scored."""
        if self.how is not None:
            finish(self.t.map, self.s, SILENT, self.how)


def count_cards(cards: Sequence[int]) -> dict[int, int]:
    """How many of each kind."""
    out: dict[int, int] = {}
    for kind in cards:
        out[kind] = out.get(kind, 0) + 1
    return out


# ---------------------------------------------------------------- scripts
def refuse(problems: list[Problem]) -> PositionError:
    """The error of a script."""
    return PositionError("errors.script", {"number": len(problems)}, problems)


def script_cards(t: Tables, state: State, deck: str, cards: Sequence[str] | str) -> State:
    """A state whose next cards are known."""
    s = state.copy()
    if not isinstance(deck, str) or deck not in t.deck_index:
        raise refuse([Problem("errors.not_one_of", {"value": quoted(deck), "possible": ", ".join(t.decks)})])
    reader = Reader({})
    reader.t = t
    d = t.deck_index[deck]
    order = reader.card_list(cards, "cards", d)
    for kind, n in count_cards(order).items():
        # Cards of the discard may come once it is shuffled in.
        if n > s.pile[kind] + s.discard[kind] + s.row.count(kind) + sum(hand[kind] for hand in s.hand):
            reader.problem("cards", "too_many_cards", value=t.kinds[kind], named=n, most=s.pile[kind] + s.discard[kind])
    if len(order) > c.DECK_CARDS:
        reader.problem("cards", "too_many_offered", value=len(order), most=c.DECK_CARDS)
    if reader.problems:
        raise refuse(reader.problems)
    s.top[d] = order[::-1] + [0] * (c.DECK_CARDS - len(order))
    s.top_n[d] = len(order)
    return s


def script_tickets(t: Tables, state: State, tickets: Sequence[str]) -> State:
    """A state whose next tickets are known."""
    s = state.copy()
    reader = Reader({})
    reader.t = t
    wanted = reader.names(tickets, reader.ticket_index(), "tickets", "unknown_ticket_here")
    order = deck_tickets(s)
    by = dict(order)
    for ticket in wanted:
        if ticket not in by:
            reader.problem("tickets", "ticket_not_in_deck", value=t.tickets[ticket])
    if reader.problems:
        raise refuse(reader.problems)
    rest = [pair for pair in order if pair[0] not in wanted]
    for i, (ticket, seat) in enumerate([*((ticket, by[ticket]) for ticket in wanted), *rest]):
        s.deck[(s.deck_head + i) % c.TICKETS] = ticket
        s.deck_by[(s.deck_head + i) % c.TICKETS] = seat
    return s
