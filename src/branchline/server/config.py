"""
The one configuration: a typed table of settings with defaults.

A setting comes from the first of these that names it: a flag (``--write-seconds 5``), the environment
(``BRANCHLINE_WRITE_SECONDS``), the TOML file (``write_seconds = 5``), the default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from branchline.errors import BranchlineError, quoted

PREFIX = "BRANCHLINE_"


class ConfigError(BranchlineError):
    """A setting that does not exist or has a wrong value."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting. Each has a sentence in ``words/settings.toml``."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///branchline.db"
    durable: bool = False
    bus: str = ""
    body_most: int = 65_536
    record_most: int = 262_144
    message_most: int = 16_384
    watches_most: int = 100
    write_seconds: float = 10.0
    silence_seconds: float = 60.0
    bot_threads: int = 2
    bot_seconds: float = 10.0
    idle_seconds: float = 900.0
    metrics: str = ""
    log_form: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    url: str = ""
    smtp: str = ""
    mail_from: str = ""
    private_hooks: bool = False
    origins: str = ""
    trusted_proxies: str = ""
    address_rate: float = 100.0
    person_rate: float = 50.0
    message_rate: float = 20.0
    sign_in_rate: float = 6.0
    guest_rate: float = 12.0
    table_rate: float = 30.0
    picture_rate: float = 30.0
    review_rate: float = 10.0
    sockets_most: int = 500

    @property
    def home(self) -> str:
        """The address of the client, for links in what leaves the server."""
        return self.url.rstrip("/") or address(self.host, self.port)


NAMES = structs.fields(Config)


def address(host: str, port: int) -> str:
    """
    Where a browser of this machine finds a server that listens at a host.

    This machine is called by its name, for there alone browsers allow passkeys without https.
    """
    if host in ("127.0.0.1", "::1", "0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def read_config(flags: Mapping[str, str], environment: Mapping[str, str], file: str | None = None) -> Config:
    """The configuration from all its sources; ConfigError names the first setting that is wrong."""
    values: dict[str, Any] = {}
    types = {field.name: field.type for field in NAMES}
    for name, value in read_file(file).items() if file else ():
        values[name] = (file, value)
    for field in NAMES:
        variable = PREFIX + field.name.upper()
        if variable in environment:
            values[field.name] = (variable, environment[variable])
        if field.name in flags:
            values[field.name] = ("--" + field.name.replace("_", "-"), flags[field.name])
    config = {}
    for name, (source, value) in values.items():
        if name not in types:
            raise ConfigError(
                "settings.unknown", {"value": quoted(name), "source": source, "possible": ", ".join(types)}
            )
        try:
            config[name] = msgspec.convert(value, types[name], strict=False)
        except msgspec.ValidationError as error:
            parameters = {"name": name, "value": quoted(value), "source": source, "why": str(error)}
            raise ConfigError("settings.bad_value", parameters) from None
    return Config(**config)


def read_file(file: str) -> dict[str, Any]:
    """The settings of a TOML file."""
    try:
        return tomllib.loads(Path(file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError("settings.bad_file", {"value": quoted(file), "why": quoted(str(error), 200)}) from None
