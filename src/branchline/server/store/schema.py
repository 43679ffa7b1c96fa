"""The tables of the database. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("language", String(10), nullable=False),
    Column("created", Float, nullable=False),
    Column("account", Boolean, nullable=False, default=False),
    Column("blocked", Boolean, nullable=False, default=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("id", String(16), nullable=False),
    Column("used", Float, nullable=False),
    Column("signed", Float, nullable=False),
    Column("device", String(40), nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("id", String(16), nullable=False),
    Column("used", Float, nullable=False),
)

# How an account signs in: a name with a password, passkeys, or both.
passwords = Table(
    "passwords",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("login", String(40), nullable=False),
    Column("folded", String(160), nullable=False, unique=True),
    Column("hash", String(200), nullable=False),
    Column("changed", Float, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("key", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("used", Float, nullable=False),
    Column("created", Float, nullable=False),
)

# What an authenticator is asked to sign, once; kept for minutes.
challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE")),
    Column("expires", Float, nullable=False, index=True),
)

# The truth about a table is its log. `tables` and `seats` say what it adds up to, so that one can search; they are
# written in the same transaction.
log = Table(
    "log",
    metadata,
    Column("table", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("by", String(16)),
    Column("key", String(64), nullable=False),
    Column("entry", Text, nullable=False),
    Column("sealed", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("opening", String(64), unique=True),
    Column("seq", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("host", String(16)),
    Column("variant", String(40), nullable=False),
    Column("live", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("due", Float, index=True),
    Column("card", Text),
    Index(None, "listed", "stage", "changed"),
)

# What is said at tables. A removed line loses what it said, and keeps its place.
talk = Table(
    "talk",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("room", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("by", String(16), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("key", String(64), nullable=False),
    Column("said", Text),
    Index(None, "table", "room", "by", "key", unique=True),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("by", String(16), nullable=False),
    Column("table", String(16), nullable=False),
    Column("room", String(8), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", String(16), nullable=False),
    Column("said", Text, nullable=False),
    Column("why", String(10), nullable=False),
    Index(None, "by", "table", "room", "number", unique=True),
)

shuns = Table(
    "shuns",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("how", String(5), nullable=False),
)

# What people are to be told: of each matter at a table one row, the newest. `seq` counts for each person; `due` is when
# it goes out to those who are away, `sent` when something last went out.
notices = Table(
    "notices",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("matter", String(8), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("by", String(16), index=True),
    Column("about", String(12), nullable=False),
    Column("seen", Boolean, nullable=False),
    Column("due", Float, index=True),
    Column("sent", Float),
    Index(None, "person", "seq", unique=True),
)

# How people want to be told: `secret` signs what their webhook gets, and is in the link that ends their mail.
wishes = Table(
    "wishes",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("wanted", Text, nullable=False),
    Column("mail", String(254)),
    Column("hook", String(400)),
    Column("secret", String(64), nullable=False, unique=True),
)

# The tables of which a person wants to hear nothing.
silences = Table(
    "silences",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

# Addresses that somebody gave, until the code that was sent there comes back.
codes = Table(
    "codes",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("mail", String(254), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

# Browsers that take push messages; `id` is the hash of the endpoint.
pushes = Table(
    "pushes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(10), nullable=False),
    Column("created", Float, nullable=False),
)

# What is on its way out of the server: one row for each address, until it is delivered or given up.
letters = Table(
    "letters",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("way", String(5), nullable=False),
    Column("address", String(400), nullable=False),
    Column("body", Text, nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)

# Keys of the server itself, made when they are first needed.
keys = Table(
    "keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)

# Who ever did something or had a seat at a table: where a person has left traces.
visits = Table(
    "visits",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), index=True),
    Column("bot", String(80)),
    Column("owes", Boolean, nullable=False),
    Index(None, "owes", "bot"),
)

# Processes that serve the same tables, and which of them acts at a table by itself.
processes = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("beat", Integer, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("table", String(16), primary_key=True),
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),
)

# A finished game is one compressed record. It needs neither the log nor the table that it came from. What stands beside
# it, here and in `players`, can be made from it again, but for who played.
games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("ended", Float, nullable=False),
    Column("variant", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("how", String(10), nullable=False),
    Column("unrated", String(20), nullable=False),
    Column("importer", String(16)),
    Column("digest", String(64), unique=True),
    Column("card", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Index(None, "importer", "ended"),
)

players = Table(
    "players",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16)),
    Column("name", String(80), nullable=False),
    Column("place", Integer),
    Column("against", String(10), nullable=False),
    Column("deeds", Text, nullable=False),
    Column("rated", String(90)),
    Column("standing", Integer, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("before", Float),
    Column("after", Float),
    Index(None, "person"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("variant", String(40), primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("player", String(90), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("ordinal", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Index(None, "variant", "seats", "ordinal"),
    Index(None, "player"),
)
