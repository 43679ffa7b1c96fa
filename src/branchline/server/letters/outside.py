"""
Posting to addresses that people gave: never to what only this machine can reach.

The name is looked up once, every address that it has must be a public one, and the connection goes to that very
address: nothing can be exchanged in between. Redirections are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from functools import partial
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from branchline.server.letters.letter import GoneError

SECONDS = 10.0
MOST_READ = 4096
NAT64 = 0x64FF9B << 96
"""The addresses 64:ff9b::/96, which hold one of the old kind."""


class ForbiddenError(GoneError):
    """An address to which nothing is posted."""


def public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address can be reached by everybody, also the one that may hide in it."""
    if isinstance(address, IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if int(address) >> 32 == NAT64 >> 32:
            inside = IPv4Address(int(address) & 0xFFFFFFFF)
        if inside:
            return public(inside)
    return address.is_global and not address.is_multicast


def place(url: str, private: bool) -> tuple[str, str, int, str, str]:
    """Scheme, host, port, path and the address to connect to; ForbiddenError for places that are not public."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (KeyError, ValueError):
        raise ForbiddenError(url) from None
    host = parts.hostname
    if not host or parts.username or parts.password:
        raise ForbiddenError(url)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise ForbiddenError(url) from None
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not private and not all(public(ip_address(address)) for address in addresses):
        raise ForbiddenError(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, port, path, addresses[0]


def post_now(url: str, body: bytes, headers: Mapping[str, str], private: bool) -> int:
    """Post, and wait for the status."""
    scheme, host, port, path, address = place(url, private)
    connection = HTTPConnection(host, port, timeout=SECONDS)
    with socket.create_connection((address, port), SECONDS) as plain:
        if scheme == "https":
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        else:
            connection.sock = plain
        try:
            connection.request("POST", path, body, dict(headers))
            answer = connection.getresponse()
            answer.read(MOST_READ)
            return answer.status
        finally:
            connection.close()


async def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> None:
    """Post; GoneError if the other side says that there is nothing, OSError if it does not take it now."""
    work = partial(post_now, url, body, headers, private)
    try:
        status = await asyncio.to_thread(work)
    except (HTTPException, ValueError) as error:
        raise OSError(str(error)) from error
    if status in (404, 410):
        raise GoneError(url)
    if not 200 <= status < 300:
        raise OSError(f"{url} answered {status}")
