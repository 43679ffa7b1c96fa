"""What blocks add up to: who won how often, by how much, how fast, and with which faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from branchline.arena.blocks import Block, Plan, Played, add, time_of
from branchline.arena.statistics import Estimate, Meeting, Sprt, estimate, ratings_with_intervals, share


class Line(Struct, frozen=True):
    """What one bot did."""

    bot: str
    games: int
    wins: Estimate
    """Share of victories; a shared one counts for its part."""
    seats: tuple[float, ...]
    """Share of victories by seat."""
    points: Estimate
    elo: tuple[float, float, float]
    """Elo and its interval."""
    skill: tuple[float, float]
    """Openskill (Plackett and Luce): mu and sigma."""
    median: float
    p99: float
    slowest: float
    """Seconds for a decision."""
    decisions: int
    faults: dict[str, int]


class Pair(Struct, frozen=True):
    """What one bot did against another, at tables where both sat."""

    a: int
    b: int
    score: Estimate
    """Share of games in which a was ahead of b; equal ranks count half."""
    lead: Estimate
    """Points ahead."""


class Test(Struct, frozen=True):
    """How a sequential test stands."""

    low: float
    high: float
    ratio: float
    bounds: tuple[float, float]
    verdict: str
    course: tuple[float, ...]
    """The ratio block by block, at most 200 of them."""


class Summary(Struct, frozen=True):
    """Everything that a report says."""

    plan: Plan
    games: int
    lines: tuple[Line, ...]
    pairs: tuple[Pair, ...]
    endings: dict[str, int]
    turns: float
    troubles: tuple[str, ...]
    test: Test | None = None

    def pair(self, a: int, b: int) -> Pair | None:
        """What one bot did against another."""
        return next((pair for pair in self.pairs if (pair.a, pair.b) == (a, b)), None)

    @property
    def ranking(self) -> list[int]:
        """The bots by Elo, or by victories where a table seats more than two."""
        by_wins = self.plan.seats > 2
        return sorted(
            range(len(self.lines)),
            key=lambda bot: -(self.lines[bot].wins.mean if by_wins else self.lines[bot].elo[0]),
        )


def victories(game: Played) -> list[float]:
    """Each seat's part of the victory."""
    first = game.ranks.count(1)
    return [(rank == 1) / first for rank in game.ranks]


def ahead(game: Played, a: int, b: int) -> tuple[float, float] | None:
    """How bot a did against bot b in a game: the score and the lead; None if they did not both sit there."""
    ranks, scores = game.ranks, game.scores
    met = [
        (0.5 + 0.5 * ((ranks[i] < ranks[j]) - (ranks[i] > ranks[j])), scores[i] - scores[j])
        for i, one in enumerate(game.seats)
        for j, other in enumerate(game.seats)
        if one == a and other == b and i != j
    ]
    return (fmean(score for score, _ in met), fmean(lead for _, lead in met)) if met else None


def pair_scores(blocks: Sequence[Block], a: int, b: int) -> tuple[list[float], list[float]]:
    """Scores and leads of one bot against another, one a block."""
    scores, leads = [], []
    for block in blocks:
        met = [found for game in block.games if (found := ahead(game, a, b))]
        if met:
            scores.append(fmean(score for score, _ in met))
            leads.append(fmean(lead for _, lead in met))
    return scores, leads


def meetings(block: Block, bots: int) -> list[Meeting]:
    """Who beat whom in a block."""
    found = []
    for a in range(bots):
        for b in range(a):
            met = [result[0] for game in block.games if (result := ahead(game, a, b))]
            if met:
                even = sum(score == 0.5 for score in met)
                wins = sum(score for score in met if score != 0.5)
                found.append(Meeting(a, b, wins, len(met) - even - wins, even))
    return found


def skills(blocks: Sequence[Block], bots: int) -> list[tuple[float, float]]:
    """Openskill ratings, game by game."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = [model.rating() for _ in range(bots)]
    for block in blocks:
        for game in block.games:
            if len(set(game.seats)) < 2:
                continue
            # A bot that sits at several seats counts by the best of them.
            best = {bot: min(game.ranks[i] for i, it in enumerate(game.seats) if it == bot) for bot in game.seats}
            teams = model.rate([[rated[bot]] for bot in best], ranks=[float(rank) for rank in best.values()])
            for bot, team in zip(best, teams, strict=True):
                rated[bot] = team[0]
    return [(it.mu, it.sigma) for it in rated]


def quantile(times: dict[int, int], part: float) -> float:
    """The time within which a part of the decisions was made."""
    left = part * sum(times.values())
    for step in sorted(times):
        left -= times[step]
        if left <= 0:
            return time_of(step)
    return 0.0


def line_of(
    plan: Plan, blocks: Sequence[Block], bot: int, elo: tuple[float, float, float], skill: tuple[float, float]
) -> Line:
    """What one bot did."""
    wins: list[float] = []
    points: list[float] = []
    by_seat: list[list[float]] = [[] for _ in range(plan.seats)]
    times: dict[int, int] = {}
    faults: dict[str, int] = {}
    games = 0
    for block in blocks:
        shares, scores = [], []
        for game in block.games:
            games += bot in game.seats
            for seat, part in enumerate(victories(game)):
                if game.seats[seat] == bot:
                    shares.append(part)
                    scores.append(game.scores[seat])
                    by_seat[seat].append(part)
        if shares:
            wins.append(fmean(shares))
            points.append(fmean(scores))
        add(times, block.times.get(bot, {}))
        add(faults, block.faults.get(bot, {}))
    return Line(
        bot=plan.bots[bot],
        games=games,
        wins=share(wins),
        seats=tuple(fmean(parts) if parts else 0.0 for parts in by_seat),
        points=estimate(points),
        elo=elo,
        skill=skill,
        median=quantile(times, 0.5),
        p99=quantile(times, 0.99),
        slowest=quantile(times, 1.0),
        decisions=sum(times.values()),
        faults=faults,
    )


def summarise(plan: Plan, blocks: Sequence[Block], sprt: Sprt | None = None) -> Summary:
    """Add blocks up."""
    blocks = sorted(blocks, key=lambda block: (block.deal, block.lineup))
    number = len(plan.bots)
    met = [found for block in blocks if (found := meetings(block, number))]
    elo = ratings_with_intervals(met, number)
    skill = skills(blocks, number)
    pairs = []
    for a in range(number):
        for b in range(number):
            scores, leads = pair_scores(blocks, a, b) if a != b else ([], [])
            if scores:
                pairs.append(Pair(a, b, share(scores), estimate(leads)))
    played = [game for block in blocks for game in block.games]
    test = None
    if sprt is not None:
        scores = pair_scores(blocks, 0, 1)[0]
        step = max(1, len(scores) // 200)
        course = tuple(sprt.ratio(scores[:n]) for n in range(step, len(scores) + 1, step))
        test = Test(sprt.low, sprt.high, sprt.ratio(scores), sprt.bounds, sprt.verdict(scores), course)
    return Summary(
        plan=plan,
        games=len(played),
        lines=tuple(line_of(plan, blocks, bot, elo[bot], skill[bot]) for bot in range(number)),
        pairs=tuple(pairs),
        endings=dict(Counter(game.how for game in played)),
        turns=fmean(game.turns for game in played) if played else 0.0,
        troubles=tuple(trouble for block in blocks for trouble in block.troubles)[:10],
        test=test,
    )
