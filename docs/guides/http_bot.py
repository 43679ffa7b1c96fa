"""A complete bot that plays over HTTP: http_bot.py http://HOST:8000 TABLE TOKEN takes a seat and plays to the end."""

import json
import sys
from urllib.request import Request, urlopen


def ask(path: str, data: dict | None = None):
    headers = {"Authorization": f"Bearer {token}"}
    return urlopen(Request(f"{server}/api/tables/{table}{path}", data and json.dumps(data).encode(), headers))


server, table, token = sys.argv[1:]
ask("/commands", {"do": "take_seat", "key": "my seat"})  # with a key it is done once, however often it is asked
for line in ask("/stream"):  # a line for each thing that happens, until the game is over; empty ones between
    if line.strip() and json.loads(line)["view"]["stage"] == "playing":
        found = json.load(ask("/moves"))  # all that we may do now: nothing, if it is not our turn
        if found["moves"]:
            claims = [move for move in found["moves"] if move.startswith("claim")]
            ask("/moves", {"move": max(claims or found["moves"], key=len), "expected": found["seq"]})
