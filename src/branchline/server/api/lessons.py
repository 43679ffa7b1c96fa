"""Lessons: scenes against the real engine, kept by nobody but the learner's browser."""

from __future__ import annotations

from branchline.server import wire
from branchline.server.api.aids import outlook_of, why_of
from branchline.server.api.layer import Call, get, post
from branchline.server.lessons import LEARNER, played, scene, scenes
from branchline.server.live import eyes
from branchline.server.tables.table import Table
from branchline.words import language


async def all_scenes(call: Call) -> list[str]:
    """The scenes of the lesson in their order."""
    return list(scenes())


async def play_lesson(call: Call, body: wire.AtLesson) -> wire.AfterMoves:
    """A scene after the learner's moves; the last of them is the one that is played now, and may be refused."""
    table = table_at(body)
    assert table.game is not None
    steps = tuple(eyes.step(step, LEARNER) for step in table.steps)
    news = wire.News(table.id, LEARNER, 0, table.seq, steps, eyes.view(table, LEARNER))
    return wire.AfterMoves(news, outlook_of(table.game, LEARNER))


async def why_in_lesson(call: Call, body: wire.WhyAtLesson) -> wire.WhyNot:
    """Why a move can't be made there."""
    game = table_at(body.at).game
    assert game is not None
    return why_of(game, LEARNER, body.move, language(body.at.lang))


def table_at(asked: wire.AtLesson) -> Table:
    """The table that a learner means."""
    return played(scene(asked.scene), asked.moves, asked.name, language(asked.lang))


ROUTES = (get("/api/lesson", all_scenes), post("/api/lesson", play_lesson), post("/api/lesson/why", why_in_lesson))
