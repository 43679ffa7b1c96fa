"""
What a bot sees in a view: the network as it is and as it may become, what it can pay, how its tickets stand.

For bots that decide in well under a millisecond. Nothing here knows more than the view: :class:`Ground` is the printed
map, :class:`Network` who owns what, :class:`Sight` a whole view with the moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from branchline.game import moves as mv
from branchline.game.events import TunnelDeclined, TurnBegan
from branchline.game.parameters import Parameters
from branchline.game.variants import CardKind, Ticket, Track, Variant
from branchline.game.view import View

Needs = dict[tuple[str, int], int]
"""Cards missing by colour and piece (0: the first kind of pieces, 1: the second)."""

NEVER = 1 << 20
"""The cost of what is out of reach."""
LOAN = 10
"""What borrowing a track through a station counts, in pieces: more than most ways around."""
REACH = {"double": 2}
"""Spaces that a card of a form covers, where not one (SHIP-1)."""
SHIPS = ("single", "double")


class Ground:
    """The printed map under one choice of options."""

    def __init__(self, variant: Variant, parameters: Parameters) -> None:
        self.variant = variant
        self.parameters = parameters
        self.tracks: Mapping[str, Track] = {track.id: track for track in variant.tracks}
        self.at: dict[str, list[tuple[str, Track]]] = {city.id: [] for city in variant.cities}
        """City to neighbours, with the tracks that lead there."""
        for track in variant.tracks:
            self.at[track.a].append((track.b, track))
            self.at[track.b].append((track.a, track))
        self.pieces = tuple(parameters.pieces)
        self.piece = {track.id: self.pieces.index(track.piece) for track in variant.tracks}
        self.kinds: Mapping[str, CardKind] = {kind.id: kind for kind in variant.cards.kinds}
        self.pays = {
            kind.id: int(kind.form in SHIPS and len(self.pieces) > 1) for kind in variant.cards.kinds if kind.colour
        }
        """Which kind of piece a coloured card pays for."""
        self.deck_of_piece = [
            next(kind.deck for kind in variant.cards.kinds if self.pays.get(kind.id) == piece)
            for piece in range(len(self.pieces))
        ]

    def points(self, track: Track) -> int:
        """What a track scores."""
        return self.parameters.track_points.get(track.length, 0)


@lru_cache(maxsize=64)
def ground(variant: Variant, options: tuple[tuple[str, object], ...]) -> Ground:
    """The ground of a variant with options, made once."""
    return Ground(variant, variant.with_options(dict(options)).parameters)


class Way:
    """How to join cities: what it costs in pieces, which tracks are missing, and what would have to be borrowed."""

    __slots__ = ("cost", "loans", "tracks")

    def __init__(self, cost: int, tracks: tuple[str, ...] = (), loans: tuple[str, ...] = ()) -> None:
        self.cost = cost
        self.tracks = tracks
        self.loans = loans

    def __bool__(self) -> bool:
        return self.cost < NEVER


NO_WAY = Way(NEVER)


class Network:
    """Who owns what, as one seat sees it. It does not change, and is kept between decisions."""

    def __init__(
        self, ground: Ground, seat: int, tracks: tuple[tuple[str, ...], ...], stations: tuple[str, ...], left: int
    ) -> None:
        self.ground = ground
        self.own = frozenset(tracks[seat])
        self.taken = {track: owner for owner, those in enumerate(tracks) for track in those}
        shut = set(self.taken)
        alone = len(tracks) < ground.parameters.twins_open_from
        for track in self.taken if alone else self.own:  # DOUBLE-1, DOUBLE-3
            if twin := ground.tracks[track].twin:
                shut.add(twin)
        self.free = frozenset(ground.tracks.keys() - shut)
        """Tracks that the seat may still claim some day."""
        self.stations_left = left
        lent = {
            track.id
            for city in stations
            for _, track in ground.at[city]
            if self.taken.get(track.id, seat) != seat and track.id not in self.own
        }
        self.step: dict[str, tuple[int, bool]] = dict.fromkeys((*self.own, *lent), (0, False))
        """What a step along a track costs, and whether it has to be borrowed first; shut tracks are missing."""
        for track in self.free:
            self.step[track] = (ground.tracks[track].length, False)
        if left:
            self.step |= {track: (LOAN, True) for track in self.taken if track not in self.step}
        self.ways: dict[tuple[str, str, int], Way] = {}
        self.trees: dict[str, tuple[dict[str, int], dict[str, tuple[str, str]]]] = {}

    @cached_property
    def group(self) -> dict[str, str]:
        """City to one city that stands for its connected group; cities without own tracks are missing."""
        group: dict[str, str] = {}

        def head(city: str) -> str:
            while group.setdefault(city, city) != city:
                city = group[city]
            return city

        for track, (cost, _) in self.step.items():
            if cost == 0:
                group[head(self.ground.tracks[track].a)] = head(self.ground.tracks[track].b)
        return {city: head(city) for city in list(group)}

    @cached_property
    def cities(self) -> frozenset[str]:
        """Cities that own tracks touch."""
        return frozenset(end for id in self.own for end in (self.ground.tracks[id].a, self.ground.tracks[id].b))

    def joined(self, cities: Sequence[str]) -> bool:
        """Whether cities are joined by own and borrowed tracks."""
        first = self.group.get(cities[0])
        return first is not None and all(self.group.get(city) == first for city in cities[1:])

    def way(self, a: str, b: str, shortest: int = 1) -> Way:
        """The cheapest way between two cities over own and free tracks of at least a length."""
        key = (a, b, shortest)
        if key not in self.ways:
            best, came = self._tree(a, b, shortest)
            self.ways[key] = self._found(a, b, best[b], came) if b in best else NO_WAY
        return self.ways[key]

    def look_from(self, city: str) -> None:
        """Find the ways from a city to everywhere at once; worth it when many of them are asked for."""
        if city not in self.trees:
            self.trees[city] = self._tree(city, "", 1)

    def _tree(self, a: str, b: str, shortest: int) -> tuple[dict[str, int], dict[str, tuple[str, str]]]:
        """The cheapest ways from a city, as far as they are needed: the costs, and from where one came."""
        if shortest == 1 and a in self.trees:
            return self.trees[a]
        at, step = self.ground.at, self.step
        best = {a: 0}
        came: dict[str, tuple[str, str]] = {}
        ahead = [(0, a)]
        while ahead:
            cost, city = heappop(ahead)
            if city == b:
                break
            if cost > best[city]:
                continue
            for there, track in at[city]:
                found = step.get(track.id)
                if found is None or (found[0] and track.length < shortest):
                    continue
                total = cost + found[0]
                if total < best.get(there, NEVER):
                    best[there] = total
                    came[there] = (city, track.id)
                    heappush(ahead, (total, there))
        return best, came

    def fewest(self, a: str, b: str, shortest: int = 1) -> Way:
        """The way of the fewest tracks, own ones counted too: how the agents of 2017 looked for one."""
        key = (a, b, -shortest)
        if key in self.ways:
            return self.ways[key]
        at, step = self.ground.at, self.step
        came: dict[str, tuple[str, str]] = {a: ("", "")}
        ahead = [a]
        for city in ahead:
            if city == b:
                break
            for there, track in at[city]:
                found = step.get(track.id)
                if found and not found[1] and there not in came and (not found[0] or track.length >= shortest):
                    came[there] = (city, track.id)
                    ahead.append(there)
        way = NO_WAY
        if b in came:
            way = self._found(a, b, 0, came)
            way.cost = sum(self.ground.tracks[track].length for track in way.tracks)
        self.ways[key] = way
        return way

    def _found(self, a: str, b: str, cost: int, came: Mapping[str, tuple[str, str]]) -> Way:
        """The way from what was noted while looking for it."""
        tracks, loans = [], []
        city = b
        while city != a:
            city, track = came[city]
            paid, borrowed = self.step[track]
            if borrowed:
                loans.append(track)
            elif paid:
                tracks.append(track)
        if len(loans) > self.stations_left:
            return NO_WAY
        return Way(cost, tuple(reversed(tracks)), tuple(loans))

    def through(self, cities: Sequence[str]) -> Way:
        """The cheapest way through cities in order."""
        if len(cities) == 2:
            return self.way(cities[0], cities[1])
        legs = [self.way(a, b) for a, b in pairwise(cities)]
        if not all(legs):
            return NO_WAY
        tracks = tuple(dict.fromkeys(track for leg in legs for track in leg.tracks))
        loans = tuple(dict.fromkeys(track for leg in legs for track in leg.loans))
        cost = sum(self.ground.tracks[track].length for track in tracks) + LOAN * len(loans)
        return Way(cost, tracks, loans) if len(loans) <= self.stations_left else NO_WAY


@lru_cache(maxsize=256)
def network(
    ground: Ground, seat: int, tracks: tuple[tuple[str, ...], ...], stations: tuple[str, ...], left: int
) -> Network:
    """The network of a seat, made once for all decisions at which it is the same."""
    return Network(ground, seat, tracks, stations, left)


class Sight:
    """One view with its moves."""

    def __init__(self, view: View, moves: Sequence[mv.AnyMove]) -> None:
        self.view = view
        self.moves = moves
        self.own = view.own
        self.ground = ground(view.resolve(), tuple(view.options.items()))
        self.hand: Mapping[str, int] = self.own.hand or {}
        self.wilds = self.hand.get("wild", 0)
        tracks = tuple(seat.tracks for seat in view.seats)
        self.net = network(self.ground, self.own.seat, tracks, self.own.stations, self.own.stations_left)

    # ------------------------------------------------------------ pieces and the end
    @cached_property
    def supply(self) -> tuple[int, ...]:
        """Own pieces by kind."""
        return tuple(self.own.pieces.get(piece, 0) for piece in self.ground.pieces)

    @property
    def trains(self) -> int:
        """All own pieces; before a split those that will be chosen (SETUP-8)."""
        chosen = self.ground.parameters.pieces_chosen
        return min(sum(self.supply), chosen) if chosen and self.view.decision == "start" else sum(self.supply)

    @property
    def rivals_trains(self) -> int:
        """The pieces of the rival who has the fewest."""
        return min(sum(seat.pieces.values()) for seat in self.view.seats if seat.seat != self.own.seat)

    @property
    def last(self) -> bool:
        """Whether the last turns have begun."""
        return self.view.last_turns is not None

    # ------------------------------------------------------------ tickets
    @cached_property
    def tickets(self) -> list[Ticket]:
        """Own tickets."""
        return [self.ground.variant.ticket(id) for id in self.own.tickets or ()]

    @cached_property
    def open_tickets(self) -> list[Ticket]:
        """Own tickets that are not completed, the most valuable first."""
        return sorted((it for it in self.tickets if not self.net.joined(it.cities)), key=lambda it: -it.points)

    @cached_property
    def offer(self) -> list[Ticket]:
        """The tickets to choose from."""
        return [self.ground.variant.ticket(id) for id in self.own.offer or () if id]

    @cached_property
    def keeps(self) -> list[mv.KeepTickets]:
        """Choices of tickets, each once: the order of those given back is left as dealt."""
        return [move for move in self.moves if isinstance(move, mv.KeepTickets) and not move.under]

    def kept(self, move: mv.KeepTickets) -> list[Ticket]:
        """The tickets that a choice keeps."""
        return [self.offer[place - 1] for place in move.kept]

    # ------------------------------------------------------------ claims and payments
    @cached_property
    def claims(self) -> dict[str, list[mv.ClaimTrack]]:
        """
        The tracks that can be claimed now, with every payment; not the tunnel that was given up a turn ago, as long as
        there are cards to draw for it: who only tries again and again never ends.
        """
        claims: dict[str, list[mv.ClaimTrack]] = {}
        for move in self.moves:
            if type(move) is mv.ClaimTrack:
                claims.setdefault(move.track, []).append(move)
        if self.draws or self.blinds:
            claims.pop(given_up(self.view) or "", None)
        return claims

    def length(self, track: str) -> int:
        """The length of a track."""
        return self.ground.tracks[track].length

    @cached_property
    def strength(self) -> dict[tuple[str, int], int]:
        """Spaces that the cards in hand cover, by colour and piece."""
        strength: dict[tuple[str, int], int] = {}
        for card, n in self.hand.items():
            kind = self.ground.kinds[card]
            if kind.colour:
                key = (kind.colour, self.ground.pays[card])
                strength[key] = strength.get(key, 0) + n * REACH.get(kind.form, 1)
        return strength

    def missing(self, track: str, wilds: bool = True) -> int:
        """Cards still missing for a track, if wilds fill what they can (or with ``wilds=False`` only ferries)."""
        it = self.ground.tracks[track]
        piece = self.ground.piece[track]
        if it.pair:
            pairs = sum(n - n % 2 for (_, kind), n in self.strength.items() if kind == 0)
            return max(0, it.length + it.pair - pairs - (self.wilds if wilds else 0))
        if it.colour is None:
            have = max((n for (_, kind), n in self.strength.items() if kind == piece), default=0)
        else:
            have = self.strength.get((it.colour, piece), 0)
        lacking = max(0, it.ferry - self.wilds)
        spare = max(0, self.wilds - it.ferry) if wilds else 0
        return lacking + max(0, it.length - it.ferry - have - spare)

    def best_colour(self, piece: int) -> str:
        """The colour of which the hand covers most spaces of a kind; the first of the map if none."""
        colours = self.ground.variant.cards.colours
        return max(colours, key=lambda colour: self.strength.get((colour, piece), 0))

    def needs(self, tracks: Iterable[str]) -> Needs:
        """Cards still missing to claim coloured tracks, each colour as if its tracks came one after the other."""
        needs: Needs = {}
        for track in tracks:
            it = self.ground.tracks[track]
            if it.colour is not None and not it.pair:
                key = (it.colour, self.ground.piece[track])
                missing = it.length - it.ferry - self.strength.get(key, 0)
                if missing > needs.get(key, 0):
                    needs[key] = missing
        return needs

    def payment(self, ways: Sequence[mv.ClaimTrack], needs: Needs | None = None) -> mv.ClaimTrack:
        """The natural payment: few wilds, no waste, no cards that are needed elsewhere, the colour held most of."""
        if len(ways) == 1:
            return ways[0]
        kinds, pays, needed = self.ground.kinds, self.ground.pays, needs or {}

        def price(move: mv.ClaimTrack) -> tuple[int, int, int, int, int]:
            wilds = covered = conflict = marks = 0
            spare = 0
            for card in move.cards:
                kind = kinds[card]
                if kind.colour is None:
                    wilds += 1
                    covered += 1
                    continue
                covered += REACH.get(kind.form, 1)
                marks += kind.form == "marked"
                key = (kind.colour, pays[card])
                conflict = max(conflict, needed.get(key, 0))
                spare = max(spare, self.strength[key])
            return wilds, covered, conflict, -spare, marks

        return min(ways, key=price)

    # ------------------------------------------------------------ drawing
    @cached_property
    def draws(self) -> list[mv.TakeRow]:
        """Cards of the row that can be taken."""
        return [move for move in self.moves if type(move) is mv.TakeRow]

    @cached_property
    def blinds(self) -> list[mv.DrawBlind]:
        """Piles that can be drawn from."""
        return [move for move in self.moves if type(move) is mv.DrawBlind]

    def usefulness(self, card: str, needs: Needs) -> int:
        """How much a coloured card is missing."""
        kind = self.ground.kinds[card]
        if kind.colour is None:
            return 0
        return needs.get((kind.colour, self.ground.pays[card]), 0)

    def row(self, card: str, needs: Needs | None = None) -> mv.TakeRow | None:
        """Taking a card from the row, the gap filled from the deck that is needed most; None if it is not there."""
        ways = [move for move in self.draws if move.card == card]
        if len(ways) < 2:
            return ways[0] if ways else None
        deck = self.wanted_deck(needs or {})
        return next((move for move in ways if move.refill == deck), ways[0])

    def blind(self, needs: Needs | None = None) -> mv.DrawBlind | None:
        """A blind card, from the deck that is needed most; None if there is none."""
        if len(self.blinds) < 2:
            return self.blinds[0] if self.blinds else None
        deck = self.wanted_deck(needs or {})
        return next((move for move in self.blinds if move.deck == deck), self.blinds[0])

    def wanted_deck(self, needs: Needs) -> str:
        """The deck that pays for the pieces that are needed most; else for those that are left most."""
        totals = [sum(n for (_, kind), n in needs.items() if kind == piece) for piece in range(len(self.supply))]
        if not any(totals):
            totals = list(self.supply)
        return self.ground.deck_of_piece[max(range(len(totals)), key=totals.__getitem__)]

    # ------------------------------------------------------------ what else a turn may be used for
    def of_kind(self, kind: type) -> list[mv.AnyMove]:
        """The moves of a kind."""
        return [move for move in self.moves if type(move) is kind]


def given_up(view: View) -> str | None:
    """The tunnel that the seat gave up on its last turn."""
    for event in reversed(view.log):
        if getattr(event, "seat", None) == view.seat and not isinstance(event, TurnBegan):
            return event.track if isinstance(event, TunnelDeclined) else None
    return None
