"""The lesson: every scene can be played to its end as the client's steps say, and nothing of it is kept."""

from __future__ import annotations

from typing import Any

import pytest
from server_client import Server, ok, run

from branchline.server.lessons import LEARNER, PARTNER, played, scenes

WAYS = {
    "cards": ("row red", "row blue", "claim birchwick-millbrook.1 red*2"),
    "tickets": ("tickets", "keep 1"),
    "ferry": ("claim millbrook-lanternport blue*2 wild",),
    "tunnel": ("claim birchwick-highpass yellow*2 yellow.mark", "pay yellow.mark"),
    "station": ("station lanternport red",),
    "harbour": ("harbour lanternport green.mark*2 green.ship*2",),
    "ending": ("claim highpass-millbrook green*2", "blind train", "blind train"),
}
"""How a learner goes through each scene."""
MEANT = {
    "cards": "track_claimed",
    "tickets": "tickets_kept",
    "ferry": "track_claimed",
    "tunnel": "surcharge_paid",
    "station": "station_built",
    "harbour": "harbour_built",
    "ending": "game_ended",
}
"""What must have happened then."""


def at(scene: str, *moves: str, **more: Any) -> dict[str, Any]:
    return {"scene": scene, "moves": list(moves), "name": "Ada", **more}


def test_every_scene_can_be_played_to_its_end() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        assert await ok(client.get("/api/lesson")) == list(scenes()) == list(WAYS)
        for scene, way in WAYS.items():
            for number in range(len(way) + 1):
                after = await ok(client.post("/api/lesson", at(scene, *way[:number])))
                game = after["news"]["view"]["game"]
                assert LEARNER in game["waiting"] or game["result"], (scene, number)
            events = [event["event"] for step in after["news"]["steps"] for event in step["events"]]
            assert MEANT[scene] in events, scene

    run(test)


def test_a_scene_is_the_same_every_time() -> None:
    for scene, way in WAYS.items():
        one, other = (played(scenes()[scene], way, "Ada", "en") for _ in range(2))
        assert one.game == other.game


@pytest.mark.parametrize("scene", WAYS)
def test_the_partner_always_finds_something_to_do(scene: str) -> None:
    moves: list[str] = []
    table = played(scenes()[scene], (), "Ada", "en")
    while table.stage == "playing" and len(moves) < 40:
        assert table.game is not None
        assert PARTNER not in table.waiting
        moves.append(str(table.game.legal(LEARNER)[-1]))
        table = played(scenes()[scene], tuple(moves), "Ada", "en")


def test_the_partner_hides_what_it_has() -> None:
    async def test(server: Server) -> None:
        after = await ok(server.client().post("/api/lesson", at("cards", *WAYS["cards"])))
        learner, partner = after["news"]["view"]["game"]["seats"]
        assert learner["hand"]
        assert partner["hand"] is None
        drawn = [it for step in after["news"]["steps"] for it in step["events"] if it["event"] == "blind_drawn"]
        assert drawn
        assert all(it["card"] is None for it in drawn)

    run(test)


def test_what_is_impossible_is_refused_with_its_reason() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        answer = await client.post("/api/lesson", at("ferry", "claim millbrook-lanternport blue*2 red"))
        assert answer.status == 422
        assert answer.data["reason"]["clause"] == "CLAIM-4"
        why = await ok(
            client.post("/api/lesson/why", {"at": at("cards", lang="ja"), "move": "claim birchwick-gullcove"})
        )
        assert why["reason"]["clause"]
        assert "。" in why["reason"]["sentence"]
        assert (await client.post("/api/lesson", at("nowhere"))).status == 404

    run(test)
