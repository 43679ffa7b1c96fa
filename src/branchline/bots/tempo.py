"""
Greedy, wary and racer: three styles of play by tempo, after their published descriptions (wqparker,
ttr-strategy-emergence, 2026). Greedy chases tickets, wary does so while there is time, racer ends the game early.
"""

from __future__ import annotations

from random import Random

from branchline.bots.heuristic import Heuristic
from branchline.bots.sight import Needs, Sight
from branchline.game import moves as mv
from branchline.game.variants import Ticket

CHEAP = 0.6
"""Another ticket is kept if it costs no more than this share of the pieces that are not spoken for."""
TICKETS_FROM = 12
"""Pieces that greedy must have left to draw tickets."""
FILLER = 3
"""The shortest track that greedy claims for its points alone."""
ALERT = 15
"""Wary looks at the clock once a rival has so few pieces left."""
PACE = 3
"""Pieces that wary thinks a rival places in a turn."""
LONG = 6
"""The tracks that racer is after."""


class Greedy(Heuristic):
    """Plans the cheapest way for every ticket, claims what it can of that, and draws the cards that it lacks."""

    def alert(self, sight: Sight) -> bool:
        """Whether the end is near; greedy never looks."""
        return False

    def turns_left(self, sight: Sight) -> int:
        """A guess of the own turns that are left: the fastest rival places about three pieces a turn."""
        return 1 if sight.last else max(0, sight.rivals_trains - sight.ground.parameters.end_supply) // PACE + 1

    def turns_needed(self, sight: Sight, tracks: tuple[str, ...]) -> int:
        """A turn for each track, and one for every two cards that are missing."""
        missing = max(0, sum(sight.missing(track, wilds=False) for track in tracks) - sight.wilds)
        return len(tracks) + (missing + 1) // 2

    def targets(self, sight: Sight) -> dict[str, Ticket]:
        """The tracks to claim, each with the most valuable ticket that it serves; twins serve as well."""
        targets: dict[str, Ticket] = {}
        turns = self.turns_left(sight) if self.alert(sight) else None
        for ticket in sight.open_tickets:
            way = sight.net.through(ticket.cities)
            if not way or way.cost > sight.trains:
                continue
            if turns is not None and self.turns_needed(sight, way.tracks) > turns:
                continue
            for track in way.tracks:
                targets.setdefault(track, ticket)
        for track, ticket in list(targets.items()):
            twin = sight.ground.tracks[track].twin
            if twin in sight.net.free:
                targets.setdefault(twin, ticket)
        return targets

    def turn(self, sight: Sight) -> mv.AnyMove:
        targets = self.targets(sight)
        alert = self.alert(sight)
        claims = sight.claims
        needs = sight.needs(targets)
        wanted = [track for track in claims if track in targets]
        if wanted:
            track = max(wanted, key=sight.length)
            others = sight.needs(it for it in targets if it != track)
            return self.claim(sight, track, others, "bots.because_ticket", ticket=targets[track].id)
        if sight.last and claims:
            return self.claim(sight, max(claims, key=sight.length), None, "bots.because_points")
        if not targets:
            tickets = mv.DrawTickets()
            if sight.trains >= TICKETS_FROM and not alert and not sight.last and tickets in sight.moves:
                return self.because("bots.because_tickets", tickets)
            fillers = [track for track in claims if sight.length(track) >= (1 if alert else FILLER)]
            if fillers:
                return self.claim(sight, max(fillers, key=sight.length), None, "bots.because_points")
        return self.swap(sight, targets) or self.draw(sight, needs) or self.leftover(sight)

    def second(self, sight: Sight) -> mv.AnyMove:
        return self.draw(sight, sight.needs(self.targets(sight))) or self.leftover(sight)

    def draw(self, sight: Sight, needs: Needs) -> mv.AnyMove | None:
        """The card of the row that is missed most, else a blind one, else any coloured one, else a wild."""
        coloured = [move for move in sight.draws if move.card != "wild"]
        useful = [move for move in coloured if sight.usefulness(move.card, needs)]
        if useful:
            best = max(useful, key=lambda move: sight.usefulness(move.card, needs))
            return self.take(sight.row(best.card, needs) or best)
        if blind := self.draw_blind(sight, needs):
            return blind
        if coloured:
            return self.take(self.random.choice(coloured))
        return self.take(sight.draws[0]) if sight.draws else None

    def keep(self, sight: Sight) -> mv.AnyMove:
        fewest = min(len(move.kept) for move in sight.keeps)
        costs = {ticket.id: sight.net.through(ticket.cities).cost for ticket in [*sight.offer, *sight.open_tickets]}
        budget = sight.trains - sum(min(costs[ticket.id], sight.trains) for ticket in sight.open_tickets)
        places: list[int] = []
        ranked = sorted(enumerate(sight.offer, 1), key=lambda entry: (costs[entry[1].id], -entry[1].points))
        for place, ticket in ranked:
            cost = costs[ticket.id]
            if len(places) < fewest or cost <= budget * CHEAP:
                places.append(place)
                budget -= min(cost, sight.trains)
        return self.because("bots.because_cheap_tickets", choice(sight, places))


class Wary(Greedy):
    """Greedy that watches the rivals' pieces: near the end it draws no tickets and drops those that come too late."""

    def alert(self, sight: Sight) -> bool:
        return sight.last or sight.rivals_trains <= ALERT


class Racer(Heuristic):
    """Few tickets, long tracks only, and the game over before the others have finished theirs."""

    def __init__(self, random: Random, length: int = LONG) -> None:
        super().__init__(random)
        self.least = length

    def keep(self, sight: Sight) -> mv.AnyMove:
        fewest = min(len(move.kept) for move in sight.keeps)
        ranked = sorted(enumerate(sight.offer, 1), key=lambda entry: sight.net.through(entry[1].cities).cost)
        return self.because("bots.because_few_tickets", choice(sight, [place for place, _ in ranked[:fewest]]))

    def within_reach(self, sight: Sight) -> list[str]:
        """Free tracks that are long enough, if there still are any; towards the end all that the pieces suffice for."""
        supply, piece = sight.supply, sight.ground.piece
        fitting = [track for track in sight.net.free if sight.length(track) <= supply[piece[track]]]
        if sight.last or sight.trains < self.least or not fitting:
            return fitting
        shortest = min(self.least, max(map(sight.length, fitting)))
        return [track for track in fitting if sight.length(track) >= shortest]

    def turn(self, sight: Sight) -> mv.AnyMove:
        goals = self.within_reach(sight)
        among = set(goals)
        claims = [track for track in sight.claims if track in among]
        if claims:
            mine = sight.net.cities

            def worth(track: str) -> tuple[int, bool]:
                it = sight.ground.tracks[track]
                return it.length, it.a in mine or it.b in mine

            best = max(map(worth, claims))
            track = self.random.choice([track for track in claims if worth(track) == best])
            return self.claim(sight, track, None, "bots.because_long")
        return self.draw(sight, goals) or self.leftover(sight)

    def second(self, sight: Sight) -> mv.AnyMove:
        return self.draw(sight, self.within_reach(sight)) or self.leftover(sight)

    def draw(self, sight: Sight, goals: list[str]) -> mv.AnyMove | None:
        """Towards the track that lacks fewest cards: its colour from the row, else blind."""
        needs: Needs = {}
        if goals:
            index = sight.ground.tracks
            goal = min(goals, key=lambda track: (sight.missing(track), -sight.length(track), index[track].index))
            piece = sight.ground.piece[goal]
            colour = index[goal].colour or sight.best_colour(piece)
            needs = {(colour, piece): max(1, sight.missing(goal))}
            for move in sight.draws:
                if sight.usefulness(move.card, needs):
                    return self.take(sight.row(move.card, needs) or move)
        if blind := self.draw_blind(sight, needs):
            return blind
        coloured = [move for move in sight.draws if move.card != "wild"]
        if coloured:
            return self.take(self.random.choice(coloured))
        return self.take(sight.draws[0]) if sight.draws else None


def choice(sight: Sight, places: list[int]) -> mv.KeepTickets:
    """The choice that keeps these places of the offer; if there is none, the nearest."""
    wanted = set(places)
    return min(sight.keeps, key=lambda move: (len(wanted.symmetric_difference(move.kept)), len(move.kept)))
