"""A position as a picture: the board, and below it who plays and what everybody has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from branchline import Game
from branchline.game.narrate import Names
from branchline.game.view import View
from branchline.pictures.plain import SVG, element, plain, variables, written
from branchline.pictures.script_runner import PictureError, drawer

THEMES = ("light", "dark")
SMALLEST, LARGEST = 200, 4000
"""The widths in pixels that a picture may have."""
SERIF, SANS = "DejaVu Serif", "DejaVu Sans"
"""What stands in for fonts that the machine does not have; letters that these lack come from any font that has them."""
COLOURS = ("blue", "red", "green", "yellow", "black", "purple")
"""The colours of seats that have chosen none, in the order of the client (web/src/board/ink.ts)."""


@dataclass(frozen=True)
class Scene:
    """What is to be drawn, and how."""

    game: Game
    wide: int = 1200
    lang: str = "en"
    theme: str = "light"
    colours: tuple[str, ...] = ()
    """The colours of the seats, as their players chose them."""
    legend: bool = True
    """Whether those who play stand below the board."""
    names: tuple[str, ...] = field(default=())
    """What they are called, if not as in the game."""

    def __post_init__(self) -> None:
        if not SMALLEST <= self.wide <= LARGEST:
            raise PictureError("pictures.size", {"value": self.wide, "least": SMALLEST, "most": LARGEST})
        if self.theme not in THEMES:
            raise PictureError("pictures.theme", {"value": self.theme, "possible": ", ".join(THEMES)})

    @property
    def seat_colours(self) -> list[str]:
        """A colour for each seat: the chosen ones, no colour twice."""
        chosen = [*self.colours, *[""] * (self.game.seats - len(self.colours))]
        free = [colour for colour in COLOURS if colour not in chosen]
        return [colour or free.pop(0) for colour in chosen]

    @property
    def seat_names(self) -> list[str]:
        """What the seats are called."""
        names = Names(self.game.variant, self.lang, self.names or self.game.names)
        return [names.seat(seat) for seat in range(self.game.seats)]


def recent(game: Game) -> str | None:
    """The track that was claimed last."""
    claims = [event for event in game.all_events() if type(event).__name__ == "TrackClaimed"]
    return getattr(claims[-1], "track", None) if claims else None


def asked(scene: Scene, view: View, latest: str | None) -> dict[str, Any]:
    """What the board's script is asked."""
    places = {"station": "stations", "harbour": "harbours"}
    return {
        "variant": scene.game.variant.data(layout=True),
        "lang": scene.lang,
        "wide": scene.wide,
        "owners": {track: seat.seat for seat in view.seats for track in seat.tracks},
        "buildings": [
            {"city": city, "seat": seat.seat, "kind": kind}
            for seat in view.seats
            for kind, name in places.items()
            for city in getattr(seat, name)
        ],
        "colours": scene.seat_colours,
        "lit": [],
        "recent": latest,
    }


@dataclass(frozen=True)
class Drawn:
    """A board as plain elements, and what one needs to put something beside it."""

    board: ET.Element
    wide: int
    high: int
    inks: list[dict[str, str]]
    look: dict[str, str]


def draw(scene: Scene, view: View, latest: str | None = None) -> Drawn:
    """Draw the board of a view."""
    told = drawer()(asked(scene, view, latest))
    look = variables(told["theme"], scene.theme == "dark", scene.lang)
    board = plain(told["body"], told["head"], look)
    board.set("width", str(told["wide"]))
    board.set("height", str(told["high"]))
    return Drawn(board, told["wide"], told["high"], told["seats"], look)


def picture(scene: Scene) -> str:
    """The position as SVG."""
    view = scene.game.view(None)
    drawn = draw(scene, view, recent(scene.game))
    return written(framed(drawn, scene, view))


def framed(drawn: Drawn, scene: Scene, view: View) -> ET.Element:
    """The board with what stands around it."""
    low = legend_height(drawn) if scene.legend else 0
    high = drawn.high + low
    root = element("svg", width=drawn.wide, height=high, viewBox=f"0 0 {drawn.wide} {high}")
    name = scene.game.variant.name(scene.lang)
    root.append(element("title", f"{name}: {', '.join(scene.seat_names)}"))
    root.append(element("rect", width=drawn.wide, height=high, fill=drawn.look["--map-edge"]))
    root.append(drawn.board)
    if scene.legend:
        root.append(legend(drawn, scene, [seat.score for seat in view.seats]))
    return root


def legend_height(drawn: Drawn) -> int:
    """How high the strip below the board is."""
    return max(26, round(drawn.wide * 0.045))


def legend(drawn: Drawn, scene: Scene, scores: list[int]) -> ET.Element:
    """Those who play: colour, shape, name, points."""
    high = legend_height(drawn)
    group = element("g", transform=f"translate(0 {drawn.high})")
    size = round(high * 0.44)
    sans, ink = drawn.look["--sans"], drawn.look["--ink"]
    cell = drawn.wide / scene.game.seats
    rooms = max(4, int((cell - high * 2.2) / (size * 0.62)))
    for seat, (shape, name, score) in enumerate(zip(drawn.inks, scene.seat_names, scores, strict=True)):
        at = element("g", transform=f"translate({cell * seat + high * 0.25:.1f} {high / 2:.1f})")
        mark = element("g", transform=f"translate({high * 0.3:.1f} 0) scale({high * 0.062:.3f})")
        mark.append(element("circle", r=5, fill=shape["fill"]))
        mark.append(element("path", d=shape["shape"], fill=shape["on"]))
        at.append(mark)
        text = {"font_family": sans, "font_size": size, "fill": ink, "y": round(size * 0.36)}
        at.append(element("text", shortened(name, rooms), x=round(high * 0.75), **text))
        x = round(cell - high * 0.6)
        number = element("text", str(score), x=x, text_anchor="end", font_weight=700, **text)
        number.set("data-score", str(seat))
        at.append(number)
        group.append(at)
    return group


def shortened(name: str, most: int) -> str:
    """A name that fits; letters of the east are twice as wide."""
    wide = 0
    for i, letter in enumerate(name):
        wide += 2 if letter > "\u2e7f" else 1
        if wide > most:
            return f"{name[:i]}…"
    return name


def png(svg: str, wide: int) -> bytes:
    """A picture as pixels."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PictureError("pictures.not_installed", {"value": "resvg_py"}) from None
    return bytes(svg_to_bytes(svg_string=svg, width=wide, serif_family=SERIF, sans_serif_family=SANS))


__all__ = ["LARGEST", "SMALLEST", "SVG", "THEMES", "Drawn", "PictureError", "Scene", "draw", "framed", "picture", "png"]
