"""``branchline serve`` itself, over a real network of one machine."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.sync.client import connect

from branchline.cli.main import main
from branchline.server.config import Config, address


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_serve(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "branchline.cli.main", "serve", "--port", str(port), "--open"]
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    environment = os.environ | {
        "BRANCHLINE_DATABASE": f"sqlite:///{tmp_path / 'served.db'}",
        "BROWSER": f"{browser} %s",
    }
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/ready") as answer:
                    assert "version" in json.load(answer)
                break
            except urllib.error.URLError:
                time.sleep(0.05)
        with connect(f"ws://127.0.0.1:{port}/api/socket") as connection:
            connection.send('{"do":"ping"}')
            assert json.loads(connection.recv(5))["type"] == "pong"
        # Where the page opens, browsers allow passkeys; by its number the server can be reached all the same.
        assert passkeys_at(f"http://localhost:{port}") == (200, "localhost")
        assert passkeys_at(f"http://127.0.0.1:{port}") == (409, "server.no_passkeys_here")
    finally:
        server.send_signal(signal.SIGINT)
        said, _ = server.communicate(timeout=10)
    assert f"http://localhost:{port}" in said
    assert server.returncode == 0
    assert opened.read_text().strip() == f"http://localhost:{port}"


def passkeys_at(home: str) -> tuple[int, str]:
    """Come in where a page would, and ask for what makes a passkey: for which place, or why not."""
    headers = {"origin": home, "content-type": "application/json"}
    asked = urllib.request.Request(f"{home}/api/guests", b'{"name": "Ada"}', headers, method="POST")
    with urllib.request.urlopen(asked) as answer:
        headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]
    asked = urllib.request.Request(f"{home}/api/me/passkeys/options", b"{}", headers, method="POST")
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, json.load(answer)["options"]["rp"]["id"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["id"]


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("127.0.0.1", "http://localhost:8000"),
        ("0.0.0.0", "http://localhost:8000"),
        ("::", "http://localhost:8000"),
        ("192.168.1.7", "http://192.168.1.7:8000"),
        ("fe80::1", "http://[fe80::1]:8000"),
        ("games.example.org", "http://games.example.org:8000"),
    ],
)
def test_where_a_server_is(host: str, there: str) -> None:
    assert address(host, 8000) == Config(host=host).home == there


def test_serve_refuses(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["serve", "--port", "many"]) == 2
    assert "port" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["--lang", "ja", "serve"]) == 2
    assert "branchline[server]" in capsys.readouterr().err


def test_serve_at_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert str(port) in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_serve_without_its_database(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It says what is wrong in a sentence, and never a password."""
    urls = (
        f"sqlite:///{tmp_path}/no/such/folder/x.db",
        "postgresql://ada:sesame@127.0.0.1:1/x",
        "nothing://ada:sesame@x",
        "ada:sesame",
    )
    for url in urls:
        assert main(["--lang", "en", "serve", "--port", "0", "--database", url]) == 2
        err = capsys.readouterr().err
        assert "does not answer" in err
        assert "sesame" not in err or url == urls[-1]
        assert "Traceback" not in err


def test_the_engine_needs_no_server() -> None:
    program = "import sys, branchline, branchline.cli.main; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"starlette", "uvicorn", "sqlalchemy", "alembic", "psycopg", "redis", "websockets", "branchline.server"}
    assert heavy & set(modules) == set()
