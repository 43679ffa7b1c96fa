"""
Reading maps: from a folder, a JSON or TOML file, or a mapping, to a :class:`~branchline.game.variants.Variant`.

This file knows about files and lines only. It turns every source into one mapping (docs/guides/own-maps.md), and
knows where each value of it came from; ``shapes`` and ``checks`` then judge the mapping.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path as FilePath
from typing import Any

from msgspec.structs import replace

from branchline.errors import Problem, VariantError, quoted
from branchline.game import checks, drawing, facts
from branchline.game.parameters import DEFAULTS, plain
from branchline.game.shapes import REQUIRED, TABLES, UNREADABLE, VARIANT_KEYS, Findings, Path
from branchline.game.variants import Variant
from branchline.game.variants import variant as packaged

TOML, LAYOUT = "variant.toml", "layout.json"
MOST_BYTES = 4_000_000
NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class Source:
    """A map as one mapping, and where each part of it stands."""

    def __init__(self) -> None:
        self.data: Any = {}
        self.file = ""
        """The file that everything comes from, unless ``files`` says otherwise."""
        self.files: dict[str, str] = {}
        """Of a folder: key of the mapping to file."""
        self.lines: dict[Path, int] = {}
        self.renamed = False
        """Whether the data came as a facts file, under other names."""
        self.findings = Findings(self.locate)

    def locate(self, path: Path) -> tuple[str, int, str]:
        """File, line and place of a value."""
        table = path[0] if path else ""
        file = self.files.get(str(table), self.file)
        line, known = 0, path
        while known and not line:
            line = self.lines.get(known, 0)
            known = known[:-1]
        if self.renamed:
            path = tuple(facts.ORIGINAL.get(part, part) if isinstance(part, str) else part for part in path)
        if self.files and table in TABLES:
            return file, line, str(path[2]) if len(path) > 2 else ""
        return file, line, place(path)


def place(path: Path) -> str:
    """A path as text: ``tracks[3].length``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else ("." if text else "") + quoted(part)
    return text


# What others call


def load(source: object) -> Variant:
    """The variant of a source, or VariantError with everything that is wrong."""
    variant, problems, name = _read(source)
    if variant is None:
        raise VariantError("errors.bad_map", {"value": name, "count": len(problems)}, problems)
    return variant


def check(source: object) -> list[Problem]:
    """Everything that is wrong with a source."""
    return _read(source)[1]


def shelf() -> Iterator[tuple[str, bool]]:
    """The maps of the package in the order of a menu, and whether each is listed (key ``hidden``)."""
    found = []
    for folder in _maps().iterdir():
        if folder.is_dir() and (file := folder.joinpath(TOML)).is_file():
            head = file.read_text("utf-8").partition("\n[")[0]  # what stands before the first table is enough
            data = _toml(head)
            found.append((data.get("order", 9999), folder.name, not data.get("hidden", False)))
    for _, id, listed in sorted(found):
        yield id, listed


def _games() -> list[str]:
    """The games of the package, lesson maps too."""
    return [id for id, _ in shelf()]


def load_packaged(id: str) -> Variant | None:
    """A map of the package, or None if there is none of this name; its layout is read when somebody draws."""
    source = Source()
    folder = _maps().joinpath(id)
    if not folder.joinpath(TOML).is_file():
        return None
    _read_folder(source, folder)
    variant = checks.build(source.findings, source.data)
    problems = source.findings.problems
    if variant is None or problems:
        raise VariantError("errors.bad_map", {"value": id, "count": len(problems)}, problems)
    layout = folder.joinpath(LAYOUT)
    return replace(variant, packaged=True, layout_source=layout if layout.is_file() else None)


def read_layout(file: Any) -> Mapping[str, Any]:
    """The layout of a map of the package."""
    return drawing.complete(json.loads(file.read_text("utf-8")))


def _maps() -> Any:
    """The folder of the maps, wherever the package is installed."""
    from importlib import resources

    return resources.files("branchline.maps")


# Sources


def _read(given: object) -> tuple[Variant | None, list[Problem], str]:
    source = Source()
    findings = source.findings
    problems = findings.problems
    name = quoted(given) if isinstance(given, str | PathLike) else ""
    from branchline.core.consts import MAX_CODES
    from branchline.game.space import longest_list

    try:
        if isinstance(given, Mapping):
            _take(source, given)
        elif isinstance(given, str | PathLike):
            _read_path(source, FilePath(given))
        else:
            findings.add("not_a_map", (), type(given).__name__)
        if problems and not source.data:
            return None, problems, name
        _inherit(source)
        variant = checks.build(findings, source.data)
        layout = drawing.read(findings, source.data, variant)
        if variant is not None and not problems:
            moves = longest_list(variant)
            if moves > MAX_CODES:
                findings.add("too_many_moves", (), moves, limit=MAX_CODES)
    except RecursionError:
        findings.add("too_deep", ())
        return None, problems, name
    if isinstance(source.data.get("id"), str):
        name = quoted(source.data["id"])
    if variant is None or problems:
        order = [TOML, *(f"{table}.csv" for table in TABLES), LAYOUT]
        if source.files:
            problems.sort(key=lambda problem: (order.index(problem.file) if problem.file in order else 9, problem.line))
        return None, problems, name
    return replace(variant, layout_source=layout), [], name


def _take(source: Source, data: Mapping[Any, Any]) -> None:
    """A mapping, in either form."""
    data = {key if isinstance(key, str) else quoted(key): value for key, value in data.items()}
    source.renamed = facts.is_facts(data)
    if source.renamed and "rules" not in data and data.get("id") in _games():
        data["rules"] = data["id"]  # DATA-10: a facts file holds no rules, those of section 1 are meant
    source.data = facts.convert(data) if source.renamed else data


def _inherit(source: Source) -> None:
    """Key ``rules``: parameters, cards, options and presets of a game of the package, where the map has no own."""
    rules = source.data.pop("rules", None)
    if rules is None:
        return
    games = _games()
    if rules not in games:
        source.findings.unknown("unknown_rules", ("rules",), rules, games)
        return
    inherited = packaged(rules).data(layout=False)
    source.data.setdefault("cards", inherited["cards"])
    for key in ("parameters", "options", "presets"):
        own = source.data.get(key, {})
        if isinstance(own, Mapping):
            source.data[key] = {**inherited.get(key, {}), **own}
    parameters = source.data["parameters"]
    for name in list(parameters) if isinstance(parameters, dict) else ():
        back = name in inherited["parameters"] or source.renamed
        if back and hasattr(DEFAULTS, name) and parameters[name] == plain(getattr(DEFAULTS, name)):
            del parameters[name]  # back to the default, which is written by not writing it


def _read_path(source: Source, path: FilePath) -> None:
    try:
        if path.is_dir():
            _read_folder(source, path)
            if (text := _text(source, path, LAYOUT, needed=False)) is not None:
                source.files["layout"] = LAYOUT
                source.data["layout"] = _parse(source, text, LAYOUT) or None
            return
        exists = path.is_file()
    except (OSError, ValueError):
        exists = False
    source.file = path.name
    if not exists:
        source.file = ""
        source.findings.add("no_such_map", (), str(path))
    elif path.suffix.lower() not in (".json", ".toml"):
        source.findings.add("not_a_map_file", (), path.name)
    elif (text := _text(source, path.parent, path.name)) is not None:
        data = _parse(source, text, path.name)
        if isinstance(data, dict):
            _take(source, data)
            if path.suffix.lower() == ".toml" and not source.renamed:
                source.lines = _toml_lines(text)
        elif not source.findings.problems:
            source.findings.add("not_a_table", (), data)


def _read_folder(source: Source, folder: Any) -> None:
    """A folder: ``variant.toml`` and the tables; the layout is read by whoever wants it."""
    source.file = TOML
    if (text := _text(source, folder, TOML)) is not None:
        data = _parse(source, text, TOML)
        source.lines = _toml_lines(text)
        for key in data if isinstance(data, dict) else ():
            if key in VARIANT_KEYS:
                source.data[key] = data[key]
            else:
                source.findings.unknown("unknown_key", (key,), key, VARIANT_KEYS)
    broken = text is None or not source.data
    for table in TABLES:
        source.files[table] = f"{table}.csv"
        text = _text(source, folder, f"{table}.csv")
        source.data[table] = UNREADABLE if text is None else _read_csv(source, text, table)
    if broken:  # what the variant says can't be known: let nobody complain that it is missing
        source.data = {table: source.data[table] for table in TABLES} | {"unreadable": UNREADABLE}


def _text(source: Source, folder: Any, name: str, needed: bool = True) -> str | None:
    """The text of a file, or None after noting why there is none."""
    file = folder.joinpath(name)
    kept = source.file, source.files
    source.file, source.files = name, {}
    try:
        if not file.is_file():
            if needed:
                source.findings.add("no_file", (), name)
            return None
        content: bytes = file.read_bytes()
        if len(content) > MOST_BYTES:
            source.findings.add("too_big", (), len(content), limit=MOST_BYTES)
            return None
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source.findings.add("not_utf8", (), name, line=content[: error.start].count(b"\n") + 1)
    except OSError as error:
        source.findings.add("no_reading", (), name, why=error.strerror or type(error).__name__)
    finally:
        source.file, source.files = kept
    return None


def _parse(source: Source, text: str, name: str) -> Any:
    """A JSON or TOML text as data; an empty table after noting that it can't be parsed."""
    kept = source.file, source.files, source.lines
    source.file, source.files = name, {}
    try:
        if name.lower().endswith(".toml"):
            return _toml(text)
        return json.loads(text, object_pairs_hook=lambda pairs: _pairs(source, pairs))
    except json.JSONDecodeError as error:
        source.lines = {("",): error.lineno}
        source.findings.add("bad_json", ("",), error.msg, column=error.colno)
    except ValueError as error:  # TOMLDecodeError, or an integer with too many digits
        found = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        source.lines = {("",): int(found[1])} if found else {}
        message = "bad_toml" if name.lower().endswith(".toml") else "bad_json"
        source.findings.add(message, ("",), str(error)[: found.start()] if found else str(error), column=1)
    finally:
        source.file, source.files, source.lines = kept
    return {}


def _pairs(source: Source, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [key for key, _ in pairs]
        source.findings.add("twice", (), next(key for key in names if names.count(key) > 1))
    return data


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(text)


# Lines of TOML

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def _toml_lines(text: str) -> dict[Path, int]:
    """The line of every key that starts one, found by a small scan; values inside a line are found by their key."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(part.strip("\"'") for part in _PART.findall(header[2]))
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                lines.setdefault(table, number)
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *(part.strip("\"'") for part in _PART.findall(key[1]))), number)
    return lines


# Tables


def _read_csv(source: Source, text: str, table: str) -> Any:
    """The rows of a CSV file as data, cells typed by column; UNREADABLE after noting why not."""
    import csv

    findings = source.findings
    columns = TABLES[table]
    rows: list[dict[str, Any]] = []
    header: list[str] | None = None
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if header is None:
                header = cells
                source.lines[(table,)] = reader.line_num
                for column in [column for column in header if column not in columns]:
                    findings.unknown("unknown_column", (table,), column, list(columns))
                missing = [column for column in REQUIRED[table] if column not in header]
                for column in missing:
                    findings.add("missing_column", (table,), column)
                twice = sorted({column for column in header if header.count(column) > 1})
                for column in twice:
                    findings.add("twice", (table,), column)
                if missing or twice:
                    return UNREADABLE
            elif any(cells):
                number = len(rows)
                source.lines[(table, number)] = reader.line_num
                if len(cells) != len(header):
                    findings.add("cell_count", (table, number), len(cells), wanted=len(header))
                    rows.append(dict.fromkeys(REQUIRED[table], UNREADABLE))
                    continue
                rows.append(
                    {
                        column: _cell(findings, cell, columns[column], (table, number, column))
                        for column, cell in zip(header, cells, strict=True)
                        if cell and column in columns
                    }
                )
    except csv.Error as error:
        source.lines[(table,)] = reader.line_num
        findings.add("bad_csv", (table,), str(error))
        return UNREADABLE
    if header is None:
        findings.add("empty_table", (table,), table)
        return UNREADABLE
    return rows


def _cell(findings: Findings, cell: str, kind: str, path: Path) -> Any:
    """The value of a cell that is not empty."""
    if kind == "number":
        if NUMBER.fullmatch(cell):
            return int(cell)
        findings.add("not_a_number_cell", path, cell)
        return UNREADABLE
    if kind == "flag":
        if cell == "yes":
            return True
        findings.add("not_yes", path, cell)
        return UNREADABLE
    return [stop.strip() for stop in cell.split("-")] if kind == "list" else cell
