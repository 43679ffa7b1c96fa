"""
A map drawn in characters: tracks as lines of Braille dots, one dash a space, with their colour and length written on
them; cities with their names where there is room.

Where everything goes is worked out once for a variant, a language and a size (:func:`plan`); painting a state of
play on it is quick (:func:`draw`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from math import hypot
from typing import Any

from branchline.cli.palette import letter, seat_style, track_style
from branchline.cli.terminal import Terminal, cells_of, clip, is_wide
from branchline.game.variants import Track, Variant

Point = tuple[float, float]
Cell = tuple[int, int]

ACROSS, DOWN = 2, 4
"""Dots of Braille in a cell."""
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BRAILLE = 0x2800
LANE = 4.0
"""Dots between parallel tracks: so far apart they lie in different cells."""
GAP = 2.2
"""Dots between the dashes of a track."""
CLEAR = 2.5
"""Dots that a track keeps away from its cities."""
LABEL_PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
NUDGES = (
    (0, 0),
    (1, 0),
    (-1, 0),
    (2, 0),
    (-2, 0),
    (0, -1),
    (0, 1),
    (2, -1),
    (-2, -1),
    (2, 1),
    (-2, 1),
    (3, 0),
    (-3, 0),
)
"""Where else a label may stand, in cells, if there is no room on its track."""
CITY, PORT, WANTED, JUNCTION = "o", "O", "*", "+"
PORT_STYLE = "38;5;117"


@dataclass
class Line:
    """A track on the plan."""

    track: Track
    dashes: list[list[Point]] = field(default_factory=list)
    """The dots of each space, each a step from the one before."""
    label: str = ""
    at: Cell | None = None
    """Where the label begins; None where there is no room for one."""


@dataclass
class Plan:
    """Where everything goes."""

    columns: int
    rows: int
    lines: list[Line]
    cities: dict[str, Cell]
    names: dict[str, tuple[Cell, str]]
    signs: dict[str, str]
    """City to its sign."""


@dataclass
class Scene:
    """What is to be seen on the map."""

    owners: Mapping[str, int] = field(default_factory=dict)
    """Track to seat."""
    shut: frozenset[str] = frozenset()
    """Tracks that nobody can claim any more."""
    open: frozenset[str] = frozenset()
    """Tracks that the viewer can claim now."""
    stations: Mapping[str, int] = field(default_factory=dict)
    harbours: Mapping[str, int] = field(default_factory=dict)
    wanted: frozenset[str] = frozenset()
    """Cities of tickets that the viewer still has to complete."""


# ---------------------------------------------------------------- the plan
@lru_cache(maxsize=16)
def plan(variant: Variant, lang: str, columns: int, rows: int) -> Plan:
    """The plan of a map at a size."""
    layout = variant.layout or circle(variant)
    place = scale(layout, columns, rows)
    spots = {id: place(city["x"], city["y"]) for id, city in layout["cities"].items()}
    cities = {id: (int(x) // ACROSS, int(y) // DOWN) for id, (x, y) in spots.items()}
    lines = [Line(track, label=label_of(track, variant)) for track in variant.tracks]
    for paths, group in bundles(variant, lines, layout, place, spots, columns):
        for number, line in enumerate(group):
            shift = (number - (len(group) - 1) / 2) * LANE
            line.dashes = dashes(paths, line.track.length, shift)
    taken = set(cities.values())
    names = place_names(variant, lang, cities, taken, dotted(lines), columns, rows)
    place_labels(lines, taken, columns, rows)
    harbours = variant.parameters.harbours
    signs = {it.id: JUNCTION if it.junction else PORT if it.port and harbours else CITY for it in variant.cities}
    return Plan(columns, rows, lines, cities, names, signs)


def circle(variant: Variant) -> dict[str, Any]:
    """A layout for a map that has none: its cities on a circle."""
    from math import cos, pi, sin

    n = len(variant.cities)
    spots = {
        city.id: {"x": 500 - 450 * cos(2 * pi * i / n), "y": 325 - 290 * sin(2 * pi * i / n)}
        for i, city in enumerate(variant.cities)
    }
    return {"frame": {"width": 1000, "height": 650}, "cities": spots, "tracks": {}, "districts": {}}


def scale(layout: Mapping[str, Any], columns: int, rows: int) -> Any:
    """The function from points of the layout to dots: the cities fill the room, but for a margin."""
    xs = [city["x"] for city in layout["cities"].values()]
    ys = [city["y"] for city in layout["cities"].values()]
    left, top = min(xs), min(ys)
    wide, high = max(1, max(xs) - left), max(1, max(ys) - top)

    def place(x: float, y: float) -> Point:
        across = 2 * ACROSS + (x - left) / wide * (columns - 5) * ACROSS
        down = DOWN + (y - top) / high * (rows - 2.5) * DOWN
        return (min(max(0.0, across), columns * ACROSS - 1.0), min(max(0.0, down), rows * DOWN - 1.0))

    return place


def bundles(
    variant: Variant, lines: list[Line], layout: Mapping[str, Any], place: Any, spots: Mapping[str, Point], columns: int
) -> Iterable[tuple[list[list[Point]], list[Line]]]:
    """The tracks with their paths, those together that take the same way."""
    groups: dict[tuple[Any, ...], tuple[list[list[Point]], list[Line]]] = {}
    for line in lines:
        track = line.track
        hints = layout["tracks"].get(track.id, {})
        a, b = spots[track.a], spots[track.b]
        if hints.get("wraps"):
            west, east = (a, b) if a[0] < b[0] else (b, a)
            outward = sorted((place(*point) for point in hints.get("west", [])), reverse=True)
            far = sorted(place(*point) for point in hints.get("east", []))
            edge = columns * ACROSS - 1.0
            paths = [[west, *outward, (0.0, (outward or [west])[-1][1])], [east, *far, (edge, (far or [east])[-1][1])]]
            key: tuple[Any, ...] = (track.id,)
        else:
            paths = [[a, *(place(*point) for point in hints.get("via", [])), b]]
            key = (*sorted((track.a, track.b)), str(hints.get("via")))
        groups.setdefault(key, (paths, []))[1].append(line)
    return groups.values()


def dashes(paths: list[list[Point]], length: int, shift: float) -> list[list[Point]]:
    """The dots of each space along a path, moved sideways by some dots."""
    dots: list[Point] = []
    for path in paths:
        dots += trimmed(walk(sideways(path, shift)), wraps=len(paths) > 1)
    share = len(dots) / length
    gap = min(GAP, share * 0.4) if share > 2 else 0.0
    out: list[list[Point]] = []
    for space in range(length):
        first, last = space * share, (space + 1) * share
        out.append([dots[i] for i in range(len(dots)) if first + gap / 2 <= i + 0.5 <= last - gap / 2])
    return out


def sideways(path: list[Point], shift: float) -> list[Point]:
    """A path moved across its general direction."""
    (x0, y0), (x1, y1) = path[0], path[-1]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = -(y1 - y0) / far * shift, (x1 - x0) / far * shift
    return [(x + dx, y + dy) for x, y in path]


def walk(path: list[Point]) -> list[Point]:
    """The dots along a path, about one dot apart."""
    out: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(path):
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        out += [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps)]
    return [*out, path[-1]]


def trimmed(dots: list[Point], wraps: bool) -> list[Point]:
    """Dots without those at the cities; a path over the edge has a city at its beginning only."""
    ends = [dots[0]] if wraps else [dots[0], dots[-1]]
    kept = [dot for dot in dots if all(hypot(dot[0] - x, dot[1] - y) >= CLEAR for x, y in ends)]
    return kept or dots


def dotted(lines: list[Line]) -> set[Cell]:
    """The cells that have a dot."""
    return {cell_of(dot) for line in lines for dash in line.dashes for dot in dash}


def cell_of(dot: Point) -> Cell:
    """The cell of a dot."""
    return int(dot[0]) // ACROSS, int(dot[1]) // DOWN


def place_names(
    variant: Variant,
    lang: str,
    cities: Mapping[str, Cell],
    taken: set[Cell],
    dots: set[Cell],
    columns: int,
    rows: int,
) -> dict[str, tuple[Cell, str]]:
    """A place for the name of each city: nothing else is written there, and as few dots as can be are hidden."""
    names: dict[str, tuple[Cell, str]] = {}

    def crowd(id: str) -> int:
        x, y = cities[id]
        return -sum(abs(x - a) < 14 and abs(y - b) < 3 for a, b in cities.values())

    for id in sorted((city.id for city in variant.cities if not city.junction), key=crowd):
        x, y = cities[id]
        full = variant.city(id).name(lang)
        for text in dict.fromkeys([full, *(clip(full, n) for n in (10, 8, 6, 4))]):
            n = cells_of(text)
            around = [(x + 2, y), (x - n - 1, y), (x - n // 2, y - 1), (x - n // 2, y + 1)]
            around += [(x + 1, y - 1), (x + 1, y + 1), (x - n, y - 1), (x - n, y + 1), (x + 1, y), (x - n, y)]
            best: tuple[float, Cell] | None = None
            for preference, (left, top) in enumerate(around):
                cells = {(left + i, top) for i in range(n)}
                inside = left >= 0 and left + n <= columns and 0 <= top < rows
                if inside and not cells & taken:
                    cost = len(cells & dots) + preference * 0.6
                    if best is None or cost < best[0]:
                        best = cost, (left, top)
            if best:
                left, top = best[1]
                names[id] = best[1], text
                taken |= {(left + i, top) for i in range(n + 1)}
                break
    return names


def place_labels(lines: list[Line], taken: set[Cell], columns: int, rows: int) -> None:
    """A place on each track for what is written on it: shortest tracks first, for they have the least choice."""
    for line in sorted(lines, key=lambda line: sum(map(len, line.dashes))):
        dots = [dot for dash in line.dashes for dot in dash]
        n = len(line.label)
        for (across, down), share in product(NUDGES, LABEL_PLACES if dots else ()):
            x, y = cell_of(dots[int(share * (len(dots) - 1))])
            left, y = min(max(0, x - n // 2 + across), columns - n), y + down
            cells = {(left + i, y) for i in range(n)}
            if 0 <= y < rows and not cells & taken:
                line.at = left, y
                taken |= cells
                break


def label_of(track: Track, variant: Variant) -> str:
    """What is written on a track: its colour and length, and what is special about it."""
    first = next(iter(variant.parameters.pieces))
    text = ("~" if track.piece != first else "") + letter(track.colour, variant) + str(track.length)
    text += "w" * (track.ferry > 0) + (str(track.ferry) if track.ferry > 1 else "")
    text += "p" * (track.pair > 0) + (str(track.pair) if 0 < track.pair < track.length else "")
    return f"({text})" if track.tunnel else text


# ---------------------------------------------------------------- painting
def draw(plan: Plan, scene: Scene, terminal: Terminal) -> list[str]:
    """The map with a state of play on it."""
    grid: list[list[tuple[str, tuple[str, ...]]]] = [[(" ", ())] * plan.columns for _ in range(plan.rows)]
    bits: Counter[Cell] = Counter()
    colours: dict[Cell, Counter[tuple[str, ...]]] = {}
    for line in plan.lines:
        owner = scene.owners.get(line.track.id)
        style = line_style(line, scene)
        for dash in line.dashes:
            for x, y in dash if owner is None else thick(dash):
                column, row = int(x) // ACROSS, int(y) // DOWN
                if 0 <= column < plan.columns and 0 <= row < plan.rows:
                    bits[column, row] |= BITS[int(y) % DOWN][int(x) % ACROSS]
                    colours.setdefault((column, row), Counter())[style] += 3 if owner is not None else 1
    for (column, row), dots in bits.items():
        grid[row][column] = chr(BRAILLE + dots), colours[column, row].most_common(1)[0][0]
    for line in plan.lines:
        write_label(grid, line, scene)
    for id, (column, row) in plan.cities.items():
        grid[row][column] = marker(id, scene, plan)
    for id, ((column, row), text) in plan.names.items():
        style = ("1", "38;5;16", "48;5;222") if id in scene.wanted else ("1", "38;5;252")
        put(grid, column, row, text, style)
    return ["".join(run(terminal, row)).rstrip() for row in grid]


def thick(dash: list[Point]) -> Iterable[Point]:
    """A dash of a claimed track."""
    for x, y in dash:
        yield from ((x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1))


def line_style(line: Line, scene: Scene) -> tuple[str, ...]:
    """The style of a track."""
    owner = scene.owners.get(line.track.id)
    if owner is not None:
        return seat_style(owner)
    if line.track.id in scene.shut:
        return ("38;5;238",)
    return track_style(line.track.colour)


def write_label(grid: list[list[tuple[str, tuple[str, ...]]]], line: Line, scene: Scene) -> None:
    """What stands on a track: its colour and length, or its owner."""
    if line.at is None:
        return
    column, row = line.at
    owner = scene.owners.get(line.track.id)
    style = line_style(line, scene)
    if owner is not None:
        middle = column + (len(line.label) - 1) // 2
        put(grid, middle, row, str(owner + 1), ("7", "1", *style))
    elif line.track.id in scene.shut:
        put(grid, column, row, "×" * len(line.label), style)
    elif line.track.id in scene.open:
        put(grid, column, row, line.label, ("7", "1", *style))
    else:
        put(grid, column, row, line.label, style)


def marker(id: str, scene: Scene, plan: Plan) -> tuple[str, tuple[str, ...]]:
    """The sign of a city: who has built there, or what it is."""
    for built in (scene.stations, scene.harbours):
        if id in built:
            return str(built[id] + 1), ("7", "1", *seat_style(built[id]))
    colour = PORT_STYLE if plan.signs[id] == PORT else "38;5;231"
    return (WANTED, ("1", "38;5;222")) if id in scene.wanted else (plan.signs[id], ("1", colour))


def put(
    grid: list[list[tuple[str, tuple[str, ...]]]], column: int, row: int, text: str, style: tuple[str, ...]
) -> None:
    """Write a text; a wide character takes two cells, of which the second stays empty."""
    for char in text:
        if column < len(grid[row]):
            grid[row][column] = char, style
        if is_wide(char) and column + 1 < len(grid[row]):
            grid[row][column + 1] = "", style
        column += cells_of(char)


def run(terminal: Terminal, row: list[tuple[str, tuple[str, ...]]]) -> Iterable[str]:
    """A row as text, neighbours of one style together."""
    text, style = "", ()
    for char, its in row:
        if its != style:
            yield terminal.paint(text, *style)
            text, style = "", its  # type: ignore[assignment]
        text += char
    yield terminal.paint(text, *style)
