"""What many games of one person add up to. Sums go by kind of line and by name, whatever a variant has of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from branchline.game.sheet import KINDS
from branchline.server.games.deeds import Deeds
from branchline.server.games.finished import How

MOST_TRACKS, MOST_RECENT = 12, 60


class Played(Struct, frozen=True):
    """A game of a person."""

    game: str
    ended: float
    variant: str
    seats: int
    against: str
    how: How
    place: int | None
    score: int
    deeds: Deeds


class Best(Struct, frozen=True):
    """The best of something, and in which game."""

    value: int
    game: str
    variant: str


class TrackCount(Struct, frozen=True):
    """A track that was claimed in so many games."""

    variant: str
    track: str
    games: int


class TicketCount(Struct, frozen=True):
    """A ticket: in how many games it was kept, and in how many of them completed."""

    variant: str
    ticket: str
    kept: int
    completed: int


class Recent(Struct, frozen=True):
    """One of the last games."""

    game: str
    ended: float
    variant: str
    seats: int
    score: int
    place: int | None


class Group(Struct, frozen=True):
    """The games of one variant with so many seats against people or bots."""

    variant: str
    seats: int
    against: str
    games: int
    wins: int
    score: float
    """The mean of those played to the end."""
    best: int


class Statistics(Struct, frozen=True):
    """What the games add up to. Means are of the games that were played to the end."""

    games: int
    wins: int
    abandoned: int
    places: dict[int, int]
    """How many games by the place reached."""
    played: int
    """How many games were played to the end."""
    score: float
    points: dict[str, float]
    """Points a game by where they come from."""
    events: dict[str, float]
    """How often a game something was done."""
    tickets_kept: int
    tickets_completed: int
    score_best: Best | None
    trail_best: Best | None
    tickets_best: Best | None
    """The most tickets completed in a game."""
    streak: int
    """Games won one after the other until now."""
    streak_best: int
    tracks: tuple[TrackCount, ...]
    tickets: tuple[TicketCount, ...]
    groups: tuple[Group, ...]
    recent: tuple[Recent, ...]


def add_up(games: Sequence[Played]) -> Statistics:
    """The statistics of games in the order in which they ended."""
    whole = [game for game in games if game.how == "played"]
    points = means([game.deeds.points for game in whole], len(whole))
    results = [game for game in games if game.place is not None]
    streak = streak_best = 0
    for game in results:
        streak = streak + 1 if game.place == 1 else 0
        streak_best = max(streak_best, streak)
    tracks: Counter[tuple[str, str]] = Counter()
    kept: Counter[tuple[str, str]] = Counter()
    completed: Counter[tuple[str, str]] = Counter()
    for game in whole:
        tracks.update((game.variant, track) for track in game.deeds.tracks)
        kept.update((game.variant, ticket) for ticket in (*game.deeds.completed, *game.deeds.failed))
        completed.update((game.variant, ticket) for ticket in game.deeds.completed)
    return Statistics(
        games=len(games),
        wins=sum(game.place == 1 for game in results),
        abandoned=len(games) - len(results),
        places=dict(sorted(Counter(game.place for game in results if game.place is not None).items())),
        played=len(whole),
        score=mean([game.score for game in whole]),
        points={kind: points[kind] for kind in KINDS if kind in points},
        events=means([game.deeds.events for game in whole], len(whole)),
        tickets_kept=kept.total(),
        tickets_completed=completed.total(),
        score_best=best((game.score, game) for game in whole),
        trail_best=best((game.deeds.trail, game) for game in whole if game.deeds.trail),
        tickets_best=best((len(game.deeds.completed), game) for game in whole if game.deeds.completed),
        streak=streak,
        streak_best=streak_best,
        tracks=tuple(TrackCount(variant, track, number) for (variant, track), number in first_of(tracks)[:MOST_TRACKS]),
        tickets=tuple(
            TicketCount(variant, ticket, number, completed[variant, ticket])
            for (variant, ticket), number in first_of(kept)[:MOST_TRACKS]
        ),
        groups=groups(games),
        recent=tuple(
            Recent(it.game, it.ended, it.variant, it.seats, it.score, it.place) for it in whole[-MOST_RECENT:]
        ),
    )


def groups(games: Sequence[Played]) -> tuple[Group, ...]:
    """The games by variant, seats and opponents, those most played first."""
    found: defaultdict[tuple[str, int, str], list[Played]] = defaultdict(list)
    for game in games:
        found[game.variant, game.seats, game.against].append(game)
    lines = []
    for (variant, seats, against), those in found.items():
        scores = [game.score for game in those if game.how == "played"]
        wins = sum(game.place == 1 for game in those)
        lines.append(Group(variant, seats, against, len(those), wins, mean(scores), max(scores, default=0)))
    return tuple(sorted(lines, key=lambda line: (-line.games, line.variant, line.seats, line.against)))


def mean(values: Sequence[int]) -> float:
    """The mean; 0 of nothing."""
    return round(sum(values) / len(values), 2) if values else 0.0


def means(counts: Iterable[dict[str, int]], number: int) -> dict[str, float]:
    """The means of what stands under each name, over so many games."""
    sums: Counter[str] = Counter()
    for count in counts:
        sums.update(count)
    return {name: round(total / number, 2) for name, total in sums.items()}


def best(values: Iterable[tuple[int, Played]]) -> Best | None:
    """The highest value; of equal ones the first that was reached."""
    top = max(values, key=lambda value: value[0], default=None)
    return top and Best(top[0], top[1].game, top[1].variant)


def first_of(counts: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    """The counts, the highest first, equal ones by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
