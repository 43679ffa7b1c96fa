"""
Write the pages of house rulings for players, one a language, from the AMB entries of the rules.

``python tools/make_rulings.py`` writes ``docs/rulings.md`` and its translations; with ``--check`` it writes nothing
and fails when a page is not what it would write.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WORDS = ROOT / "src" / "branchline" / "words" / "rules_end.toml"
MAPS = ROOT / "src" / "branchline" / "maps"
PAGES = {"en": "rulings.md", "ja": "rulings.ja.md", "zh-Hant": "rulings.zh-Hant.md"}
LANGUAGE_NAMES = {"en": "English", "ja": "日本語", "zh-Hant": "繁體中文"}

# The words of the page around the rulings.
FRAME = {
    "en": {
        "title": "House rulings",
        "intro": (
            "Where the printed rulebooks are silent, unclear or contradict each other, Branchline has to decide. "
            "Here is every such decision: what is unclear, how Branchline rules, why, and which option changes it, "
            "if there is one.\n\n"
            "A clause named in the text can be read in full with `branchline rules VARIANT CLAUSE`, for example "
            "`branchline rules europe TUNNEL-6`."
        ),
        "by_game": "By game",
        "games": "Games",
        "colon": ": ",
        "comma": ", ",
    },
    "ja": {
        "title": "裁定集",
        "intro": (
            "印刷されたルールブックに書かれていない点、あいまいな点、食い違う点は、Branchlineが決めなければなりません。"
            "このページは、そのすべての裁定について、何があいまいか、どう裁定したか、その理由、"
            "オプションで変えられる場合はそのオプションをまとめたものです。\n\n"
            "文中の条項は`branchline rules VARIANT CLAUSE`で全文を読めます。"
            "例：`branchline rules europe TUNNEL-6`"
        ),
        "by_game": "ゲーム別",
        "games": "ゲーム",
        "colon": "：",
        "comma": "、",
    },
    "zh-Hant": {
        "title": "裁定集",
        "intro": (
            "印刷的規則書沒有寫、寫得不清楚或互相矛盾的地方，必須由 Branchline 決定。"
            "這一頁列出所有這樣的裁定：哪裡有疑義、Branchline 如何裁定、理由為何，以及可以改變它的選項（若有）。\n\n"
            "文中提到的條文，可以用`branchline rules VARIANT CLAUSE`閱讀全文，例如`branchline rules europe TUNNEL-6`。"
        ),
        "by_game": "依遊戲",
        "games": "遊戲",
        "colon": "：",
        "comma": "、",
    },
}


def rulings() -> dict[str, dict[str, Any]]:
    """The AMB entries by id, in the order of the rules."""
    entries: dict[str, dict[str, Any]] = tomllib.loads(WORDS.read_text("utf-8"))
    return {clause: entry for clause, entry in entries.items() if clause.startswith("AMB-")}


def game_names(variants: list[str], lang: str) -> list[str]:
    """What the variants are called, as their own files say."""
    files = (MAPS / variant / "variant.toml" for variant in variants)
    return [tomllib.loads(file.read_text("utf-8"))["names"][lang] for file in files]


def linked(text: str, clauses: dict[str, dict[str, Any]]) -> str:
    """The text with every ruling it names turned into a link to its place on the page."""

    def link(found: re.Match[str]) -> str:
        clause = found.group()
        return f"[{clause}](#{clause.lower()})" if clause in clauses else clause

    return re.sub(r"AMB-\d+", link, text)


def page(lang: str) -> str:
    """The whole page of rulings in a language."""
    clauses = rulings()
    words = FRAME[lang]
    others = [name if code == lang else f"[{name}]({PAGES[code]})" for code, name in LANGUAGE_NAMES.items()]
    variants = max((entry["variants"] for entry in clauses.values()), key=len)  # some rulings are for all games
    names = dict(zip(variants, game_names(variants, lang), strict=True))
    lines = [
        f"<!-- Made by tools/{Path(__file__).name} from {WORDS.relative_to(ROOT).as_posix()}: change that file. -->",
        f"# {words['title']}",
        " | ".join(others),
        words["intro"],
        f"## {words['by_game']}",
        "\n".join(
            f"* {name}{words['colon']}"
            + linked(words["comma"].join(c for c, entry in clauses.items() if variant in entry["variants"]), clauses)
            for variant, name in names.items()
        ),
    ]
    for clause, entry in clauses.items():
        games = words["comma"].join(names[variant] for variant in entry["variants"])
        lines += [
            f'<a id="{clause.lower()}"></a>\n\n## {clause}{words["colon"]}{entry["title"][lang]}',
            f"*{words['games']}{words['colon']}{games}*",
            linked(entry[lang], clauses),
        ]
    return "\n\n".join(lines) + "\n"


def main() -> int:
    """Write the pages, or only compare them; the exit code is 1 when one is stale."""
    parser = argparse.ArgumentParser(description="Write the pages of house rulings.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a page is stale")
    check = parser.parse_args().check
    stale = []
    for lang, name in PAGES.items():
        file = ROOT / "docs" / name
        text = page(lang)
        if check and (not file.exists() or file.read_text("utf-8") != text):
            stale.append(name)
        elif not check:
            file.write_text(text, "utf-8")
    if stale:
        print(f"Stale: {', '.join(stale)}. Run: python tools/make_rulings.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
