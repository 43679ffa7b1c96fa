"""
The four agents of de Mesentier Silva, Lee, Togelius and Nealen (AI-based Playtesting of Contemporary Board Games,
2017): Route-focused (Path), Hungry, One-Step-Thinker and Long-Route-Junkie.

Published results were made with their code, so its habits belong to them, among them those that look like slips: Path
never finds the colour it wants in the row, and claims the shortest tracks when its tickets are done; One-Step-Thinker
and Long-Route-Junkie keep the tickets of the fewest points; Hungry goes by the most frequent colour of the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise

from branchline.bots.heuristic import Heuristic
from branchline.bots.sight import NO_WAY, Needs, Sight, Way
from branchline.game import moves as mv
from branchline.game.variants import Ticket, Track

THRESHOLD = 8
"""Pieces that everybody must have left for One-Step-Thinker to draw tickets, and that Hungry keeps for more."""
SPARE = 5
"""Pieces that Hungry would like to have left over when it chooses tickets."""
SHORTEST = 3
"""Long-Route-Junkie plans with no shorter tracks."""


def reachable(sight: Sight, ticket: Ticket, shortest: int = 1) -> Way:
    """The way of the fewest tracks through the cities of a ticket."""
    legs = [sight.net.fewest(a, b, shortest) for a, b in pairwise(ticket.cities)]
    if not all(legs):
        return NO_WAY
    return legs[0] if len(legs) == 1 else Way(sum(leg.cost for leg in legs), sum((leg.tracks for leg in legs), ()))


def keep_all(sight: Sight) -> mv.KeepTickets:
    """All that are offered."""
    return max(sight.keeps, key=lambda move: len(move.kept))


def fewest_points(sight: Sight) -> mv.KeepTickets:
    """The choice of the fewest points."""
    return min(sight.keeps, key=lambda move: (sum(ticket.points for ticket in sight.kept(move)), move.kept))


class Path(Heuristic):
    """Route-focused: keeps every ticket, follows the ways of the fewest tracks, draws blind, and never looks up."""

    def keep(self, sight: Sight) -> mv.AnyMove:
        return self.because("bots.because_all_tickets", keep_all(sight))

    def turn(self, sight: Sight) -> mv.AnyMove:
        tracks = sight.ground.tracks
        wanted: dict[str, tuple[int, Ticket | None]] = {}
        for ticket in sight.open_tickets:
            for track in reachable(sight, ticket).tracks:
                if sight.length(track) < sight.supply[sight.ground.piece[track]]:
                    wanted.setdefault(track, (sight.ground.points(tracks[track]) + 2 * ticket.points, ticket))
        if not wanted:
            free = [track for track in sight.net.free if sight.length(track) < sight.supply[sight.ground.piece[track]]]
            wanted = {track: (-sight.ground.points(tracks[track]), None) for track in free}
        claims = [track for track in sight.claims if any(it in wanted for it in (track, tracks[track].twin))]
        if claims:

            def worth(track: str) -> tuple[int, int]:
                return max(wanted[it][0] for it in (track, tracks[track].twin) if it in wanted), -tracks[track].index

            best = max(claims, key=worth)
            serves = wanted.get(best, wanted.get(tracks[best].twin or "", (0, None)))[1]
            if serves:
                return self.claim(sight, best, None, "bots.because_ticket", ticket=serves.id)
            return self.claim(sight, best, None, "bots.because_points")
        return self.swap(sight, [track for track, (_, it) in wanted.items() if it]) or self.second(sight)

    def second(self, sight: Sight) -> mv.AnyMove:
        if blind := self.draw_blind(sight):
            return blind
        wild = sight.row("wild")
        return self.take(wild) if wild else self.random.choice(sight.moves)


class Hungry(Heuristic):
    """Draws tickets as long as it has pieces to spare for more, and builds one plan for all of them."""

    plan: tuple[str, ...] = ()
    threshold = 0
    """What the last plan that it looked at would take."""
    points = -1

    def keep(self, sight: Sight) -> mv.AnyMove:
        held = [city for ticket in sight.tickets for city in ticket.cities]
        points = sum(ticket.points for ticket in sight.tickets)
        best: mv.KeepTickets | None = None
        ratio, least = 0.0, sight.trains
        for move in sight.keeps:
            kept = sight.kept(move)
            cities = list(dict.fromkeys([*held, *(city for ticket in kept for city in ticket.cities)]))
            plan = self.plan_for(sight, cities)
            cost = sum(map(sight.length, plan))
            gain = points + sum(ticket.points for ticket in kept)
            gain += sum(sight.ground.points(sight.ground.tracks[track]) for track in plan)
            self.threshold = cost
            if cost <= sight.trains - SPARE:
                if gain / max(cost, 1) > ratio:
                    ratio, best = gain / max(cost, 1), move
            elif cost <= sight.trains and cost < least:
                least, best = cost, move
        self.points = -1
        if best is None:
            return self.because("bots.because_cheap_tickets", fewest_points(sight))
        return self.because("bots.because_best_tickets", best)

    def plan_for(self, sight: Sight, cities: list[str]) -> tuple[str, ...]:
        """
        The tracks of a plan that joins cities.

        Two networks grow from the two cities that are farthest apart, each other city is joined to the nearer one, and
        at last the two are joined.
        """
        way = sight.net.way
        for city in cities:
            sight.net.look_from(city)
        pairs = [(way(a, b).cost, a, b) for a, b in combinations(cities, 2) if way(a, b)]
        if not pairs:
            return ()
        _, start, end = max(pairs, key=lambda pair: pair[0])
        sides: tuple[list[str], list[str]] = ([start], [end])
        tracks: dict[str, None] = {}
        for city in cities:
            if city in (start, end):
                continue
            found = min((way(city, other).cost, side, other) for side in (0, 1) for other in sides[side])
            sides[found[1]].append(city)
            tracks |= dict.fromkeys(way(city, found[2]).tracks)
        joins = ((way(a, b).cost, a, b) for a in sides[0] for b in sides[1])
        _, a, b = min(joins)
        tracks |= dict.fromkeys(way(a, b).tracks)
        return tuple(tracks)

    def replan(self, sight: Sight) -> None:
        """A new plan whenever somebody has scored."""
        points = sum(seat.score for seat in sight.view.seats)
        if points == self.points:
            return
        self.points = points
        cities = [city for it in sight.tickets if reachable_at_all(sight, it) for city in it.cities]
        self.plan = self.plan_for(sight, list(dict.fromkeys(cities)))

    def turn(self, sight: Sight) -> mv.AnyMove:
        self.replan(sight)
        if self.threshold < sight.trains - THRESHOLD and mv.DrawTickets() in sight.moves:
            return self.because("bots.because_tickets", mv.DrawTickets())
        plan = [track for track in self.plan if track in sight.net.free]
        needs = self.colours(sight, plan)
        if not plan and sight.claims:
            return self.claim(sight, max(sight.claims, key=sight.length), None, "bots.because_points")
        tracks = sight.ground.tracks
        joined = {frozenset((tracks[track].a, tracks[track].b)): track for track in plan}
        for track, ways in sight.claims.items():
            it = tracks[track]
            planned = joined.get(frozenset((it.a, it.b)))
            if planned is None:
                continue
            if tracks[planned].colour is None:  # a gray track only with colours that nothing else needs
                ways = [move for move in ways if not any(needs.get(key, 0) > 0 for key in colours_of(sight, move))]
            if ways:
                return self.because("bots.because_plan", sight.payment(ways, needs), track=track)
        return self.swap(sight, plan) or self.draw(sight, needs)

    def second(self, sight: Sight) -> mv.AnyMove:
        self.replan(sight)
        return self.draw(sight, self.colours(sight, [track for track in self.plan if track in sight.net.free]))

    def colours(self, sight: Sight, plan: Iterable[str]) -> Needs:
        """Cards that the plan takes by colour, whatever is in hand; gray tracks count under ``""``."""
        needs: Needs = {}
        for track in plan:
            key = (sight.ground.tracks[track].colour or "", sight.ground.piece[track])
            needs[key] = needs.get(key, 0) + sight.length(track)
        return needs

    def draw(self, sight: Sight, needs: Needs) -> mv.AnyMove:
        """The most frequent colour of the row if the plan takes it, or if it mostly takes any colour; else blind."""
        row = Counter(card for card in sight.view.row if card)
        if row:
            card, n = row.most_common(1)[0]
            taken = sight.row(card, needs)
            gray = bool(needs) and max(needs, key=needs.__getitem__)[0] == ""
            if taken and (sight.usefulness(card, needs) or (gray and n > 1)):
                return self.take(taken)
        return self.draw_blind(sight, needs) or self.random.choice(sight.moves)


def reachable_at_all(sight: Sight, ticket: Ticket) -> bool:
    """Whether a ticket can still be completed without stations."""
    return all(sight.net.way(a, b) for a, b in pairwise(ticket.cities))


def colours_of(sight: Sight, move: mv.ClaimTrack) -> set[tuple[str, int]]:
    """The colours of a payment."""
    kinds, pays = sight.ground.kinds, sight.ground.pays
    return {(colour, pays[card]) for card in move.cards if (colour := kinds[card].colour)}


class OneStep(Heuristic):
    """One-Step-Thinker: one track at a time, on the way of its best ticket; more tickets when all are done."""

    shortest = 1
    draws_tickets = True
    gray_rank = 10
    points = -1
    objective: str | None = None
    """The track that it is after; kept until somebody scores."""
    colour: tuple[str, int] = ("", 0)
    serves: Ticket | None = None
    hungry = False

    def keep(self, sight: Sight) -> mv.AnyMove:
        self.points = -1
        if sight.view.decision == "start":
            return self.because("bots.because_all_tickets", keep_all(sight))
        return self.because("bots.because_few_tickets", fewest_points(sight))

    def aim(self, sight: Sight) -> None:
        """Choose the next track to be after, whenever somebody has scored."""
        points = sum(seat.score for seat in sight.view.seats)
        if points == self.points:
            return
        self.points, self.objective, self.serves, self.hungry = points, None, None, False
        shortest = min(self.shortest, max(sight.trains, 1))
        for ticket in sight.open_tickets:
            way = reachable(sight, ticket, shortest)
            if way:
                self.serves = ticket
                self.next_track(sight, way)
                return
        deck = sight.view.ticket_deck > 0
        everybody = min(sight.trains, sight.rivals_trains)
        if self.draws_tickets and everybody >= THRESHOLD and deck:
            self.hungry = True
            return
        self.longest(sight)

    def next_track(self, sight: Sight, way: Way) -> None:
        """The first track of the way that is still missing, in the colour held most of those that it takes."""
        if not way.tracks:
            return
        track = sight.ground.tracks[way.tracks[0]]
        piece = sight.ground.piece[track.id]
        twins = [it for it in beside(sight, track) if it.id in sight.net.free]
        colours = [it.colour for it in twins]
        self.objective = track.id
        if None in colours:
            best = sight.best_colour(piece)
            held = sight.strength.get((best, piece), 0)
            self.colour = ("wild", piece) if sight.wilds > held else (best, piece)
        else:
            self.colour = (max((it or "" for it in colours), key=lambda it: sight.strength.get((it, piece), 0)), piece)

    def longest(self, sight: Sight) -> None:
        """The longest free track, among equals the one that the hand is best for."""
        supply, piece = sight.supply, sight.ground.piece
        free = [sight.ground.tracks[id] for id in sight.net.free if sight.length(id) <= supply[piece[id]]]
        if not free:
            return
        most = max(track.length for track in free)
        best = max((it for it in free if it.length == most), key=lambda it: (self.rank(sight, it), -it.index))
        self.objective = best.id
        self.colour = (best.colour or "", piece[best.id])

    def rank(self, sight: Sight, track: Track) -> int:
        """How good the hand is for a track."""
        piece = sight.ground.piece[track.id]
        most = max((n for (_, kind), n in sight.strength.items() if kind == piece), default=0)
        have = most if track.colour is None else sight.strength.get((track.colour, piece), 0)
        if have >= track.length:
            return self.gray_rank if track.colour is None else 10
        if have + sight.wilds >= track.length:
            return 9
        return 9 + (track.colour is None) - track.length + most

    def turn(self, sight: Sight) -> mv.AnyMove:
        self.aim(sight)
        if self.hungry and mv.DrawTickets() in sight.moves:
            self.points = -1
            return self.because("bots.because_tickets", mv.DrawTickets())
        if self.objective is not None:
            goal = sight.ground.tracks[self.objective]
            for track in beside(sight, goal):
                if track.id in sight.claims:
                    if self.serves:
                        return self.claim(sight, track.id, None, "bots.because_ticket", ticket=self.serves.id)
                    return self.claim(sight, track.id, None, "bots.because_long")
            if swap := self.swap(sight, [goal.id]):
                return swap
        return self.second(sight)

    def second(self, sight: Sight) -> mv.AnyMove:
        self.aim(sight)
        if self.objective is not None:
            needs = {self.colour: 1}
            for move in sight.draws:
                if sight.usefulness(move.card, needs):
                    return self.take(sight.row(move.card, needs) or move)
            wild = sight.row("wild", needs)
            if wild:
                return self.take(wild)
            if blind := self.draw_blind(sight, needs):
                return blind
        draws: list[mv.AnyMove] = [*sight.draws, *sight.blinds]
        if draws:
            return self.random.choice(draws)
        if sight.claims:
            return sight.payment(self.random.choice(list(sight.claims.values())))
        return self.random.choice(sight.moves)


def beside(sight: Sight, track: Track) -> list[Track]:
    """The tracks between the same two cities, the track itself first."""
    ground = sight.ground
    others = [it for there, it in ground.at[track.a] if there == track.b and it is not track]
    return [track, *others]


class LongRoute(OneStep):
    """Long-Route-Junkie: like One-Step-Thinker, but without short tracks and without more tickets."""

    shortest = SHORTEST
    draws_tickets = False
    gray_rank = 15

    def keep(self, sight: Sight) -> mv.AnyMove:
        self.points = -1
        return self.because("bots.because_few_tickets", fewest_points(sight))
