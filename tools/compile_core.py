"""
Join plain Python into compiled units and write their C headers from the annotations.

``src/branchline/core/*.py`` are plain typed Python. For Cython they become ``_rules.py`` (the same functions, one
file, so that the C compiler sees all of them together) and ``_rules.pxd`` (every type). Both are made at build time and
never committed; nothing is written by hand but ``bits.pxd`` and the face ``_native.pyx``. The planner in
``src/branchline/planning`` is a second unit, made the same way, that calls the first.

Used by setup.py; ``python tools/compile_core.py`` writes the files for a look.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "branchline"
CORE = PACKAGE / "core"
UNIT = ("tape", "cards", "payments", "claims", "tickets", "buildings", "network", "trails", "scoring", "turn")


@dataclass(frozen=True)
class Unit:
    """Files of one folder that are compiled together."""

    name: str
    """Of the files made: ``_rules.py`` and ``_rules.pxd``."""
    folder: Path
    files: tuple[str, ...]
    """The files whose functions are joined, in this order."""
    records: Path
    """The file of the records that the unit adds."""
    beneath: tuple[Path, ...]
    """Everything else that decides what the compiled unit is."""
    imports: str
    """The first lines of the header: what the unit calls."""

    def sources(self) -> list[Path]:
        """All files that the compiled unit is made of."""
        files = [self.folder / f"{name}.py" for name in sorted((*self.files, self.records.stem))]
        return [*files, self.folder / "_native.pyx", *self.beneath, Path(__file__)]


RULES = Unit(
    "_rules",
    CORE,
    UNIT,
    CORE / "state.py",
    (CORE / "consts.py", CORE / "kinds.py", CORE / "bits.py", CORE / "bits.pxd"),
    "from branchline.core.bits cimport bit, lowest, count",
)
PLANS = Unit(
    "_plans",
    PACKAGE / "planning",
    ("chart", "costs", "plans", "stock", "prices", "offers", "policy", "quick", "beliefs", "playouts"),
    PACKAGE / "planning" / "records.py",
    tuple(RULES.sources()),
    "from branchline.core.bits cimport bit, lowest, count\nfrom branchline.core._rules cimport *",
)
UNITS = (RULES, PLANS)
RECORDS = ("Map", "State", "Tape", "Sheet", "Params", "Chart", "Mind", "Desk")
C_TYPES = {
    "u8": "uint8_t",
    "i8": "int8_t",
    "i16": "int16_t",
    "i32": "int32_t",
    "u32": "uint32_t",
    "i64": "int64_t",
    "u64": "uint64_t",
    "f64": "double",
    "int": "int",
    "None": "void",
}
DIRECTIVES = (
    "# cython: language_level=3, annotation_typing=False, infer_types=True\n"
    "# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, nonecheck=False\n"
)


def source_hash(unit: Unit = RULES) -> str:
    """A short hash of everything that goes into a compiled unit: a stale build is found by it."""
    digest = hashlib.sha256()
    for file in unit.sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def constants() -> dict[str, int]:
    """The names of consts.py."""
    names: dict[str, int] = {}
    exec((CORE / "consts.py").read_text(), names)  # our own file
    return {name: value for name, value in names.items() if name.isupper()}


def c_type(note: ast.expr) -> tuple[str, int]:
    """The C type of an annotation and how many array levels it has: ``u8ss`` is ('uint8_t', 2)."""
    name = ast.unparse(note)
    if name in RECORDS:
        return f"{name.lower()}_t", 1
    base = name.rstrip("s") if name not in C_TYPES else name
    return C_TYPES[base], len(name) - len(base)


def struct(record: ast.ClassDef, names: dict[str, int]) -> Iterator[str]:
    """A record as a C struct."""
    yield f"\ncdef struct {record.name.lower()}_t:"
    for field in record.body:
        if isinstance(field, ast.AnnAssign):
            sizes = ""
            if field.value is not None:
                assert isinstance(field.value, ast.Call)
                for size in field.value.args:
                    sizes += f"[{eval(ast.unparse(size), {}, names)}]"
            yield f"    {c_type(field.annotation)[0]} {ast.unparse(field.target)}{sizes}"


def function(node: ast.FunctionDef) -> Iterator[str]:
    """The C signature of a function, with the types of its annotated locals."""
    local = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.AnnAssign):
            kind, depth = c_type(inner.annotation)
            size = ""
            if depth:
                assert isinstance(inner.value, ast.BinOp), ast.unparse(inner)
                size = f"[{ast.unparse(inner.value.right)}]"
            local.append(f"{ast.unparse(inner.target)}={'cython.int' if kind == 'int' else kind}{size}")
    if local:
        yield f"@cython.locals({', '.join(dict.fromkeys(local))})"
    arguments = []
    for argument in node.args.args:
        assert argument.annotation is not None, f"{node.name}: {argument.arg} has no type"
        kind, depth = c_type(argument.annotation)
        arguments.append(f"{kind} {'*' * depth}{argument.arg}")
    assert node.returns is not None, f"{node.name} has no return type"
    yield f"cdef {c_type(node.returns)[0]} {node.name}({', '.join(arguments)}) noexcept nogil"


def header(joint: ast.Module, unit: Unit = RULES) -> Iterator[str]:
    """The text of ``_rules.pxd``."""
    names = constants()
    yield "# Made by tools/compile_core.py: do not edit."
    yield "cimport cython"
    yield "from libc.stdint cimport " + ", ".join(sorted({c for c in C_TYPES.values() if c.endswith("_t")}))
    yield unit.imports
    if unit is RULES:
        yield "\ncdef enum:"
        for name, value in names.items():
            yield f"    {name} = {value}"
    for node in ast.parse(unit.records.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield from struct(node, names)
    yield ""
    for node in joint.body:
        if isinstance(node, ast.FunctionDef):
            yield from function(node)


def joined(unit: Unit = RULES) -> ast.Module:
    """The functions of all files of a unit, one after the other."""
    body: list[ast.stmt] = []
    for name in unit.files:
        tree = ast.parse((unit.folder / f"{name}.py").read_text(), f"{name}.py")
        body += [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return ast.Module(body=body, type_ignores=[])


def write() -> None:
    """Write ``_rules.py``, ``_rules.pxd`` and ``_stamp.pxi``, or their like, beside the sources of each unit."""
    for unit in UNITS:
        joint = joined(unit)
        code = DIRECTIVES + '"""Made by tools/compile_core.py: do not edit."""\n\n' + ast.unparse(joint) + "\n"
        texts = {
            f"{unit.name}.py": code,
            f"{unit.name}.pxd": "\n".join(header(joint, unit)) + "\n",
            "_stamp.pxi": f'SOURCE_HASH = "{source_hash(unit)}"\n',
        }
        for name, text in texts.items():
            file = unit.folder / name
            if not file.exists() or file.read_text() != text:
                file.write_text(text)


if __name__ == "__main__":
    write()
