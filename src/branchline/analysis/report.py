"""Hints and reviews in words: rows for tables, in the reader's language, and a page with a plot."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.analysis.advice import Advice, Choice
from branchline.analysis.review import CLASSES, Judgement, Review
from branchline.bots import Remark
from branchline.game.narrate import Names, describe_move
from branchline.game.notation import parse_move
from branchline.game.tables import tables
from branchline.game.variants import Variant
from branchline.plots import document, heading, paragraph, shares, table

SWINGS = 3
"""How many strokes of luck are named."""
DASH = "–"


class Teller:
    """Says moves and numbers of one game."""

    def __init__(self, variant: Variant, lang: str, names: Sequence[str]) -> None:
        self.names = Names(variant, lang, names)
        self.variant = variant
        self.lang = lang
        self.tables = tables(variant, variant.with_options())

    def say(self, message: str, **parameters: object) -> str:
        """A text in the language."""
        return self.names.say(f"analysis.{message}", **parameters)

    def move(self, text: str, offer: Sequence[str]) -> str:
        """A move in words."""
        return describe_move(parse_move(self.tables, text), self.variant, self.lang, offer)

    def remark(self, remark: Remark) -> str:
        """Why a move."""
        return remark.words(self.variant, self.lang, self.names.names)


def percent(share: float, sign: bool = False) -> str:
    """A share as people write it."""
    whole = round(100 * share)
    return f"{whole:+}%" if sign and whole else f"{whole}%"


def worse(choice: Choice) -> str:
    """How far a move lies behind the best."""
    return f"{percent(-choice.behind, sign=True)} / {-choice.points_behind:+.0f}" if choice.loss else DASH


def advice_rows(advice: Advice, teller: Teller) -> list[list[str]]:
    """The moves of a hint."""
    rows = [[teller.say(name) for name in ("move", "victory", "points", "behind", "why")]]
    for it in advice.choices:
        said = teller.move(it.move, advice.offer)
        rows.append([said, percent(it.share), f"{it.points:+.0f}", worse(it), teller.remark(it.remark)])
    return rows


def guess_lines(advice: Advice, teller: Teller) -> list[str]:
    """What the others may want."""
    n = teller.names
    return [
        teller.say("guess", name=n.seat(it.seat), track=n.track(it.track), share=percent(it.likely))
        for it in advice.guesses
    ]


def account_rows(review: Review, teller: Teller) -> list[list[str]]:
    """A line a seat."""
    columns = ["player", "accuracy", "start", "luck", "given_away", "points_given_away", "result"]
    kinds = [name for name, _ in CLASSES[2:]]
    rows = [[*(teller.say(name) for name in columns), *(teller.say(f"verdict_{kind}") for kind in kinds)]]
    for it in review.accounts:
        cells = [teller.names.seat(it.seat), f"{it.accuracy:.1f}", percent(it.start), percent(it.luck, sign=True)]
        cells += [
            percent(-it.given_away, sign=True),
            f"{-it.points_given_away:+.0f}",
            percent(it.result),
            *(str(it.verdicts[kind]) for kind in kinds),
        ]
        rows.append(cells)
    return rows


def move_rows(review: Review, teller: Teller) -> list[list[str]]:
    """The moves that gave something away, in the order of the game."""
    rows = [[teller.say(name) for name in ("turn", "player", "move", "behind", "verdict", "better", "why")]]
    for it in review.judgements:
        if it.played.loss:
            best = it.others[0]
            rows.append(
                [
                    str(it.turn + 1),
                    teller.names.seat(it.seat),
                    teller.move(it.played.move, it.offer),
                    worse(it.played),
                    teller.say(f"verdict_{it.verdict}"),
                    teller.move(best.move, it.offer),
                    teller.remark(best.remark),
                ]
            )
    return rows


def swing_lines(review: Review, teller: Teller) -> list[str]:
    """The greatest strokes of luck."""
    found = sorted(review.judgements, key=lambda it: -abs(it.luck))[:SWINGS]
    return [
        teller.say("swing", turn=it.turn + 1, name=teller.names.seat(it.seat), share=percent(it.luck, sign=True))
        for it in sorted(found, key=lambda it: it.move)
        if it.luck
    ]


def page(review: Review, teller: Teller, note: str) -> str:
    """The review as a page."""
    parts = [paragraph(teller.say("review_how", worlds=review.worlds))]
    parts += [table(account_rows(review, teller), "l" + "r" * 9), plot(review, teller)]
    rows = move_rows(review, teller)
    parts.append(heading(teller.say("review_moves")))
    parts.append(table(rows, "rllrlll") if len(rows) > 1 else paragraph(teller.say("review_clean")))
    if swings := swing_lines(review, teller):
        parts += [heading(teller.say("review_swings")), *map(paragraph, swings)]
    title = teller.say("review_title", variant=teller.variant.name(teller.lang))
    return document(title, teller.lang, parts, note)


def plot(review: Review, teller: Teller) -> str:
    """How the shares of victory went; what gave something away is marked."""
    own = [[it for it in review.judgements if it.seat == seat] for seat in review.seats]
    lines = [course(judgements, it.result) for judgements, it in zip(own, review.accounts, strict=True)]
    marks = [
        [(it.move, it.played.share, f"{it.turn + 1}: {teller.move(it.played.move, it.offer)} {worse(it.played)}")
         for it in judgements if it.played.loss]
        for judgements in own
    ]  # fmt: skip
    return shares(teller.say("review_plot"), [teller.names.seat(seat) for seat in review.seats], lines, marks)


def course(judgements: Sequence[Judgement], result: float) -> list[tuple[float, float]]:
    """The share of victory after each decision, and the result behind the last."""
    found = [(float(it.move), it.played.share) for it in judgements]
    return [*found, (found[-1][0] + 1, result)] if found else []
