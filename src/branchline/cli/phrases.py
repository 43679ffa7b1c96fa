"""Names as people type them, turned into the ids that the notation takes: cities, colours, cards and pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from branchline.game.narrate import Names
from branchline.game.variants import Variant


class Phrases:
    """
    The names of one variant in English and one other language.

    >>> from branchline.game.variants import variant
    >>> Phrases(variant("usa"), "ja").to_ids("claim ニューヨーク–Boston.1 黄*2")
    'claim new_york-boston.1 yellow*2'
    """

    def __init__(self, variant: Variant, lang: str) -> None:
        self.ids: dict[str, str] = {}
        for one in ("en", lang):
            names = Names(variant, one)
            for city in variant.cities:
                self.ids.setdefault(city.name(one).lower(), city.id)
            for colour in variant.cards.colours:
                word = names.colour(colour).lower()
                self.ids.setdefault(word, colour)
                self.ids.setdefault(word.removesuffix("色"), colour)
            self.ids.setdefault(names.say("terms.card_wild"), "wild")
            for piece in variant.parameters.pieces:
                self.ids.setdefault(names.piece(piece, 2), piece)
        longest_first = sorted(self.ids, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(word_pattern, longest_first)))

    def to_ids(self, text: str) -> str:
        """A line with names replaced by ids; full-width characters become plain ones."""
        text = text.translate(NARROW).lower()
        return self.pattern.sub(lambda found: self.ids[found[0]], text)


def word_pattern(name: str) -> str:
    """A name; one of Latin letters only as a whole word."""
    return rf"(?<![a-z_]){re.escape(name)}(?![a-z_])" if name.isascii() else re.escape(name)


NARROW: Mapping[int, str] = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {
    ord("　"): " ",
    ord("–"): "-",
    ord("—"): "-",
    ord("×"): "*",
    ord("、"): " ",
    ord("→"): "-",
}
"""Characters that stand for plain ones."""


@lru_cache(maxsize=16)
def phrases(variant: Variant, lang: str) -> Phrases:
    """The phrases of a variant, made once."""
    return Phrases(variant, lang)
