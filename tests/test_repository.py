"""The habits of the repository, held by tests: layers, names, words, commands, documents."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import compile_core
import pytest

from branchline.words import LANGUAGES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "branchline"
WORDS = sorted((PACKAGE / "words").glob("*.toml"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "changelog.d").glob("*.md")])
SOURCES = sorted(file for file in PACKAGE.rglob("*.py") if file.name not in {"_rules.py", "_plans.py"})
VARIANTS = sorted(file.parent.name for file in (PACKAGE / "maps").glob("*/variant.toml"))
CLAUSE = r"\b[A-Z]{2,}-\d+\b"


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"), name_of(file))


def imports(file: Path) -> Iterator[str]:
    """The modules that a file names in its imports."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(file)}: write imports in full"
            yield node.module or ""


def spoken(file: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file that are not docstrings, with their lines."""
    silent = {
        id(node.value)
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


# ---------------------------------------------------------------- layers
CORE_MAY_IMPORT = {"__future__", "functools", "os", "struct", "typing", "warnings"}
UNIT_MAY_IMPORT = {"__future__", "typing"}
FACES = {"__init__.py", "engine.py", "kinds.py", "plain.py"}


@pytest.mark.parametrize("file", [file for file in SOURCES if file.parent.name == "core"], ids=name_of)
def test_the_core_imports_nothing_from_outside(file: Path) -> None:
    allowed = CORE_MAY_IMPORT if file.name in FACES else UNIT_MAY_IMPORT
    assert [m for m in imports(file) if m not in allowed and not f"{m}.".startswith("branchline.core.")] == []


@pytest.mark.parametrize("name", compile_core.PLANS.files)
def test_the_compiled_planner_imports_only_the_core(name: str) -> None:
    file = PACKAGE / "planning" / f"{name}.py"
    folders = ("branchline.core.", "branchline.planning.")
    assert [m for m in imports(file) if m not in UNIT_MAY_IMPORT and not m.startswith(folders)] == []
    inside = {m.removeprefix("branchline.planning.") for m in imports(file) if m.startswith("branchline.planning.")}
    assert inside <= {*compile_core.PLANS.files, "records"}


def test_maps_are_data() -> None:
    assert [name_of(file) for file in (PACKAGE / "maps").rglob("*.py")] == ["src/branchline/maps/__init__.py"]
    assert not list(imports(PACKAGE / "maps" / "__init__.py"))


def test_every_package_has_a_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = re.findall(r"branchline\.(\w+)", " ".join(contracts[0]["layers"]))
    parts = {file.stem for file in PACKAGE.glob("*.py")} | {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    missing = parts - {"__init__", "__main__"} - set(layers)
    assert missing == set(), "give it a line in the first contract of pyproject.toml"


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_chance_and_time_are_arguments(file: Path) -> None:
    if file.relative_to(PACKAGE).parts[0] not in {"core", "game", "planning"}:
        return
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random"}, "take a generator as an argument"
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & {"random", "time", "datetime"}, node.lineno
        if isinstance(node, ast.ImportFrom):
            assert node.module not in {"time", "datetime"}, node.lineno


# ---------------------------------------------------------------- names
@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_code_names_no_variant(file: Path) -> None:
    """What a variant does comes from its data: no line of code asks which variant it is."""
    found = [f"{line}: {text!r}" for line, text in spoken(file) if text in VARIANTS]
    # "world" and "mini" are words of their own; the others mean a variant wherever they stand.
    names = "|".join(name for name in VARIANTS if name not in {"world", "mini"})
    clear = re.compile(rf"(?<![a-z])({names})(?![a-z])", re.IGNORECASE)
    found += [f"{line}: {text!r}" for line, text in spoken(file) if clear.search(text) and text not in VARIANTS]
    for node in ast.walk(tree(file)):
        name = node.id if isinstance(node, ast.Name) else getattr(node, "name", "")
        if isinstance(name, str) and clear.search(name):
            found.append(f"{getattr(node, 'lineno', 0)}: {name}")
    assert found == []


def clauses() -> set[str]:
    return set(re.findall(CLAUSE, (ROOT / "tests" / "conformance" / "clauses.txt").read_text("utf-8")))


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_cited_clauses_exist(file: Path) -> None:
    known = clauses()
    sections = {clause.split("-")[0] for clause in known}
    cited = {clause for clause in re.findall(CLAUSE, file.read_text("utf-8")) if clause.split("-")[0] in sections}
    assert cited - known == set()


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_exemptions_say_what_they_exempt(file: Path) -> None:
    text = file.read_text("utf-8")
    assert re.findall(r"# type: ignore(?!\[)", text) == []
    assert re.findall(r"# noqa(?!: [A-Z]+\d+)", text) == []


# ---------------------------------------------------------------- words
def fields(text: str) -> tuple[set[str], set[str]]:
    """The parameters that a message shows, and those that only choose a form of a word."""
    found = re.findall(r"\{(\w+)(:[^}]*)?\}", text)
    return {name for name, form in found if not form}, {name for name, form in found if form}


@pytest.mark.parametrize("file", WORDS, ids=lambda file: file.stem)
def test_words_are_complete(file: Path) -> None:
    wrong = []
    for name, entry in tomllib.loads(file.read_text("utf-8")).items():
        texts = {language: entry.get(language) for language in LANGUAGES}
        if not all(isinstance(text, str) and text.strip() for text in texts.values()):
            wrong.append(f"{name}: not in {', '.join(key for key, text in texts.items() if not text)}")
            continue
        shown = {language: fields(str(text))[0] for language, text in texts.items()}
        known = set.union(*fields(str(texts["en"])))
        if any(not shown["en"] <= shown[language] <= known for language in LANGUAGES):
            wrong.append(f"{name}: the parameters differ: {shown}")
    assert wrong == []


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_message_ids_exist(file: Path) -> None:
    ids = {f"{domain.stem}.{name}" for domain in WORDS for name in tomllib.loads(domain.read_text("utf-8"))}
    pattern = re.compile(rf"({'|'.join(domain.stem for domain in WORDS)})\.[a-z][a-z0-9_]*")
    asked = [(line, text) for line, text in spoken(file) if pattern.fullmatch(text)]
    # What ends with "_" is the beginning of ids whose end is known when the program runs.
    wrong = [
        f"{line}: {text}"
        for line, text in asked
        if text not in ids and not (text.endswith("_") and any(id.startswith(text) for id in ids))
    ]
    assert wrong == []


# ---------------------------------------------------------------- commands
def targets() -> dict[str, str]:
    """The targets of the Makefile and what their help says."""
    text = (ROOT / "Makefile").read_text()
    return dict(re.findall(r"^([a-z][a-z-]*):(?!=)(?:[^#\n]*## (.*))?", text, re.MULTILINE))


def commands(file: Path, program: str) -> set[str]:
    """What a document tells a reader to type: the first words after a program in code spans and console blocks."""
    text = file.read_text("utf-8")
    typed = re.findall(r"`([^`\n]+)`", text)
    for block in re.findall(r"^ *```(?:console|sh|bash)\n(.*?)```", text, re.MULTILINE | re.DOTALL):
        typed += [line.strip().removeprefix("$ ") for line in block.splitlines()]
    return {found[1] for line in typed if (found := re.match(rf"{program} ([a-z][a-z-]*)", line))}


def test_every_target_is_documented() -> None:
    assert [name for name, said in targets().items() if not said] == []


def test_every_target_is_phony() -> None:
    phony = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(" ".join(phony).split()) == set(targets())


def test_promised_targets_exist() -> None:
    promised = (
        "play test test-uncompiled check lint format type contracts build bench perft fuzz sanitize conformance golden"
    )
    assert set(promised.split()) | {"docs", "docs-check", "clean", "help"} <= set(targets())


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_documented_make_commands_exist(file: Path) -> None:
    assert commands(file, "make") <= set(targets())


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_documented_branchline_commands_exist(file: Path) -> None:
    main = PACKAGE / "cli" / "main.py"
    if not main.exists():
        pytest.skip("the command line does not exist yet")
    known = {text for source in (PACKAGE / "cli").glob("*.py") for _, text in spoken(source)}
    assert commands(file, "branchline") <= known


def test_ci_runs_check() -> None:
    text = (ROOT / ".ci" / "run").read_text()
    assert text.rstrip().endswith("make check")
    assert "set -euo pipefail" in text
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100, "not executable"


def test_recipes_mask_no_exit_code() -> None:
    recipes = re.findall(r"^\t.*$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert [line for line in recipes if re.search(r"[^|]\|[^|]|\|\| (true|:)|^\t-(?!-)|; *true", line)] == []


# ---------------------------------------------------------------- documents
def test_decisions_are_numbered_and_complete() -> None:
    files = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(file.name[:4]) for file in files] == list(range(1, len(files) + 1))
    for file in files:
        text = file.read_text("utf-8")
        assert re.match(rf"# {int(file.name[:4])}\. ", text), file.name
        for heading in ("## Context", "## Choice", "## Evidence", "## Consequences"):
            assert heading in text, f"{file.name} has no {heading}"


def test_every_document_is_in_the_index() -> None:
    """From docs/index.md, following links, a reader gets everywhere."""
    reached: set[Path] = set()
    ahead = [ROOT / "docs" / "index.md"]
    while ahead:
        file = ahead.pop()
        if file not in reached and file.suffix == ".md" and file.exists():
            reached.add(file)
            links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", file.read_text("utf-8"))
            ahead += [(file.parent / link).resolve() for link in links]
    assert sorted(name_of(file) for file in (ROOT / "docs").rglob("*.md") if file not in reached) == []


def test_changelog_fragments_are_named() -> None:
    kinds = {"added", "changed", "fixed", "removed", "rules"}
    fragments = [file for file in (ROOT / "changelog.d").iterdir() if file.name != "README.md"]
    assert [file.name for file in fragments if file.suffix != ".md" or file.stem.split(".")[-1] not in kinds] == []
