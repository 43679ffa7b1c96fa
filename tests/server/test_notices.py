"""Notices: what people are told, in the page and outside, when, how often, and when not."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64decode
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from server_client import Client, Server, ask, news, ok, opened, run, serving, some_move, two_at_a_table

from branchline.server import wire
from branchline.server.clock import FakeClock
from branchline.server.config import Config
from branchline.server.letters.letter import GoneError, Letter, Told
from branchline.server.letters.postman import AGAIN, GAP, quiet_until
from branchline.words import LANGUAGES, catalogue


class Carried:
    """A carrier that keeps what it is given, or fails as it is told."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.wrong: Exception | None = None

    async def deliver(self, letter: Letter) -> None:
        if self.wrong is not None:
            raise self.wrong
        self.letters.append(letter)

    @property
    def kinds(self) -> list[list[str]]:
        return [[item.kind for item in letter.body.items] for letter in self.letters if isinstance(letter.body, Told)]


def carried(server: Server, way: str = "hook") -> Carried:
    """Letters of a way come here."""
    found = server.site.postman.carriers[way] = Carried()
    return found


async def told(client: Client, since: int = 0) -> Any:
    return (await ok(client.get(f"/api/me/notices?since={since}")))["notices"]


async def later(server: Server, seconds: float) -> None:
    """Time passes, and the postman has gone round."""
    server.clock.time += seconds
    await server.site.postman.round()


async def hooked(client: Client) -> None:
    await ok(client.post("/api/me/notices/hook", {"url": "https://example.org/hook"}))


async def play(client: Client, table: str, seat: int, number: int = 0) -> None:
    seen = await news(client, table, seat)
    body = {"move": some_move(seen["view"], number), "expected": seen["seq"], "seat": seat}
    await ok(client.post(f"/api/tables/{table}/moves", body))


async def whose(client: Client, table: str) -> int:
    return int((await news(client, table))["view"]["game"]["waiting"][0])


async def past_start(people: tuple[Client, Client], table: str) -> None:
    for seat, client in enumerate(people):
        await play(client, table, seat)


# ---------------------------------------------------------------- in the page
def test_whose_turn_it_is() -> None:
    async def test(server: Server) -> None:
        people = (await server.guest("Ada"), await server.guest("Ben"))
        table = await opened(people[0], variant="usa")
        await ask(people[1], table, "take_seat")
        await ask(people[0], table, "start")
        assert [(one["kind"], one["seen"]) for one in await told(people[1])] == [("started", False)]
        await past_start(people, table)
        seat = await whose(people[0], table)
        mover, other = people[seat], people[1 - seat]
        game = [(one["kind"], one["seen"]) for one in await told(mover) if one["matter"] == "game"]
        assert game == ([("turn", False)] if seat == 0 else [("started", True)])  # Who chose last knows it.
        while await whose(people[0], table) == seat:
            await play(mover, table, seat, 1)
        assert [(one["kind"], one["seen"]) for one in await told(other) if one["matter"] == "game"] == [("turn", False)]
        # Whoever moved is told no more.
        assert all(one["seen"] for one in await told(mover))

    run(test)


def test_notices_come_by_socket() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        table = await opened(ada)
        async with ada.socket() as socket, server.client().socket() as nobody:
            nobody.say({"do": "watch_notices"})
            assert (await nobody.hear())["id"] == "server.who_are_you"
            socket.say({"do": "watch_notices", "since": 0})
            assert (await socket.hear())["notices"] == []
            await ask(ben, table, "take_seat")
            said = await socket.hear()
            assert [(one["kind"], one["who"], one["table"]) for one in said["notices"]] == [("full", "Ben", table)]
            await ok(ada.post("/api/me/notices/seen", {"upto": said["seq"], "table": table}))
            assert [one["seen"] for one in (await socket.hear())["notices"]] == [True]
        assert not server.site.notices.boards

    run(test)


def test_what_was_asked_is_told_and_settled() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        done = await ask(ada, table, "propose", matter={"about": "abandon"})
        asked = next(one for one in await told(ben) if one["kind"] == "asked")
        assert (asked["about"], asked["who"], asked["seen"]) == ("abandon", "Ada", False)
        await ask(ada, table, "vote", proposal=done["seq"], agree=False)
        assert next(one for one in await told(ben) if one["kind"] == "asked")["seen"]
        assert not next(one for one in await told(ben) if one["matter"] == "game")["seen"]
        await ask(ada, table, "resign")
        assert [one["kind"] for one in await told(ben) if not one["seen"]] == ["over"]
        again = (await ok(ada.post(f"/api/tables/{table}/rematch")))["table"]
        assert [(one["table"], one["who"]) for one in await told(ben) if one["kind"] == "rematch"] == [(again, "Ada")]

    run(test)


def test_mentions() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, talk="free")
        for text in ("hello all", "are you there, @ben?", "@Ada!"):
            await ok(ada.post(f"/api/tables/{table}/talk", {"what": {"kind": "words", "text": text}}))
        assert [one["who"] for one in await told(ben) if one["kind"] == "mention"] == ["Ada"]
        assert not [one for one in await told(ada) if one["kind"] == "mention"]

    run(test)


def test_inviting_those_one_has_played_with() -> None:
    async def test(server: Server) -> None:
        ada, ben, _ = await two_at_a_table(server)
        eve = await server.guest("Eve")
        fellow = (await ok(ada.get("/api/me/fellows")))[0]
        assert fellow["name"] == "Ben"
        assert await ok(eve.get("/api/me/fellows")) == []
        table = await opened(ada)
        await ok(ada.post(f"/api/tables/{table}/invite", {"person": fellow["person"]}))
        assert [(one["table"], one["who"]) for one in await told(ben) if one["kind"] == "invited"] == [(table, "Ada")]
        someone = (await ok(eve.get("/api/me")))["id"]
        assert (await ada.post(f"/api/tables/{table}/invite", {"person": someone})).data["id"] == "server.no_fellow"
        me = (await ok(ada.get("/api/me")))["id"]
        await ok(ben.post("/api/me/shunned", {"person": me, "how": "block"}))
        other = await opened(ada)
        await ok(ada.post(f"/api/tables/{other}/invite", {"person": fellow["person"]}))
        assert not [one for one in await told(ben) if one["table"] == other]

    run(test)


def test_every_notice_has_words() -> None:
    words = catalogue("notices")
    assert set(wire.Kind.__args__) <= set(words)
    assert {f"about_{tag}" for tag in ("back", "abandon", "switch", "wait", "stand_in", "end")} <= set(words)
    assert all(words[id][lang] for id in words for lang in LANGUAGES)


# ---------------------------------------------------------------- outside
def test_who_is_away_is_told_once_it_has_settled() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        hook = carried(server)
        await hooked(ben)
        await later(server, 5)
        assert not hook.letters
        await later(server, 10)
        assert hook.kinds == [["started"]]
        await later(server, 1000)
        assert len(hook.letters) == 1
        assert (hook.letters[0].address, hook.letters[0].language) == ("https://example.org/hook", "en")
        assert ada
        assert table

    run(test)


def test_who_looks_at_a_page_gets_no_letter() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        hook = carried(server)
        await hooked(ben)
        async with ben.socket() as socket:
            socket.say({"do": "look", "looking": True})
            socket.say({"do": "ping"})
            await socket.hear()
            await later(server, 60)
            assert not hook.letters
            # A page that nobody looks at does not count.
            socket.say({"do": "look", "looking": False})
            socket.say({"do": "ping"})
            await socket.hear()
            await ask(ada, table, "resign")
            await later(server, 60)
            assert hook.kinds == [["over"]]
        assert not server.site.presence.looking

    run(test)


def test_three_turns_in_a_minute_are_one_letter() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, live=False, variant="usa")
        people = (ada, ben)
        await past_start(people, table)
        hook = carried(server)
        for client in people:
            await hooked(client)
        for _ in range(6):
            seat = await whose(ada, table)
            while await whose(ada, table) == seat:
                await play(people[seat], table, seat, 1)
            await later(server, 9)
        assert not hook.letters
        await later(server, 100)
        assert hook.kinds == [["turn"]]
        # Then, of this table, nothing for some minutes.
        seat = await whose(ada, table)
        for _ in range(2):
            seat = await whose(ada, table)
            while await whose(ada, table) == seat:
                await play(people[seat], table, seat, 1)
        await later(server, 100)
        assert len(hook.letters) == 1
        await later(server, GAP)
        assert len(hook.letters) == 2

    run(test)


def test_several_tables_go_out_together() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        hook = carried(server)
        await hooked(ada)
        for _ in range(2):
            table = await opened(ada)
            await ask(ben, table, "take_seat")
        await later(server, 20)
        assert hook.kinds == [["full", "full"]]

    run(test)


def test_what_nobody_wants_goes_nowhere() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        hook = carried(server)
        await hooked(ben)
        await ok(ben.post("/api/me/notices/wishes", {"off": ["started"]}))
        await later(server, 60)
        await ok(ben.post("/api/me/notices/wishes", {}))
        wishes = await ok(ben.post("/api/me/notices/silence", {"table": table, "silent": True}))
        assert wishes["silent"] == [table]
        await ask(ada, table, "resign")
        await later(server, 60)
        assert not hook.letters
        assert (await ben.post("/api/me/notices/wishes", {"zone": "Moon/Base"})).data["id"] == "server.no_such_zone"
        assert (await ben.post("/api/me/notices/wishes", {"zone": "../../etc/passwd"})).status == 422

    run(test)


def test_quiet_hours_where_one_lives() -> None:
    def at(hour: int, minute: int = 0) -> float:
        return datetime(2026, 11, 19, hour, minute, tzinfo=UTC).timestamp()

    tokyo = wire.Wanted(quiet=wire.Quiet(22 * 60, 7 * 60), zone="Asia/Tokyo")  # UTC + 9
    assert quiet_until(tokyo, at(12, 59)) is None
    assert quiet_until(tokyo, at(13)) == at(22)
    assert quiet_until(tokyo, at(21, 59)) == at(22)
    assert quiet_until(tokyo, at(22)) is None
    noon = wire.Wanted(quiet=wire.Quiet(12 * 60, 13 * 60))
    assert quiet_until(noon, at(12, 30)) == at(13)
    assert quiet_until(noon, at(13)) is None
    assert quiet_until(wire.Wanted(), at(3)) is None

    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        hook = carried(server)
        await hooked(ben)
        now = int(server.clock.now() // 60 % 1440)
        quiet = {"begin": (now - 60) % 1440, "end": (now + 60) % 1440}
        await ok(ben.post("/api/me/notices/wishes", {"quiet": quiet}))
        for _ in range(3):
            await later(server, 1000)
        assert not hook.letters
        await later(server, 1000)
        assert hook.kinds == [["started"]]

    run(test)


def test_a_round_is_over_when_what_was_due_is_delivered() -> None:
    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        hook = carried(server)
        deliver, came, go = hook.deliver, asyncio.Event(), asyncio.Event()

        async def slowly(letter: Letter) -> None:
            came.set()
            await go.wait()
            await deliver(letter)

        hook.deliver = slowly  # type: ignore[method-assign]
        await hooked(ben)
        first = asyncio.ensure_future(later(server, 60))
        await came.wait()
        second = asyncio.ensure_future(later(server, 1))
        await asyncio.sleep(0.05)
        assert not second.done()
        go.set()
        await second
        assert hook.kinds == [["started"]]
        await first

    run(test)


def test_letters_outlive_a_restart(tmp_path: Any) -> None:
    async def main() -> None:
        config, clock = Config(database=f"sqlite:///{tmp_path / 'a.db'}"), FakeClock()
        async with serving(config, clock) as server:
            _, ben, _ = await two_at_a_table(server)
            hook = carried(server)
            hook.wrong = OSError("away")
            await hooked(ben)
        async with serving(config, clock) as server:  # As notice.
            hook = carried(server)
            hook.wrong = OSError("away")
            await later(server, 60)
        async with serving(config, clock) as server:  # As letter.
            hook = carried(server)
            await later(server, 30)
            assert not hook.letters
            await later(server, 60)
            assert hook.kinds == [["started"]]
            await later(server, 100_000)
            assert len(hook.letters) == 1

    asyncio.run(main())


def test_what_can_not_be_delivered_is_tried_ever_later_and_given_up() -> None:
    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        hook = carried(server)
        hook.wrong = OSError("away")
        await hooked(ben)
        tries: list[float] = []

        async def deliver(letter: Letter) -> None:
            tries.append(server.clock.now())
            raise OSError("away")

        hook.deliver = deliver  # type: ignore[method-assign]
        await later(server, 60)
        for _ in range(300):
            await later(server, 300)
        assert len(tries) == len(AGAIN)
        gaps = [b - a for a, b in pairwise(tries)]
        assert all(wanted <= gap < wanted + 300 for gap, wanted in zip(gaps, AGAIN, strict=False)), gaps
        assert await server.site.store.read(lambda c: c.exec_driver_sql("select count(*) from letters").scalar()) == 0

    run(test)


def test_addresses_that_are_gone_are_forgotten() -> None:
    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        hook = carried(server)
        hook.wrong = GoneError("gone")
        await hooked(ben)
        await later(server, 60)
        assert (await ok(ben.get("/api/me/notices/wishes")))["hook"] is None

    run(test)


def test_a_browser_takes_push_messages_until_it_is_gone() -> None:
    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        push = carried(server, "push")
        browser = {"endpoint": "https://push.example/1", "p256dh": "B" + "A" * 86, "auth": "A" * 22, "language": "ja"}
        assert (await ok(ben.post("/api/me/notices/push", browser)))["pushes"] == 1
        assert (await ok(ben.post("/api/me/notices/push", browser)))["pushes"] == 1
        for wrong in ({"endpoint": "file:///etc/passwd"}, {"p256dh": "short"}, {"auth": "\n" * 22}):
            assert (await ben.post("/api/me/notices/push", {**browser, **wrong})).status == 400
        await later(server, 60)
        assert push.kinds == [["started"]]
        assert (await ok(ben.post("/api/me/notices/push/end", {"endpoint": browser["endpoint"]})))["pushes"] == 0
        key = (await ok(ben.get("/api/me/notices/wishes")))["push_key"]
        assert len(urlsafe_b64decode(key + "=")) == 65
        assert key == (await ok(ben.get("/api/me/notices/wishes")))["push_key"]

    run(test)


def test_an_address_is_proven_by_a_code_and_ended_by_a_link() -> None:
    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        assert (await ben.post("/api/me/notices/mail", {"address": "ben@example.org"})).data["id"] == "server.no_mail"
        mail = carried(server, "mail")
        for wrong in ("ben", "ben@home", "a b@example.org", "ben@example.org\nBcc: x@example.org", "<ben@example.org>"):
            assert (await ben.post("/api/me/notices/mail", {"address": wrong})).status == 400
        seen = await ok(ben.post("/api/me/notices/mail", {"address": "ben@example.org"}))
        assert (seen["mail"], seen["mail_waiting"]) == (None, "ben@example.org")
        assert (await ben.post("/api/me/notices/mail", {"address": "x@example.org"})).status == 429
        await server.site.postman.round()
        code = mail.letters[0].body.code  # type: ignore[union-attr]
        assert (await ben.post("/api/me/notices/mail/code", {"code": "no"})).data["id"] == "server.wrong_code"
        assert (await ok(ben.post("/api/me/notices/mail/code", {"code": f" {code} "})))["mail"] == "ben@example.org"
        await later(server, 60)
        assert mail.kinds == [["started"]]
        secret = mail.letters[-1].secret
        nobody = server.client()
        assert (await nobody.post("/api/notices/off/wrong")).status == 404
        await ok(nobody.post(f"/api/notices/off/{secret}"))
        assert (await ok(ben.get("/api/me/notices/wishes")))["mail"] is None

    run(test)


def test_a_code_can_not_be_guessed() -> None:
    async def test(server: Server) -> None:
        _, ben, _ = await two_at_a_table(server)
        mail = carried(server, "mail")
        await ok(ben.post("/api/me/notices/mail", {"address": "ben@example.org"}))
        await server.site.postman.round()
        code = mail.letters[0].body.code  # type: ignore[union-attr]
        for _ in range(10):
            await ben.post("/api/me/notices/mail/code", {"code": "none"})
        assert (await ben.post("/api/me/notices/mail/code", {"code": code})).status == 422

    run(test)


def test_a_trial() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        assert (await ada.post("/api/me/notices/trial")).data["id"] == "server.no_way"
        hook = carried(server)
        await hooked(ada)
        assert (await ok(ada.post("/api/me/notices/trial")))["letters"] == 1
        await server.site.postman.round()
        assert hook.kinds == [["trial"]]
        assert json.dumps(hook.letters[0].address)

    run(test)


@pytest.mark.parametrize("url", ["ftp://example.org/", "javascript:alert(1)", "https://a b/", "x" * 500])
def test_a_hook_is_an_address(url: str) -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        assert (await ada.post("/api/me/notices/hook", {"url": url})).status == 400

    run(test)
