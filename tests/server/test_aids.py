"""What helps a person at a table: the shelf, the words, how tickets stand, why something can't be done."""

from __future__ import annotations

from server_client import Server, ok, run

import branchline as bl
from branchline.words import LANGUAGES, say


def test_shelf() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        shelf = await ok(client.get("/api/shelf"))
        assert [it["id"] for it in shelf] == list(bl.variants())
        assert all(set(it["names"]) == set(LANGUAGES) for it in shelf)
        assert {it["id"]: it["seats"] for it in shelf}["london"] == [2, 4]

    run(test)


def test_words_and_clauses() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        words = await ok(client.get("/api/words/ja"))
        assert words["terms.seat"] == say("terms.seat", {"number": "{number}"}, "ja")
        client.headers["accept-encoding"] = "gzip"
        assert (await client.get("/api/words/ja")).headers["content-encoding"] == "gzip", "what is long comes packed"
        del client.headers["accept-encoding"]
        clause = await ok(client.get("/api/clauses/zh-Hant/CLAIM-8"))
        assert clause["id"] == "CLAIM-8"
        assert clause["text"]
        for path in ("/api/words/xx", "/api/clauses/en/CLAIM-999", "/api/clauses/xx/CLAIM-8"):
            assert (await client.get(path)).status == 404

    run(test)


def test_outlook_and_why() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada", "red")
        table = (await ok(ada.post("/api/tables", {"setup": {"variant": "europe", "seats": 2}})))["table"]
        place = f"/api/tables/{table}"
        assert (await ada.get(f"{place}/outlook?seat=0")).data["id"] == "server.not_playing"
        await ok(ada.post(f"{place}/commands", {"do": "seat_bot", "bot": "random"}))
        await ok(ada.post(f"{place}/commands", {"do": "start"}))
        offer = (await ok(ada.get(f"{place}?seat=0")))["view"]["game"]["seats"][0]["offer"]
        outlook = await ok(ada.get(f"{place}/outlook?seat=0"))
        assert set(outlook["tickets"]) == set(offer), "the offer is looked at before one chooses"
        for found in outlook["tickets"].values():
            lengths = [bl.variant("europe").track(track).length for track in found["way"]]
            assert not found["done"]
            assert sum(lengths) == found["pieces"]
        why = await ok(ada.get(f"{place}/why?seat=0&move=claim%20paris-zurich&lang=ja"))
        assert why["reason"]["id"] == "other_decision"
        assert (
            why["reason"]["sentence"] != (await ok(ada.get(f"{place}/why?seat=0&move=claim%20paris-zurich")))["reason"]
        )
        assert (await ada.get(f"{place}/why?seat=0&move=nonsense")).status == 422
        assert (await ada.get(f"{place}/outlook?seat=1")).status == 403
        assert (await server.client().get(f"{place}/outlook?seat=0")).status == 401

    run(test)
