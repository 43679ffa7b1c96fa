"""How strong somebody seems: openskill (Plackett-Luce), a scale of its own for each variant and number of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from branchline.server.games.standing import Standing

BEGIN, STEP = 1000, 40
"""What is shown of somebody who is new, and how many points one unit of the scale is."""
PROVISIONAL = 10
"""With fewer games a rating says little yet."""


class Skill(Struct, frozen=True):
    """What is known of a player on one scale."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    games: int = 0
    wins: int = 0

    @property
    def ordinal(self) -> float:
        """So strong at least, as far as one can tell: lists are in this order."""
        return self.mu - 3.0 * self.sigma


def shown(ordinal: float) -> int:
    """The number that people see."""
    return round(BEGIN + STEP * ordinal)


def rate(known: Mapping[str, Skill], seats: Sequence[Standing]) -> dict[str, Skill]:
    """
    What is known of the players after a game.

    A bot that sits at several seats counts by the best of them. Where somebody had help, those who had it can only
    lose by the game, and the others only win.
    """
    best: dict[str, Standing] = {}
    for seat in sorted(seats, key=lambda seat: seat.place, reverse=True):
        if seat.player is not None:
            best[seat.player] = seat
    best = {player: best[player] for player in sorted(best)}  # The order of seats must not matter in the last bit.
    model = openskill()
    before = [known.get(player, Skill()) for player in best]
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    after = [team[0] for team in model.rate(teams, ranks=[float(seat.place) for seat in best.values()])]
    first = min(seat.place for seat in best.values())
    anybody_helped = any(seat.helped for seat in best.values())
    found = {}
    for (player, seat), old, new in zip(best.items(), before, after, strict=True):
        counts = not anybody_helped or (new.mu < old.mu) == seat.helped
        mu, sigma = (new.mu, new.sigma) if counts else (old.mu, old.sigma)
        found[player] = Skill(mu, sigma, old.games + 1, old.wins + (seat.place == first))
    return found


@cache
def openskill() -> Any:
    """The model; loaded when the first game is rated."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
