"""
Every refusal is a JSON problem: a stable id, parameters, and a sentence in the reader's language.

A refused move carries the engine's reason and the clause. The catalogue below is the whole list of the server's own
ids; ids of the engine (``errors.…``) pass through as they are.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from branchline.errors import BranchlineError, IllegalMoveError
from branchline.words import say

STATUS = {
    # Messages
    "bad_message": 400,
    "bad_query": 400,
    "too_large": 413,
    "no_such_page": 404,
    "wrong_method": 405,
    "foreign_origin": 403,
    "too_often": 429,
    "too_many_sockets": 429,
    "broken": 500,
    "unavailable": 503,
    "no_pictures": 501,
    # People
    "who_are_you": 401,
    "blocked": 403,
    "bad_name": 422,
    "browser_only": 403,
    "sign_in_again": 403,
    "wrong_password": 401,
    "wrong_passkey": 401,
    "no_passkeys_here": 409,
    "passkey_known": 409,
    "login_taken": 409,
    "password_short": 422,
    "password_simple": 422,
    "password_long": 422,
    "last_way_in": 409,
    "no_such_session": 404,
    "no_such_token": 404,
    "no_such_passkey": 404,
    "too_many_held": 409,
    # Tables
    "no_such_table": 404,
    "not_host": 403,
    "not_your_seat": 403,
    "no_such_seat": 404,
    "seat_taken": 409,
    "already_seated": 409,
    "empty_seats": 409,
    "not_in_lobby": 409,
    "not_playing": 409,
    "no_such_bot": 404,
    "stale": 409,
    "bot_too_slow": 422,
    "sent_away": 403,
    "not_offered": 409,
    "nobody_there": 409,
    "no_bot_there": 409,
    "not_over": 409,
    "has_rematch": 409,
    "resigned": 409,
    "not_away": 409,
    "stood_in": 409,
    "not_late": 409,
    "bad_night": 422,
    "no_vacation": 409,
    "too_late": 409,
    "no_days": 409,
    "no_clock": 409,
    "no_take_back": 409,
    "something_was_seen": 409,
    "nothing_to_take_back": 409,
    "no_say": 403,
    "other_proposal": 409,
    "no_proposal": 409,
    "no_dealing": 422,
    # Finished games
    "no_such_game": 404,
    "own_map": 422,
    "too_many_moves": 422,
    "long_name": 422,
    "too_many_imports": 409,
    "too_many_watches": 429,
    # Talk
    "no_talk": 403,
    "phrases_only": 403,
    "no_such_phrase": 422,
    "hushed": 403,
    "gallery_closed": 403,
    "only_seats_talk": 403,
    "too_much_talk": 429,
    "no_such_line": 404,
    "not_your_line": 403,
    "shun_yourself": 409,
    # Notices
    "no_such_zone": 422,
    "no_mail": 409,
    "code_just_sent": 429,
    "wrong_code": 422,
    "bad_address": 422,
    "wrong_link": 404,
    "no_fellow": 403,
    "no_way": 409,
}
"""The server's refusals and their HTTP status; the sentences are in words/server.toml."""


class RefusedError(BranchlineError):
    """The server says no."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.message.partition(".")[2]]


def refuse(name: str, **parameters: Any) -> RefusedError:
    """A refusal of the catalogue, to be raised."""
    assert name in STATUS, name
    return RefusedError(f"server.{name}", parameters)


class ReasonTold(Struct, frozen=True):
    """Why the rules refuse a move."""

    id: str
    clause: str
    parameters: dict[str, Any]
    sentence: str


class ProblemTold(Struct, frozen=True, tag="problem"):
    """A refusal as it is sent."""

    id: str
    status: int
    parameters: dict[str, Any]
    sentence: str
    reason: ReasonTold | None = None


def told(error: BranchlineError, lang: str) -> ProblemTold:
    """A refusal in a language."""
    reason = None
    if isinstance(error, IllegalMoveError):
        why = error.reason
        reason = ReasonTold(why.id, why.clause, why.parameters, why.words(lang))
    status = error.status if isinstance(error, RefusedError) else 422
    # A refused move has its reason beside it; every other error says itself what led to it.
    sentence = say(error.message, error.parameters, lang) if reason else error.say(lang)
    return ProblemTold(error.message, status, error.parameters, sentence, reason)
