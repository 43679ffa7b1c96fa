"""
Write docs/clauses.md: for each clause of the rules the code that implements it and the cases that prove it.

The code cites clauses in comments and docstrings (also as ranges, ``DRAW-1 … DRAW-12``); the cases name theirs. A
clause without either is an error here.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from branchline.words import catalogue

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "clauses.md"
SOURCE = ROOT / "src" / "branchline"
CASES = ROOT / "tests" / "conformance"
CITED = re.compile(r"\b([A-Z]+)-(\d+)(?: … \1-(\d+))?")
RULINGS = "AMB"
EXAMPLES = "VEC"


def clause_ids() -> list[str]:
    """All clauses in the order of the rules."""
    lines = (CASES / "clauses.txt").read_text("utf-8").splitlines()
    return [line.strip() for line in lines if CITED.fullmatch(line.strip())]


def cited(text: str) -> Iterator[str]:
    """The clauses that a text cites, ranges written out."""
    for prefix, first, last in CITED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{prefix}-{number}"


def owners(text: str) -> list[str]:
    """For each line of a source file the function or class that it belongs to; empty for the head of the file."""
    lines = [""] * (text.count("\n") + 2)

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                assert child.end_lineno is not None
                for line in range(child.lineno, child.end_lineno + 1):
                    lines[line] = name
                walk(child, f"{name}.")
            else:
                walk(child, prefix)

    walk(ast.parse(text), "")
    return lines


def code() -> dict[str, list[str]]:
    """Clause to the places in the code that cite it: the functions, or where there is none the file or the map."""
    found: dict[str, dict[str, None]] = {}
    whole: dict[str, dict[str, None]] = {}
    files = [*sorted((SOURCE / "core").glob("*.py")), *sorted((SOURCE / "game").glob("*.py"))]
    for file in [*files, *sorted((SOURCE / "maps").glob("*/variant.toml"))]:
        if file.name == "_rules.py":
            continue
        text = file.read_text("utf-8")
        link = f"../{file.relative_to(ROOT)}"
        owner = owners(text) if file.suffix == ".py" else []
        name = file.stem if file.suffix == ".py" else f"maps/{file.parent.name}"
        for number, line in enumerate(text.splitlines(), 1):
            where = owner[number] if owner else ""
            place = f"[{name}.{where}]({link})" if where else f"[{name}]({link})"
            for clause in cited(line):
                (found if where or not owner else whole).setdefault(clause, {})[place] = None
    return {clause: [*found.get(clause, whole.get(clause, {}))] for clause in {*found, *whole}}


def cases() -> dict[str, dict[str, int]]:
    """Clause to the files of cases and how many of their cases prove it."""
    found: dict[str, dict[str, int]] = {}
    for file in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(file.read_text("utf-8")).get("case", []):
            for clause in case["clauses"]:
                counts = found.setdefault(clause, {})
                counts[file.stem] = counts.get(file.stem, 0) + 1
    return found


HEAD = """\
# Clauses

Where each clause of the rules is implemented and what proves it; made by `tools/make_clauses.py`.
`branchline rules VARIANT CLAUSE` prints the text. Examples (VEC) are proven by their cases alone, and most rulings
(AMB) are implemented by the clauses that they settle.
"""


def page() -> tuple[str, list[str]]:
    """The page, and the clauses that lack code or a case."""
    titles: dict[str, Any] = {**catalogue("rules_play"), **catalogue("rules_end")}
    in_code, in_cases = code(), cases()
    lacking = []
    lines = [HEAD]
    section = ""
    for clause in clause_ids():
        prefix = clause.partition("-")[0]
        places, proofs = in_code.get(clause, []), in_cases.get(clause, {})
        if not proofs or not (places or prefix in (RULINGS, EXAMPLES)):
            lacking.append(clause)
        if prefix != section:
            section = prefix
            lines += ["", f"## {prefix}", "", "| clause | | code | cases |", "|---|---|---|---|"]
        proof = ", ".join(f"[{name}](../tests/conformance/{name}.toml) {n}" for name, n in proofs.items())
        lines.append(f"| {clause} | {titles[clause]['title']['en']} | {', '.join(places)} | {proof} |")
    return "\n".join([*lines, ""]), lacking


def main(arguments: list[str]) -> int:
    """Write the page, or check that it is fresh; 1 if a clause lacks its code or its proof."""
    text, lacking = page()
    if lacking:
        print(f"without code or case: {', '.join(lacking)}", file=sys.stderr)
    fresh = PAGE.exists() and PAGE.read_text("utf-8") == text
    if "--check" in arguments:
        if not fresh:
            print("stale: clauses.md; run python tools/make_clauses.py", file=sys.stderr)
        return 1 if lacking or not fresh else 0
    PAGE.write_text(text, "utf-8")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
