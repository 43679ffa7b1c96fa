"""
Check the documents: generated pages are fresh, and every link leads somewhere.

A generated page is made by a script ``tools/make_*.py``, which with ``--check`` compares instead of writing.

    python tools/check_docs.py           check
    python tools/check_docs.py --write   write the generated pages again, then check the links
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
PLACE = re.compile(r'^#+ +(.+?) *$|<a id="([^"]+)">', re.MULTILINE)


def documents() -> list[Path]:
    """All Markdown files of the repository."""
    folders = [ROOT / "docs", ROOT / "changelog.d", ROOT / "src", ROOT / "tests"]
    return sorted([*ROOT.glob("*.md"), *(file for folder in folders for file in folder.rglob("*.md"))])


def places(file: Path) -> set[str]:
    """The names that a link can lead to inside a document: its headings as GitHub-like anchors, and its own anchors."""
    found = set()
    text = re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.DOTALL)
    for heading, anchor in PLACE.findall(text):
        found.add(anchor or re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-"))
    return found


def broken(file: Path) -> Iterator[str]:
    """The links of a document that lead nowhere."""
    for link in LINK.findall(CODE.sub("", file.read_text("utf-8"))):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, place = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        if not target.exists():
            yield f"{file.relative_to(ROOT)}: there is no {link}"
        elif place and target.suffix == ".md" and place not in places(target):
            yield f"{file.relative_to(ROOT)}: {path or 'this page'} has no place #{place}"


def main() -> int:
    """Run the generators and look at all links; 1 if anything is wrong."""
    generators = sorted((ROOT / "tools").glob("make_*.py"))
    arguments = [] if "--write" in sys.argv[1:] else ["--check"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    wrong = 0
    for generator in generators:
        command = [sys.executable, str(generator), *arguments]
        wrong += subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0
    files = documents()
    problems = [problem for file in files for problem in broken(file)]
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    print(f"{len(files)} documents, {len(generators)} generators: {wrong + len(problems)} problems")
    return 1 if wrong or problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
