"""What each move of a finished game was worth: asked for once, worked out beside everything else, told in words."""

from __future__ import annotations

from branchline import variant
from branchline.analysis.report import Teller
from branchline.analysis.review import Judgement, Review
from branchline.server import wire_games as wire
from branchline.server.api.games import found
from branchline.server.api.layer import Call, get, post, reader_language
from branchline.server.games.finished import GameCard
from branchline.words import language


async def begin(call: Call) -> wire.ReviewTold:
    """Have a finished game reviewed; the answer says how far that is. Somebody may ask for so many an hour."""
    person = await call.person()
    card, record = await found(call)
    reviews = call.site.reviews
    if reviews.find(card.id) is None and card.id not in reviews.going:
        call.site.limits.take("review", person.id)
        reviews.begin(card.id, record)
    return told(call, card, reader_language(call.request))


async def how_far(call: Call, query: wire.WhichReview) -> wire.ReviewTold:
    """The review of a finished game, or how far it is; ``none`` if nobody has asked for it."""
    card, _ = await found(call)
    return told(call, card, language(query.lang) if query.lang else reader_language(call.request))


def told(call: Call, card: GameCard, lang: str) -> wire.ReviewTold:
    """How it stands with the review of a game."""
    reviews = call.site.reviews
    review = reviews.find(card.id)
    if review is not None:
        return in_words(review, card, lang)
    going = reviews.going.get(card.id)
    if going is None:
        return wire.ReviewTold("none", 0, card.moves)
    return wire.ReviewTold("going", going.done, going.number)


def in_words(review: Review, card: GameCard, lang: str) -> wire.ReviewTold:
    """A review with its moves and reasons in a language."""
    teller = Teller(variant(card.variant), lang, [seat.name or seat.bot or "" for seat in card.seats])
    return wire.ReviewTold(
        "done",
        card.moves,
        card.moves,
        review.worlds,
        tuple(
            wire.ReviewedSeat(
                it.seat, it.accuracy, it.given_away, it.points_given_away, it.luck, it.start, it.result, it.verdicts
            )
            for it in review.accounts
        ),
        tuple(judged(it, teller) for it in review.judgements),
    )


def judged(it: Judgement, teller: Teller) -> wire.ReviewedMove:
    """A decision, with the better move if there was one beyond doubt."""
    better = why = ""
    if it.played.loss and it.others:
        better = teller.move(it.others[0].move, it.offer)
        why = teller.remark(it.others[0].remark)
    return wire.ReviewedMove(
        it.move + 1, it.seat, it.verdict, it.best, it.luck, it.played.behind, it.played.points_behind, better, why
    )


ROUTES = (
    post("/api/games/{game}/review", begin),
    get("/api/games/{game}/review", how_far),
)
