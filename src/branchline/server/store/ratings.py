"""
Queries about ratings. They follow from the kept games alone, in the order in which those ended: ``rebuild_ratings``
makes all of them anew.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, exists, func, insert, or_, select, update

from branchline.server.games.skill import Skill, rate
from branchline.server.games.standing import BOT, Standing
from branchline.server.store.schema import games, people, players, ratings

MOST_LISTED = 100


def rate_game(connection: Connection, id: str) -> None:
    """Let a game that was just kept change the ratings of those who played it."""
    game = connection.execute(select(games.c.variant, games.c.seats, games.c.ended).where(games.c.id == id)).one()
    wanted = select(players.c.rated, players.c.standing, players.c.helped).where(players.c.game == id)
    seats = [Standing(*row) for row in connection.execute(wanted.order_by(players.c.seat))]
    scale = (ratings.c.variant == game.variant, ratings.c.seats == game.seats)
    names = sorted({seat.player for seat in seats if seat.player is not None})
    # Two games that end at once in two processes must not both begin from the same ratings.
    rows = connection.execute(
        select(ratings).where(*scale, ratings.c.player.in_(names)).order_by(ratings.c.player).with_for_update()
    )
    known = {row.player: Skill(row.mu, row.sigma, row.games, row.wins) for row in rows}
    after = rate(known, seats)
    for player, skill in after.items():
        values = ratings_row(skill, game.ended)
        if player in known:
            connection.execute(update(ratings).where(*scale, ratings.c.player == player).values(**values))
        else:
            place = {"variant": game.variant, "seats": game.seats, "player": player}
            connection.execute(insert(ratings).values(**place, **values))
    note_changes(connection, id, [(p, known.get(p, Skill()).ordinal, after[p].ordinal) for p in after])


def ratings_row(skill: Skill, ended: float) -> dict[str, Any]:
    """What the database has of a skill."""
    return {
        "mu": skill.mu,
        "sigma": skill.sigma,
        "ordinal": skill.ordinal,
        "games": skill.games,
        "wins": skill.wins,
        "changed": ended,
    }


def note_changes(connection: Connection, id: str, changed: list[tuple[str, float, float]]) -> None:
    """Write beside a game what it did to the ratings."""
    line = update(players).where(players.c.game == id, players.c.rated == bindparam("player"))
    line = line.values(before=bindparam("was"), after=bindparam("now"))
    connection.execute(line, [{"player": player, "was": was, "now": now} for player, was, now in changed])


def rebuild_ratings(connection: Connection) -> int:
    """Make all ratings anew from the kept games; how many games were rated."""
    connection.execute(delete(ratings))
    connection.execute(update(players).values(before=None, after=None))
    rated = select(games.c.id).where(games.c.unrated == "").order_by(games.c.ended, games.c.id)
    ids = list(connection.scalars(rated))
    for id in ids:
        rate_game(connection, id)
    return len(ids)


# ---------------------------------------------------------------- the list
def leaders(connection: Connection, variant: str, seats: int, who: str) -> list[tuple[str, str | None, Skill]]:
    """The first of a scale: player, name (None for bots), skill."""
    wanted = select(ratings, people.c.name).outerjoin(people, people.c.id == ratings.c.player)
    wanted = wanted.where(*of_scale(variant, seats, who))
    rows = connection.execute(wanted.order_by(ratings.c.ordinal.desc(), ratings.c.player).limit(MOST_LISTED))
    return [(row.player, row.name, Skill(row.mu, row.sigma, row.games, row.wins)) for row in rows]


def own_rank(connection: Connection, variant: str, seats: int, who: str, person: str) -> tuple[int, Skill] | None:
    """The place of a person on a list that has it, however long."""
    scale = of_scale(variant, seats, who)
    row = connection.execute(select(ratings).where(*scale, ratings.c.player == person)).first()
    if row is None:
        return None
    better = select(func.count()).select_from(ratings).where(*scale, ratings.c.ordinal > row.ordinal)
    return 1 + (connection.scalar(better) or 0), Skill(row.mu, row.sigma, row.games, row.wins)


def of_scale(variant: str, seats: int, who: str) -> list[ColumnElement[bool]]:
    """The conditions of a list: ``people``, ``bots``, or all. Who is gone stands on none."""
    bot = ratings.c.player.like(f"{BOT}%")
    there = people.alias("there")
    known = exists().where(there.c.id == ratings.c.player)
    those = {"bots": bot, "people": known}.get(who, or_(bot, known))
    return [ratings.c.variant == variant, ratings.c.seats == seats, those]


def scales(connection: Connection) -> list[tuple[str, int, int]]:
    """The scales that anybody is on: variant, seats, and how many players."""
    found = select(ratings.c.variant, ratings.c.seats, func.count()).group_by(ratings.c.variant, ratings.c.seats)
    return [(variant, seats, number) for variant, seats, number in connection.execute(found)]
