"""The games there are: everything that a client draws and names comes from here."""

from __future__ import annotations

from typing import Any

import branchline as bl
from branchline.server.api.layer import Call, get


async def variants(call: Call) -> list[str]:
    """The ids of all games, in the order of the menu."""
    return list(bl.variants())


async def one_variant(call: Call) -> dict[str, Any]:
    """A game with its map, drawing and names."""
    return bl.variant(call.path["variant"]).data(layout=True)


ROUTES = (get("/api/variants", variants), get("/api/variants/{variant}", one_variant, packed=True))
