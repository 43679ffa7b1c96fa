"""The client's files: what is sent at which path, and with which headers."""

from __future__ import annotations

from asyncio import run as run_now
from pathlib import Path

import pytest
from server_client import Client
from starlette.applications import Starlette
from starlette.routing import Mount

from branchline.server.pages import Pages

START = '<html><link href="./icon.svg" /><script src="./assets/a-1.js"></script></html>'


@pytest.fixture
def client(tmp_path: Path) -> Client:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(START, "utf-8")
    (tmp_path / "assets/a-1.js").write_text("x", "utf-8")
    return Client(Starlette(routes=[Mount("/", Pages(tmp_path))]))


@pytest.mark.parametrize(("path", "cache"), [("", "no-cache"), ("t/abc", "no-cache"), ("assets/a-1.js", "immutable")])
def test_pages_load_nothing_from_elsewhere(client: Client, path: str, cache: str) -> None:
    answer = run_now(client.get(f"/{path}"))
    headers = answer.headers
    assert answer.status == 200
    assert cache in headers["cache-control"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


def test_every_path_of_the_client_gets_its_page_with_links_that_fit(client: Client) -> None:
    assert run_now(client.get("/")).text == START
    page = run_now(client.get("/t/abc"))
    assert 'href="../icon.svg"' in page.text
    assert 'src="../assets/a-1.js"' in page.text
    assert page.headers["content-type"].startswith("text/html")


def test_a_page_that_is_known_is_not_sent_again(client: Client) -> None:
    etag = run_now(client.get("/t/abc")).headers["etag"]
    client.headers["if-none-match"] = etag
    again = run_now(client.get("/t/other"))
    assert again.status == 304
    assert again.text == ""


def test_other_paths_say_that_nothing_is_there(client: Client) -> None:
    page = run_now(client.get("/nowhere/at/all"))
    assert page.status == 404
    assert 'src="../../assets/a-1.js"' in page.text
    assert run_now(client.get("/assets/b.js")).status == 404


def test_only_embeds_may_stand_in_the_frames_of_others(client: Client) -> None:
    def policy(path: str) -> str:
        return run_now(client.get(path)).headers["content-security-policy"]

    assert "frame-ancestors *" in policy("/embed/g/abc")
    for path in ("/", "/t/embed", "/embedded", "/assets/a-1.js"):
        assert "frame-ancestors 'none'" in policy(path), path
