"""
A record as a moving picture: the board at the start, then every track and building when it came.

The board is drawn twice, before the first move and after the last; between them parts change one by one. As SVG the
browser does that; as pixels each frame is the same drawing with other parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

from branchline import Game
from branchline.game import events as ev
from branchline.game.record import Record
from branchline.pictures.picture import PictureError, Scene, draw, framed, png
from branchline.pictures.plain import element, parts, written

FORMATS = ("svg", "gif", "webp", "apng")
MOST_FRAMES = 60
"""A longer game shows several things at once."""
MOST_WIDE = 1200
FRAME_SECONDS, LAST_SECONDS = 0.6, 4.0
BUILDINGS = {ev.StationBuilt: "station", ev.HarbourBuilt: "harbour"}


@dataclass(frozen=True)
class Change:
    """What comes onto the board in one frame, and the points then."""

    parts: frozenset[tuple[str, str]]
    """The name of the attribute and its value."""
    scores: tuple[int, ...]


def changes(record: Record) -> list[Change]:
    """The frames after the first: what each brings."""
    found: list[Change] = []
    game = Game.replay(record, 0)
    told = 0
    for number in range(1, len(record.moves) + 1):
        game = game_after(record, game, number)
        events = game.all_events()
        fresh = frozenset(part for event in events[told:] for part in brought(event))
        told = len(events)
        scores = tuple(seat.score for seat in game.view(None).seats)
        if fresh:
            found.append(Change(fresh, scores))
    if found and game.result:
        found.append(Change(frozenset(), tuple(game.result.scores)))
    return joined(found)


def game_after(record: Record, game: Game, number: int) -> Game:
    """The game after a move more."""
    from branchline.game.record import play_line

    play_line(game, number - 1, record.moves[number - 1])
    return game


def brought(event: Any) -> Iterator[tuple[str, str]]:
    """What an event brings onto the board."""
    if isinstance(event, ev.TrackClaimed):
        yield "data-track", event.track
    elif type(event) in BUILDINGS:
        yield "data-building", f"{BUILDINGS[type(event)]} {event.city}"


def joined(all_changes: list[Change]) -> list[Change]:
    """No more changes than there may be frames: neighbours become one."""
    together = -(-len(all_changes) // MOST_FRAMES)
    if together < 2:
        return all_changes
    groups = [all_changes[i : i + together] for i in range(0, len(all_changes), together)]
    return [Change(frozenset().union(*(change.parts for change in group)), group[-1].scores) for group in groups]


def moving(record: Record, scene: Scene, form: str) -> bytes:
    """A record as a moving picture of a format; ``scene`` has the game after its last move, and says how it looks."""
    if form not in FORMATS:
        raise PictureError("pictures.form", {"value": form, "possible": ", ".join(FORMATS)})
    if scene.wide > MOST_WIDE:
        raise PictureError("pictures.size", {"value": scene.wide, "least": 200, "most": MOST_WIDE})
    film = Film(record, scene)
    return film.svg().encode() if form == "svg" else film.pixels(form)


class Film:
    """The two drawings, and when each part changes from the one to the other."""

    def __init__(self, record: Record, scene: Scene) -> None:
        self.scene = scene
        self.changes = changes(record)
        self.when = {part: i + 1 for i, change in enumerate(self.changes) for part in change.parts}
        start = replace(scene, game=Game.replay(record, 0))
        self.first = framed(draw(start, start.game.view(None)), start, start.game.view(None))
        view = scene.game.view(None)
        self.last = framed(draw(scene, view), scene, view)

    def svg(self) -> str:
        """The film as one drawing in which parts appear."""
        whole = (len(self.changes) + 1) * FRAME_SECONDS + LAST_SECONDS
        root, before = deepcopy(self.last), deepcopy(self.first)
        tracks = list(parts(before, "data-track"))
        for (parent, new, id), (_, old, _) in zip(list(parts(root, "data-track")), tracks, strict=True):
            frame = self.when.get(("data-track", id))
            if frame is not None:
                parent.insert(list(parent).index(new), old)
                old.append(appears(frame, whole, False))
                new.append(appears(frame, whole, True))
        for _, new, id in list(parts(root, "data-building")):
            new.append(appears(self.when.get(("data-building", id), 0), whole, True))
        self.count(root, whole)
        return written(root)

    def count(self, root: ET.Element, whole: float) -> None:
        """Points that change: each number is there for its time."""
        scores = [(0,) * self.scene.game.seats, *(change.scores for change in self.changes)]
        for parent, text, seat in list(parts(root, "data-score")):
            texts = [values[int(seat)] for values in scores]
            begins = [i for i, value in enumerate(texts) if i == 0 or texts[i - 1] != value]
            for begin, end in zip(begins, [*begins[1:], None], strict=True):
                one = deepcopy(text)
                one.text = str(texts[begin])
                one.append(shows(begin, end, whole))
                parent.append(one)
            parent.remove(text)

    def frame(self, number: int) -> str:
        """One frame as a drawing."""
        root = deepcopy(self.last)
        before = iter(list(parts(self.first, "data-track")))
        for (parent, new, id), (_, old, _) in zip(list(parts(root, "data-track")), before, strict=True):
            if self.when.get(("data-track", id), 0) > number:
                parent[list(parent).index(new)] = deepcopy(old)
        for parent, new, id in list(parts(root, "data-building")):
            if self.when.get(("data-building", id), 0) > number:
                parent.remove(new)
        scores = (0,) * self.scene.game.seats if number == 0 else self.changes[number - 1].scores
        for _, text, seat in parts(root, "data-score"):
            text.text = str(scores[int(seat)])
        return written(root)

    def pixels(self, form: str) -> bytes:
        """All frames as an animated file."""
        try:
            from PIL import Image
        except ImportError:
            raise PictureError("pictures.not_installed", {"value": "pillow"}) from None
        number = len(self.changes) + 1
        frames = [Image.open(BytesIO(png(self.frame(i), self.scene.wide))).convert("RGB") for i in range(number)]
        times = [round(FRAME_SECONDS * 1000)] * (number - 1) + [round(LAST_SECONDS * 1000)]
        if form == "gif":
            colours = frames[-1].quantize(255, dither=Image.Dither.NONE)
            frames = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
        out = BytesIO()
        more: dict[str, Any] = {"quality": 82, "method": 3} if form == "webp" else {}
        name = {"apng": "PNG"}.get(form, form.upper())
        frames[0].save(out, name, save_all=True, append_images=frames[1:], duration=times, loop=0, **more)
        return out.getvalue()


def appears(frame: int, whole: float, comes: bool) -> ET.Element:
    """What makes a part come, or go, at a frame."""
    return shows(frame, None, whole) if comes else shows(0, frame, whole)


def shows(begin: int, end: int | None, whole: float) -> ET.Element:
    """What shows a part from one frame to another, again and again."""
    times, values = ["0"], ["visible" if begin == 0 else "hidden"]
    if begin:
        times.append(moment(begin, whole))
        values.append("visible")
    if end is not None:
        times.append(moment(end, whole))
        values.append("hidden")
    if len(times) == 1:
        times.append("1")
        values.append(values[0])
    return element(
        "animate",
        attributeName="visibility",
        calcMode="discrete",
        values=";".join(values),
        keyTimes=";".join(times),
        dur=f"{whole:.2f}s",
        repeatCount="indefinite",
    )


def moment(frame: int, whole: float) -> str:
    """A frame as a part of the whole time."""
    return f"{frame * FRAME_SECONDS / whole:.4f}"
