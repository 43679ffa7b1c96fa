"""
All messages that are not commands or entries of a table (those are in ``tables/``), as they go over the wire.

OpenAPI and the types of the client are made from these classes: what is not here is not sent. Messages carry ids and
parameters, never sentences; problems alone bring theirs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from branchline.game.events import AnyEvent
from branchline.game.view import Choice, View
from branchline.server.problems import ProblemTold, ReasonTold
from branchline.server.tables.card import Card
from branchline.server.tables.clocks import Clock
from branchline.server.tables.consent import Proposal
from branchline.server.tables.kinds import AnyEntry
from branchline.server.tables.log import Key, SeatNumber
from branchline.server.tables.setup import Setup
from branchline.server.tables.table import Chair, Ending, Stage
from branchline.server.tables.tidings import Kind

TableId = Annotated[str, Meta(max_length=16)]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """The root of everything that a client sends."""


# ---------------------------------------------------------------- people
class NewGuest(Asking, frozen=True):
    """A guest with a name, and the colour it likes."""

    name: Name
    colour: Annotated[str, Meta(max_length=16)] = ""
    language: Annotated[str, Meta(max_length=10)] = "en"


class Me(Struct, frozen=True):
    """Who you are."""

    id: str
    name: str
    colour: str
    language: str
    account: bool
    """Whether you can sign in elsewhere; else you are a guest, known by this browser alone."""


class Profile(Asking, frozen=True):
    """What to change about yourself."""

    name: Name | None = None
    colour: Annotated[str, Meta(max_length=16)] | None = None
    language: Annotated[str, Meta(max_length=10)] | None = None


class NewToken(Asking, frozen=True):
    """A token for a program, with a name to know it by."""

    name: Name


class Token(Struct, frozen=True):
    """A new token. It is shown this once."""

    token: str


class KnownToken(Struct, frozen=True):
    """A token of yours, without its secret."""

    id: str
    name: str
    created: float
    used: float


class Passkey(Struct, frozen=True):
    """A passkey of yours."""

    id: str
    name: str
    created: float
    used: float


class Session(Struct, frozen=True):
    """A browser in which you are in; ``here`` is the one that asks."""

    id: str
    device: str
    created: float
    used: float
    here: bool


class Account(Struct, frozen=True):
    """How you sign in, and where you are signed in. A guest has no name to sign in by and no passkeys."""

    me: Me
    login: str | None
    passkeys: tuple[Passkey, ...]
    sessions: tuple[Session, ...]
    tokens: tuple[KnownToken, ...]


Password = Annotated[str, Meta(max_length=1000)]


class NewPassword(Asking, frozen=True):
    """The name and password to sign in by."""

    login: Name
    password: Password


class SignIn(Asking, frozen=True):
    """Signing in by name and password. ``bring`` along what you have here as a guest: its seats, its tables."""

    login: Annotated[str, Meta(max_length=40)]
    password: Password
    bring: bool = True


class PasskeyOptions(Struct, frozen=True):
    """What the browser's ``navigator.credentials`` takes, as JSON (parseCreationOptionsFromJSON and the like)."""

    options: dict[str, Any]


class NewPasskey(Asking, frozen=True):
    """A passkey that a browser has made (PublicKeyCredential.toJSON), with a name to know it by."""

    credential: dict[str, Any]
    name: Name


class PasskeySignIn(Asking, frozen=True):
    """What a passkey has signed."""

    credential: dict[str, Any]
    bring: bool = True


class Gone(Struct, frozen=True):
    """It is gone."""


# ---------------------------------------------------------------- tables
class NewTable(Asking, frozen=True):
    """A table to open; its opener hosts it, and takes the first seat if it wants."""

    setup: Setup
    sit: bool = True
    key: Key = ""


class Done(Struct, frozen=True):
    """A command was carried out: it is row ``seq`` of the table's log, and kept."""

    table: str
    seq: int


class Looking(Asking, frozen=True):
    """Whose eyes to look through: one's own seat, or none for what everybody may see; and what is known already."""

    seat: SeatNumber | None = None
    since: Annotated[int, Meta(ge=0)] = 0


class Fairness(Struct, frozen=True):
    """What proves the dealing: the promise, the salts of the seats, and at the end the secret."""

    promise: str
    salts: dict[int, str]
    secret: str | None


class TableView(Struct, frozen=True):
    """A table now, as one viewer may know it. ``game`` is the engine's view without its log, which is in the steps."""

    id: str
    seq: int
    stage: Stage
    host: str | None
    created: float
    setup: Setup
    chairs: tuple[Chair, ...]
    fair: Fairness
    game: View | None
    first: int | None = None
    """The seat that begins, if chance does not choose it."""
    after: str | None = None
    """The table whose rematch this is."""
    rematch: str | None = None
    clocks: tuple[Clock, ...] = ()
    due: float | None = None
    """When the next flag falls."""
    proposal: Proposal | None = None
    ending: Ending | None = None
    hushed: tuple[str, ...] = ()
    """The persons whom the host asked to be silent."""
    free_back: tuple[int, ...] = ()
    """The rows to which the seat that looks may go back without asking, the nearest first."""


class Step(Struct, frozen=True):
    """A row of the log as one viewer may know it, with what happened in the game."""

    seq: int
    at: float
    by: str | None
    entry: AnyEntry
    events: tuple[AnyEvent, ...]


class News(Struct, frozen=True, tag="news"):
    """Everything that happened at a table after row ``since``, and how it stands now."""

    table: str
    seat: int | None
    since: int
    seq: int
    steps: tuple[Step, ...]
    view: TableView


class RawNews(Struct, frozen=True, tag="news"):
    """The same, with parts that were encoded before."""

    table: str
    seat: int | None
    since: int
    seq: int
    steps: tuple[Raw, ...]
    view: Raw


class Promised(Asking, frozen=True):
    """The promise that you noted before the first card, if you did."""

    promise: Annotated[str, Meta(max_length=64)] = ""


class DealingTold(Struct, frozen=True):
    """Whether a finished game was dealt as promised, and in a sentence what came out when it was dealt again."""

    fair: bool
    message: str
    parameters: dict[str, Any]
    sentence: str


class Tables(Struct, frozen=True):
    """Tables to choose from."""

    tables: tuple[Card, ...]


class Moves(Struct, frozen=True):
    """The legal moves of a seat as texts, and the row up to which that is so: what to send as ``expected``."""

    seq: int
    moves: tuple[str, ...]


class Invitation(Struct, frozen=True):
    """The link to a table, and the code to type instead."""

    table: str
    link: str
    code: str


class BotKind(Struct, frozen=True):
    """A bot that can be seated. ``message`` is the id of what it does."""

    name: str
    message: str
    parameters: tuple[str, ...]


class Bots(Struct, frozen=True):
    """The bots there are, and those of them that are levels, the weakest first."""

    levels: tuple[str, ...]
    bots: tuple[BotKind, ...]


# ---------------------------------------------------------------- aids
class OptionOnShelf(Struct, frozen=True):
    """An option of a game: the parameter that it sets, its values by name, and the one that is taken otherwise."""

    parameter: str
    values: dict[str, Any]
    default: str
    clause: str = ""


class OnShelf(Struct, frozen=True):
    """A game one can choose: names, notes, fewest and most seats, its own options."""

    id: str
    names: dict[str, str]
    notes: dict[str, str]
    seats: tuple[int, int]
    options: dict[str, OptionOnShelf]


class OwnSeat(Asking, frozen=True):
    """Which of one's seats."""

    seat: SeatNumber


class Prospect(Struct, frozen=True):
    """How a ticket stands: done, so many pieces away at least, or (None) out of reach; and the tracks of such a way."""

    done: bool
    pieces: int | None
    way: tuple[str, ...]


class Outlook(Struct, frozen=True):
    """
    How the tickets of a seat stand, the tracks without an owner that it can never claim, and what it could do if it
    were up now; the last only while others are.
    """

    tickets: dict[str, Prospect]
    shut: tuple[str, ...]
    ahead: Choice | None


class Why(Asking, frozen=True):
    """A move that seems impossible, or a place alone."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=400)]
    lang: Annotated[str, Meta(max_length=10)] = ""


class WhyNot(Struct, frozen=True):
    """The move that was looked at, and why it can't be made; None if it can."""

    move: str
    reason: ReasonTold | None


class Clause(Struct, frozen=True):
    """A clause of the rules."""

    id: str
    title: str
    text: str


# ---------------------------------------------------------------- lessons
SceneName = Annotated[str, Meta(max_length=20)]
LessonMove = Annotated[str, Meta(max_length=200)]


class AtLesson(Asking, frozen=True):
    """Where a learner is: the scene and the own moves in it."""

    scene: SceneName
    moves: Annotated[tuple[LessonMove, ...], Meta(max_length=60)] = ()
    name: Annotated[str, Meta(max_length=40)] = ""
    lang: Annotated[str, Meta(max_length=10)] = "en"


class WhyAtLesson(Asking, frozen=True):
    """A move that seems impossible there."""

    at: AtLesson
    move: LessonMove


class AfterMoves(Struct, frozen=True):
    """What happened in a scene, how it stands, and how the tickets stand."""

    news: News
    outlook: Outlook


# ---------------------------------------------------------------- rules
class RulesFact(Struct, frozen=True):
    """What a clause comes to in a game: what is meant, and its value."""

    name: str
    text: str
    points: dict[int, int]
    """Points by length, where it is a table of them."""


class RulesOption(Struct, frozen=True):
    """An option that a clause explains: what may be chosen (nothing listed: a number), and the default."""

    id: str
    title: str
    about: str
    values: tuple[str, ...]
    default: str


class RulesClause(Struct, frozen=True):
    """A clause with the game's own values."""

    id: str
    title: str
    text: str
    facts: tuple[RulesFact, ...]
    options: tuple[RulesOption, ...]


class RulesSection(Struct, frozen=True):
    """Clauses about one thing: TUNNEL has TUNNEL-1 to TUNNEL-11."""

    id: str
    title: str
    clauses: tuple[RulesClause, ...]


class RulesChapter(Struct, frozen=True):
    """Sections that belong together."""

    id: str
    title: str
    sections: tuple[RulesSection, ...]


class Rules(Struct, frozen=True):
    """The rules of a game in a language."""

    variant: str
    brief: tuple[str, ...]
    """The game in a few sentences."""
    chapters: tuple[RulesChapter, ...]


class Term(Struct, frozen=True):
    """A word of the glossary in all languages, and what it means."""

    id: str
    group: str
    names: dict[str, str]
    about: dict[str, str]


# ---------------------------------------------------------------- talk
RoomName = Literal["table", "gallery"]
"""Where one talks: at the table, or among those who look on, whom the table hears when the game is over."""


class Phrase(Asking, frozen=True, tag_field="kind", tag="phrase"):
    """A sentence of the list, which everybody reads in its own language."""

    phrase: Annotated[str, Meta(max_length=24)]


class Emote(Asking, frozen=True, tag_field="kind", tag="emote"):
    """A little picture of the list."""

    emote: Annotated[str, Meta(max_length=24)]


class Words(Asking, frozen=True, tag_field="kind", tag="words"):
    """Words of one's own, where the host allows them. ``@`` and the name of a seat tells its person."""

    text: Annotated[str, Meta(min_length=1, max_length=300, pattern=r"\S")]


class Removed(Struct, frozen=True, tag_field="kind", tag="removed"):
    """Line ``number`` was removed by who said it, or by the host."""

    number: int


Sayable = Phrase | Emote | Words
Heard = Phrase | Emote | Words | Removed


class Say(Asking, frozen=True):
    """Something to say. With the same key it is said once."""

    what: Sayable
    room: RoomName = "table"
    key: Key = ""


class Line(Struct, frozen=True):
    """A line of talk. A line that was removed is left out; that it was stands in a later one."""

    number: int
    at: float
    by: str
    name: str
    what: Heard


class Listening(Asking, frozen=True):
    """Which room, and what is known already."""

    room: RoomName = "table"
    since: Annotated[int, Meta(ge=0)] = 0


class TalkNews(Struct, frozen=True, tag="talk"):
    """What was said in a room after line ``since``; of a long talk, its end."""

    table: str
    room: RoomName
    since: int
    seq: int
    lines: tuple[Line, ...]


class WhichLine(Asking, frozen=True):
    """A line of talk."""

    number: Annotated[int, Meta(ge=1)]
    room: RoomName = "table"


class Report(Asking, frozen=True):
    """A line that the keepers of the server should look at."""

    number: Annotated[int, Meta(ge=1)]
    why: Literal["rude", "spam", "cheating", "other"]
    room: RoomName = "table"


class Phrasebook(Struct, frozen=True):
    """What can be said everywhere; the sentences are among the words, as ``talk.ID``."""

    phrases: tuple[str, ...]
    emotes: tuple[str, ...]


How = Literal["mute", "block"]


class Shun(Asking, frozen=True):
    """
    Not to hear a person (``mute``), or to have nothing to do with it (``block``): it can't sit down or talk at your
    tables, nor invite you. None takes it back.
    """

    person: Annotated[str, Meta(max_length=16)]
    how: How | None


class Shunned(Struct, frozen=True):
    """A person you do not hear."""

    person: str
    name: str
    how: How


class Nothing(Struct, frozen=True):
    """It is done; there is nothing to tell."""


# ---------------------------------------------------------------- notices
class Notice(Struct, frozen=True):
    """
    Something that you may want to know. Of each matter at a table there is one: a newer takes the place of an older.

    The sentence is among the words, as ``notices.KIND``.
    """

    seq: int
    table: str
    matter: str
    kind: Kind
    at: float
    variant: str
    who: str
    """The name of who caused it, if that matters."""
    about: str
    """What was asked."""
    seen: bool


class NoticeNews(Struct, frozen=True, tag="notices"):
    """What is new among your notices after number ``since``."""

    since: int
    seq: int
    notices: tuple[Notice, ...]


class Since(Asking, frozen=True):
    """What is known already."""

    since: Annotated[int, Meta(ge=0)] = 0


class See(Asking, frozen=True):
    """You have seen your notices up to a number: those of a table, or all."""

    upto: Annotated[int, Meta(ge=0)]
    table: TableId | None = None


Minutes = Annotated[int, Meta(ge=0, lt=1440)]


class Quiet(Asking, frozen=True):
    """Hours in which nothing goes out: minutes of the day where you live."""

    begin: Minutes
    end: Minutes


class Wanted(Asking, frozen=True):
    """How you want to be told when you are away."""

    off: Annotated[tuple[Kind, ...], Meta(max_length=20)] = ()
    """The kinds that you do not want at all."""
    push: bool = True
    mail: bool = True
    hook: bool = True
    quiet: Quiet | None = None
    zone: Annotated[str, Meta(max_length=40)] = "UTC"
    """Where you live, as ``Asia/Tokyo``."""


class Wishes(Struct, frozen=True):
    """How you want to be told, and by which ways you can be."""

    wanted: Wanted
    mail: str | None
    mail_waiting: str | None
    """An address to which a code was sent."""
    mail_possible: bool
    """Whether this server sends mail."""
    hook: str | None
    hook_secret: str
    """What your webhook checks the signature with."""
    push_key: str
    """What a browser needs to take push messages of this server."""
    pushes: int
    """How many browsers of yours take them."""
    silent: tuple[str, ...]
    """The tables of which you want to hear nothing."""


class Silence(Asking, frozen=True):
    """Hear nothing of a table, or do."""

    table: TableId
    silent: bool


class MailTo(Asking, frozen=True):
    """An address to which a code goes; None for no mail any more."""

    address: Annotated[str, Meta(max_length=254, pattern=r"\A[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;]+\Z")] | None


class MailCode(Asking, frozen=True):
    """The code that came by mail."""

    code: Annotated[str, Meta(max_length=20)]


class HookTo(Asking, frozen=True):
    """A URL to which what you are told is posted; None for none any more."""

    url: Annotated[str, Meta(max_length=400, pattern=r"\Ahttps?://\S+\Z")] | None


class Push(Asking, frozen=True):
    """A browser that takes push messages, as it says itself, and the language that is read there."""

    endpoint: Annotated[str, Meta(max_length=2000, pattern=r"\Ahttps?://\S+\Z")]
    p256dh: Annotated[str, Meta(max_length=100, pattern=r"\A[\w-]{87}=?\Z")]
    auth: Annotated[str, Meta(max_length=40, pattern=r"\A[\w-]{22}(==)?\Z")]
    language: Annotated[str, Meta(max_length=10)] = "en"


class NoPush(Asking, frozen=True):
    """A browser that takes no push messages any more."""

    endpoint: Annotated[str, Meta(max_length=2000)]


class Ways(Struct, frozen=True):
    """By how many ways something went out."""

    letters: int


class Fellow(Struct, frozen=True):
    """Somebody with whom you sat at a table."""

    person: str
    name: str


class Invite(Asking, frozen=True):
    """Whom to invite to a table."""

    person: Annotated[str, Meta(max_length=16)]


# ---------------------------------------------------------------- sockets
class WatchNotices(Asking, frozen=True, tag_field="do", tag="watch_notices"):
    """Send your notices, those after number ``since``."""

    since: Annotated[int, Meta(ge=0)] = 0


class Look(Asking, frozen=True, tag_field="do", tag="look"):
    """Whether somebody looks at the page: who does needs no letter."""

    looking: bool


class WatchTalk(Asking, frozen=True, tag_field="do", tag="watch_talk"):
    """Send what is said in a room of a table, from line ``since`` on."""

    table: TableId
    room: RoomName = "table"
    since: Annotated[int, Meta(ge=0)] = 0


class UnwatchTalk(Asking, frozen=True, tag_field="do", tag="unwatch_talk"):
    """Send no more of it."""

    table: TableId
    room: RoomName = "table"


class Watch(Asking, frozen=True, tag_field="do", tag="watch"):
    """Send news of a table, from row ``since`` on."""

    table: TableId
    seat: SeatNumber | None = None
    since: Annotated[int, Meta(ge=0)] = 0


class Unwatch(Asking, frozen=True, tag_field="do", tag="unwatch"):
    """Send no more news of a table."""

    table: TableId
    seat: SeatNumber | None = None


class Ping(Asking, frozen=True, tag_field="do", tag="ping"):
    """A sign of life; with a table, the question which of its players are here."""

    table: TableId | None = None


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to it, with the time of the server, and the seats of those who look at a page."""

    now: float
    here: tuple[int, ...] | None = None


SocketAsking = Watch | Unwatch | WatchTalk | UnwatchTalk | WatchNotices | Look | Ping
SocketTelling = News | TalkNews | NoticeNews | Pong | ProblemTold


# ---------------------------------------------------------------- health
class Health(Struct, frozen=True):
    """Alive, and of which release."""

    version: str
