"""What we give people to run a server with: it names settings, flags and files that there are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from branchline.cli.admin import ACTIONS
from branchline.server.config import NAMES, PREFIX, read_config

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs/guides/running.md").read_text("utf-8")
SETTINGS = {field.name for field in NAMES}


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "branchline.service"])
def test_settings_exist(name: str) -> None:
    named = set(re.findall(PREFIX + r"([A-Z_]+)", (DEPLOY / name).read_text("utf-8")))
    assert named
    assert {setting.lower() for setting in named} <= SETTINGS


def test_the_example_settings_are_read(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert example
    file = tmp_path / "branchline.toml"
    file.write_text(example[1])
    config = read_config({}, {}, str(file))
    assert config.durable
    assert config.log_form == "json"


def test_the_guide_names_actions_that_there_are() -> None:
    named = set(re.findall(r"branchline admin ([a-z]+)", GUIDE))
    assert len(named) >= 6
    assert named <= set(ACTIONS)


def test_the_compose_file_holds_together() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    servers = {name for name, one in services.items() if one.get("build")}
    assert len(servers) >= 2
    for name, one in services.items():
        assert set(one.get("depends_on", {})) <= set(services), name
        assert set(one.get("networks", ())) <= set(compose["networks"]), name
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"], volume
        for dependency, how in one.get("depends_on", {}).items():
            assert how["condition"] == "service_healthy"
            assert "healthcheck" in services[dependency]
    proxied = set(re.findall(r"(\w+):8000", (DEPLOY / "Caddyfile").read_text("utf-8")))
    assert proxied == servers
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    example = set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text("utf-8"), re.MULTILINE))
    assert asked - {"PROXY_NETWORK"} == example


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx (Debian: apt install nginx-light)")
def test_nginx_takes_the_example(tmp_path: Path) -> None:
    """Also the nginx of Debian stable."""
    example = re.search(r"```nginx\n(.*?)```", GUIDE, re.DOTALL)
    assert example
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "games.example.org")])
    begin = datetime(2026, 1, 1)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(made.public_key())
    builder = builder.serial_number(1).not_valid_before(begin).not_valid_after(begin + timedelta(days=9999))
    certificate.write_bytes(builder.sign(made, hashes.SHA256()).public_bytes(Encoding.PEM))
    key.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    server = example[1].replace("/etc/letsencrypt/live/games.example.org/fullchain.pem", str(certificate))
    server = server.replace("/etc/letsencrypt/live/games.example.org/privkey.pem", str(key))
    places = "".join(f"{what}_temp_path {tmp_path};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}} http {{ access_log off; {places} {server} }}"
    )
    checked = subprocess.run(["nginx", "-t", "-c", str(file)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs Caddy (Debian: apt install caddy)")
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    environment = {"DOMAIN": "games.example.org", "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert checked.returncode == 0, checked.stderr


def test_the_service_can_draw_pictures() -> None:
    """What draws them compiles JavaScript as it runs; where that is forbidden the first picture ends the server."""
    unit = (DEPLOY / "branchline.service").read_text("utf-8")
    assert not re.search(r"^MemoryDenyWriteExecute=(yes|true|on|1)", unit, re.MULTILINE)


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian: apt install systemd)"
)
def test_the_service_is_one(tmp_path: Path) -> None:
    unit = (DEPLOY / "branchline.service").read_text("utf-8").replace("/opt/branchline/bin/branchline", "/bin/true")
    file = tmp_path / "branchline.service"
    file.write_text(unit)
    checked = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr.strip()) == (0, "")
