"""
Turn the public facts of the maps into the folders of the package. It was run once; run it again when the facts change.

    python tools/import_facts.py ../shared/data/maps [europe …]

It writes the tables and the layout. ``variant.toml`` and ``SOURCES.md`` are written by hand: parameters, options and
notes follow the rules (sections 1, 21, 24), which the facts never override (DATA-10). The order of the facts is kept.
``tests/test_maps.py`` compares the folders with the facts again wherever the facts are at hand.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from branchline.game.facts import convert  # noqa: E402
from branchline.game.shapes import TABLES  # noqa: E402


def cell(value: Any) -> str:
    """A value as a cell; nothing for what a missing cell means anyway."""
    if isinstance(value, list):
        return "-".join(value)
    if value is True:
        return "yes"
    return "" if value in (None, False, 0) else str(value)


def table(rows: list[dict[str, Any]], columns: list[str]) -> str:
    """Rows as CSV with every column."""
    unknown = {key for row in rows for key in row} - set(columns)
    if unknown:
        raise SystemExit(f"the facts have columns that the format has not: {sorted(unknown)}")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([cell(row.get(column)) for column in columns])
    return out.getvalue()


def twins(tracks: list[dict[str, Any]]) -> None:
    """Give every double route a short word of its own: its cities, and the kind of piece where two share them."""
    words: dict[str, str] = {}
    for track in tracks:
        if group := track.get("twin"):
            word = f"{track['a']}-{track['b']}"
            if word in {other for name, other in words.items() if name != group}:
                word += f"-{track['piece']}"
            track["twin"] = words.setdefault(group, word)


def drawing(layout: dict[str, Any]) -> str:
    """The layout as JSON with one line an entry."""
    parts = [f'"frame": {json.dumps(layout["frame"])}']
    for name in ("cities", "tracks", "districts"):
        if layout.get(name):
            lines = [f"{json.dumps(id)}: {json.dumps(entry, ensure_ascii=False)}" for id, entry in layout[name].items()]
            parts.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
    if layout.get("ground"):
        parts.append('"ground": [\n' + ",\n".join(map(json.dumps, layout["ground"])) + "\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(source: str, *wanted: str) -> None:
    """Write the folders of all maps, or of the wanted ones."""
    for file in sorted(Path(source).glob("*.json")):
        if wanted and file.stem not in wanted:
            continue
        data = convert(json.loads(file.read_text("utf-8")))
        twins(data["tracks"])
        folder = ROOT / "src/branchline/maps" / data["id"]
        folder.mkdir(exist_ok=True)
        for name, columns in TABLES.items():
            (folder / f"{name}.csv").write_text(table(data[name], list(columns)), "utf-8")
        file = folder / "layout.json"
        ground = json.loads(file.read_text("utf-8")).get("ground") if file.exists() else None  # drawn by hand
        file.write_text(drawing({**data["layout"], "ground": ground}), "utf-8")
        print(folder.name, *(f"{len(data[name])} {name}" for name in TABLES))


if __name__ == "__main__":
    main(*sys.argv[1:])
