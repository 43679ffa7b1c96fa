"""Talk at tables: who may say and hear what, in which room, and what the host and everybody can do about it."""

from __future__ import annotations

import asyncio
from typing import Any

from server_client import Client, Server, ask, ok, opened, run, two_at_a_table
from sqlalchemy import select

from branchline.server import leaving
from branchline.server.live.talk import EMOTES, LINES, PHRASES
from branchline.server.store.holdings import export_holdings, move_holdings
from branchline.server.store.schema import reports, talk
from branchline.words import LANGUAGES, catalogue


async def say(client: Client, table: str, what: Any, **more: Any) -> Any:
    return await client.post(f"/api/tables/{table}/talk", {"what": what, **more})


async def heard(client: Client, table: str, room: str = "table", since: int = 0) -> Any:
    return await ok(client.get(f"/api/tables/{table}/talk?room={room}&since={since}"))


def phrase(id: str) -> Any:
    return {"kind": "phrase", "phrase": id}


def test_phrases_have_words() -> None:
    words = catalogue("talk")
    assert set(words) == {*PHRASES, *(f"emote_{id}" for id in EMOTES)}
    assert all(words[id][lang] for id in words for lang in LANGUAGES)


def test_phrases_are_heard_by_everybody() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        async with ben.socket() as socket, server.client().socket() as other:
            for each in (socket, other):
                each.say({"do": "watch_talk", "table": table})
                assert (await each.hear())["lines"] == []
            await ok(say(ada, table, phrase("hello")))
            for each in (socket, other):
                told = await each.hear()
                assert (told["type"], told["seq"]) == ("talk", 1)
                assert [(line["name"], line["what"]) for line in told["lines"]] == [("Ada", phrase("hello"))]
            await ok(say(ben, table, {"kind": "emote", "emote": "wow"}))
            # Who was away goes on where it stopped.
        async with server.client().socket() as other:
            other.say({"do": "watch_talk", "table": table, "since": 1})
            assert [line["number"] for line in (await other.hear())["lines"]] == [2]

    run(test)


def test_a_line_with_a_key_is_said_once() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        answers = [await ok(say(ada, table, phrase("hello"), key="k")) for _ in range(3)]
        assert [answer["seq"] for answer in answers] == [1, 1, 1]
        assert len((await heard(ada, table))["lines"]) == 1

    run(test)


def test_lines_said_at_once_are_all_kept() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await asyncio.gather(*(ok(say(who, table, phrase("oh_no"))) for who in (ada, ben) * 3))
        assert [line["number"] for line in (await heard(ada, table))["lines"]] == [1, 2, 3, 4, 5, 6]

    run(test)


def test_free_words_where_the_host_allows_them() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        words = {"kind": "words", "text": " <b>Hi</b>\n there "}
        assert (await say(ben, table, words)).data["id"] == "server.phrases_only"
        answer = await ben.post(f"/api/tables/{table}/commands", {"do": "set_talk", "talk": "free"})
        assert answer.data["id"] == "server.not_host"
        await ask(ada, table, "set_talk", talk="free")
        await ok(say(ben, table, words))
        assert (await heard(ada, table))["lines"][0]["what"]["text"] == "<b>Hi</b> there"
        for wrong in ({"kind": "words", "text": "x" * 301}, {"kind": "words", "text": "  "}, {"kind": "shout"}):
            assert (await say(ben, table, wrong)).status == 400
        for unknown in (phrase("rude"), {"kind": "emote", "emote": "rude"}):
            assert (await say(ben, table, unknown)).data["id"] == "server.no_such_phrase"
        await ask(ada, table, "set_talk", talk="none")
        assert (await say(ada, table, phrase("hello"))).data["id"] == "server.no_talk"

    run(test)


def test_those_who_look_on_are_heard_by_the_players_when_the_game_is_over() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        eve = await server.guest("Eve")
        assert (await say(eve, table, phrase("hello"))).data["id"] == "server.only_seats_talk"
        await ok(say(eve, table, phrase("oh_no"), room="gallery"))
        assert (await heard(server.client(), table, "gallery"))["seq"] == 1
        answer = await ada.get(f"/api/tables/{table}/talk?room=gallery")
        assert answer.data["id"] == "server.gallery_closed"
        assert (await say(ada, table, phrase("hello"), room="gallery")).status == 403
        async with ada.socket() as socket:
            socket.say({"do": "watch_talk", "table": table, "room": "gallery"})
            assert (await socket.hear())["id"] == "server.gallery_closed"
            await ask(ada, table, "resign")
            socket.say({"do": "watch_talk", "table": table, "room": "gallery"})
            assert len((await socket.hear())["lines"]) == 1

    run(test)


def test_who_sits_down_hears_the_gallery_no_more() -> None:
    async def test(server: Server) -> None:
        ada, eve = await server.guest("Ada"), await server.guest("Eve")
        table = await opened(ada)
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        async with eve.socket() as socket:
            socket.say({"do": "watch_talk", "table": table, "room": "gallery"})
            await socket.hear()
            await ask(ada, table, "offer_seat", seat=1)
            await ask(eve, table, "take_seat", seat=1)
            ben = await server.guest("Ben")
            await ok(say(ben, table, phrase("hello"), room="gallery"))
            assert (await socket.hear())["id"] == "server.gallery_closed"

    run(test)


def test_lines_are_removed_by_their_author_and_the_host() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, talk="free")
        for text in ("one", "two", "three"):
            await ok(say(ben, table, {"kind": "words", "text": text}))
        await ok(say(ada, table, phrase("hello")))
        remove = f"/api/tables/{table}/talk/remove"
        assert (await ben.post(remove, {"number": 4})).data["id"] == "server.not_your_line"
        await ok(ben.post(remove, {"number": 1}))
        await ok(ada.post(remove, {"number": 2}))
        assert (await ada.post(remove, {"number": 2})).data["id"] == "server.no_such_line"
        told = await heard(ben, table)
        assert [line["number"] for line in told["lines"]] == [3, 4, 5, 6]
        assert "two" not in str(told)
        # Whoever had heard them learns that they are gone.
        gone = await heard(ben, table, since=4)
        assert [line["what"] for line in gone["lines"]] == [{"kind": "removed", "number": n} for n in (1, 2)]
        kept = await server.site.store.read(lambda c: list(c.scalars(select(talk.c.said).order_by(talk.c.number))))
        assert kept[:2] == [None, None]

    run(test)


def test_the_host_silences() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        me = (await ok(ben.get("/api/me")))["id"]
        await ask(ada, table, "hush", person=me)
        assert (await say(ben, table, phrase("hello"))).data["id"] == "server.hushed"
        await ask(ada, table, "hush", person=me, hushed=False)
        await ok(say(ben, table, phrase("hello")))

    run(test)


def test_muted_and_blocked() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        ids = [(await ok(who.get("/api/me")))["id"] for who in (ada, ben)]
        await ok(say(ben, table, phrase("hello")))
        await ok(ada.post("/api/me/shunned", {"person": ids[1], "how": "mute"}))
        told = await heard(ada, table)
        assert (told["seq"], told["lines"]) == (1, [])
        assert (await ok(ada.get("/api/me/shunned"))) == [{"person": ids[1], "name": "Ben", "how": "mute"}]
        await ok(say(ben, table, phrase("thanks")))  # He learns nothing of it.
        await ok(ada.post("/api/me/shunned", {"person": ids[1], "how": "block"}))
        assert (await say(ben, table, phrase("thanks"))).data["id"] == "server.hushed"
        other = await opened(ada)
        answer = await ben.post(f"/api/tables/{other}/commands", {"do": "take_seat"})
        assert answer.data["id"] == "server.sent_away"
        await ok(ada.post("/api/me/shunned", {"person": ids[1], "how": None}))
        assert len((await heard(ada, table))["lines"]) == 2
        await ask(ben, other, "take_seat")
        assert (await ada.post("/api/me/shunned", {"person": ids[0], "how": "mute"})).status == 409

    run(test)


def test_reports_are_kept_once() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, talk="free")
        await ok(say(ben, table, {"kind": "words", "text": "buy stamps"}))
        body = {"number": 1, "why": "spam"}
        for _ in range(2):
            await ok(ada.post(f"/api/tables/{table}/talk/report", body))
        assert (await ada.post(f"/api/tables/{table}/talk/report", {"number": 9, "why": "spam"})).status == 404
        await ok(ben.post(f"/api/tables/{table}/talk/remove", {"number": 1}))
        found = await server.site.store.read(lambda c: [dict(row) for row in c.execute(select(reports)).mappings()])
        assert len(found) == 1
        assert "buy stamps" in found[0]["said"]

    run(test)


def test_nobody_floods() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        for _ in range(LINES):
            await ok(say(ada, table, phrase("hello")))
        assert (await say(ada, table, phrase("hello"))).data["id"] == "server.too_much_talk"
        await ok(say(ben, table, phrase("hello")))
        server.clock.time += 11
        await ok(say(ada, table, phrase("hello")))

    run(test)


def test_what_one_said_moves_with_a_guest_and_goes_with_a_person() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, talk="free")
        eve = await server.guest("Eve")
        ids = [(await ok(who.get("/api/me")))["id"] for who in (ada, ben, eve)]
        for client, text in ((ada, "one"), (ben, "two")):
            await ok(say(client, table, {"kind": "words", "text": text}, key="k"))
        await ok(ben.post("/api/me/shunned", {"person": ids[0], "how": "mute"}))
        await ok(ben.post(f"/api/tables/{table}/talk/report", {"number": 1, "why": "other"}))
        store = server.site.store
        await store.write(move_holdings, ids[1], ids[2])
        found = await store.read(export_holdings, ids[2])
        assert [line["number"] for line in found["talk"]] == [2]
        assert found["shunned"] == [{"person": ids[0], "name": "Ada", "how": "mute"}]
        assert len(found["reports"]) == 1
        async with ben.socket() as socket:
            socket.say({"do": "watch_talk", "table": table})
            assert len((await socket.hear())["lines"]) == 2
            await leaving.forget(server.site.tables, ids[2])
        told = await heard(ada, table)
        assert [line["what"]["text"] for line in told["lines"]] == ["one"]
        assert told["seq"] == 2
        for rows in (await store.read(export_holdings, ids[2])).values():
            assert not rows

    run(test)
