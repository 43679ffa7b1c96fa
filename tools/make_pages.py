"""
Write a page for each variant from its data: docs/variants/ID.md.

Nothing on these pages is typed by hand, so they can't disagree with the maps. ``--check`` fails when a page is stale.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.game.codes import Codec
from branchline.game.parameters import PARAMETERS, plain
from branchline.game.space import all_codes
from branchline.game.tables import tables
from branchline.words import LANGUAGES, say

FOLDER = Path(__file__).parent.parent / "docs" / "variants"
LESSON = "mini"


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """A Markdown table."""
    heads = list(heads)
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"
    yield ""


def shown(value: Any) -> str:
    """A parameter value as a person reads it."""
    value = plain(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {number}" for key, number in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def head(variant: bl.Variant) -> Iterator[str]:
    """Title, names, notes."""
    seats = "{} to {}".format(*variant.seats)
    yield f"# {variant.name()}"
    yield ""
    yield f"`{variant.id}` · {variant.name('ja')} · {variant.name('zh-Hant')} · {seats} players"
    yield ""
    if variant.notes:
        yield variant.notes["en"]
        yield ""


def board(variant: bl.Variant) -> Iterator[str]:
    """What is printed on the board, counted."""
    tracks = variant.tracks
    yield "## Board"
    yield ""
    junctions = sum(city.junction for city in variant.cities)
    counts = {
        "cities": len(variant.cities) - junctions,
        "junctions (DATA-9)": junctions,
        "ports": sum(city.port for city in variant.cities),
        "tracks": len(tracks),
        "double routes": sum(track.twin is not None for track in tracks) // 2,
        "tunnels": sum(track.tunnel for track in tracks),
        "ferries": sum(track.ferry > 0 for track in tracks),
        "pair tracks": sum(track.pair > 0 for track in tracks),
        "spaces in all": sum(track.length for track in tracks),
    }
    yield from table(("what", "number"), ((name, n) for name, n in counts.items() if n))
    lengths = sorted({track.length for track in tracks})
    colours = [*variant.cards.colours, None]
    for piece in variant.parameters.pieces:
        laid = Counter((track.colour, track.length) for track in tracks if track.piece == piece)
        yield f"Tracks for {piece} pieces, by colour and length:"
        yield ""
        rows = [(colour or "gray", *(laid[colour, n] or "" for n in lengths)) for colour in colours]
        yield from table(("colour", *map(str, lengths)), rows)


def parameters(variant: bl.Variant) -> Iterator[str]:
    """Every parameter with its value and clause."""
    yield "## Parameters"
    yield ""
    values = variant.with_options({}).parameters
    rows = [
        (f"`{name}`", row.clause, shown(getattr(values, name)), say(f"parameters.{name}"))
        for name, row in PARAMETERS.items()
    ]
    yield from table(("parameter", "clause", "value", "meaning"), rows)


def options(variant: bl.Variant) -> Iterator[str]:
    """The options and the presets."""
    yield "## Options"
    yield ""
    rows = []
    for option in variant.options:
        values = ", ".join(f"`{value}`" for value in option.values) or "a number"
        rows.append((f"`{option.id}`", option.clause, values, f"`{option.default}`", say(f"options.{option.id}.about")))
    yield from table(("option", "clause", "values", "default", "about"), rows)
    if variant.presets:
        yield "Presets, chosen as the option `edition`:"
        yield ""
        presets = [
            (f"`{name}`", ", ".join(f"`{option}={value}`" for option, value in preset.items()))
            for name, preset in variant.presets.items()
        ]
        yield from table(("edition", "sets"), presets)


def cards(variant: bl.Variant) -> Iterator[str]:
    """The decks."""
    yield "## Cards"
    yield ""
    rows = [(f"`{kind.id}`", kind.deck, kind.form, kind.count) for kind in variant.cards.kinds]
    yield f"{variant.cards.total} cards; the names are those of the [notation](../formats/notation.md)."
    yield ""
    yield from table(("card", "deck", "form", "copies"), rows)


def tickets(variant: bl.Variant) -> Iterator[str]:
    """All tickets."""
    yield "## Tickets"
    yield ""
    rows = []
    for ticket in variant.tickets:
        names = " – ".join(variant.city(city).name() for city in ticket.cities)
        points = f"{ticket.points} / {ticket.any_order} / −{ticket.penalty}" if ticket.is_tour else ticket.points
        rows.append((f"`{ticket.id}`", names, points, "long" if ticket.long else ""))
    yield from table(("ticket", "cities", "points", ""), rows)


def cities(variant: bl.Variant) -> Iterator[str]:
    """All cities in three languages."""
    yield "## Cities"
    yield ""
    rows = []
    for city in variant.cities:
        marks = ["port"] * city.port + ["junction"] * city.junction
        marks += [f"district {city.district}"] * (city.district is not None)
        rows.append((f"`{city.id}`", *(city.names.get(lang, "") for lang in LANGUAGES), ", ".join(marks)))
    yield from table(("city", "en", "ja", "zh-Hant", ""), rows)


def learning(variant: bl.Variant) -> Iterator[str]:
    """Sizes that matter to programs."""
    codes = all_codes(Codec(tables(variant, variant.with_options({}))))
    yield "## For programs"
    yield ""
    yield f"* {len(codes)} codes can ever occur: `branchline.game.space.all_codes` lists them in order."
    yield f"* Fingerprint of everything that matters for play: `{variant.fingerprint}`."
    yield ""


def page(variant: bl.Variant) -> str:
    """The whole page."""
    parts = (head, cards, board, parameters, options, tickets, cities, learning)
    lines = [line for part in parts for line in part(variant)]
    return "\n".join([*lines, "This page is made by `tools/make_pages.py` from the map's data.", ""])


def sizes(variant: bl.Variant) -> tuple[int, ...]:
    """The numbers of the list."""
    return len(variant.cities), len(variant.tracks), len(variant.tickets), variant.cards.total


def index(which: Iterable[bl.Variant]) -> str:
    """The list of all pages."""
    rows = [
        (f"[{variant.name()}]({variant.id}.md)", "{}–{}".format(*variant.seats), *sizes(variant)) for variant in which
    ]
    heads = ("variant", "players", "cities", "tracks", "tickets", "cards")
    return "\n".join(["# Variants", "", *table(heads, rows), "This page is made by `tools/make_pages.py`.", ""])


def main(arguments: list[str]) -> int:
    """Write the pages, or check that they are fresh."""
    which = [bl.variant(name) for name in (*bl.variants(), LESSON)]
    pages = {f"{variant.id}.md": page(variant) for variant in which} | {"index.md": index(which)}
    FOLDER.mkdir(exist_ok=True)
    stale = [
        name
        for name, text in pages.items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text("utf-8") != text
    ]
    if "--check" in arguments:
        if stale:
            print(f"stale: {', '.join(stale)}; run python tools/make_pages.py", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (FOLDER / name).write_text(pages[name], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
