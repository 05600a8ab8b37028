"""The page and its files over real HTTP: headers, caching, compression, TLS; and what is said without a bundle."""

import asyncio
import gzip
import json
import ssl
from pathlib import Path

import pytest

from firmware_host.config import load
from firmware_host.errors import UserError
from firmware_host.panel import bundle as bundles
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.table.acts.floor import CallFloor
from firmware_host.web.server import tls_context
from tests.support.certificates import Authority
from tests.worlds.panel_table import FLOOR, PIN, PanelTable, panel_table

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)

SCRIPT = b"console.log('the table');\n" * 200


def built(folder: Path) -> Path:
    (folder / "bundle" / "fonts").mkdir(parents=True)
    (folder / "bundle" / "index.html").write_text("<!doctype html><title>table</title>")
    (folder / "bundle" / "app-K7X2MQ4P.js").write_bytes(SCRIPT)
    (folder / "bundle" / "app-K7X2MQ4P.js.map").write_text('{"sources": ["secret.ts"]}')
    (folder / "bundle" / "plain.css").write_text("body{}")
    (folder / "bundle" / "fonts" / "text-ABCDEFGH.woff2").write_bytes(bytes(range(256)) * 8)
    (folder / "bundle" / ".built-from").write_text("x")
    return folder / "bundle"


async def test_every_response_carries_the_strict_headers(tmp_path: Path) -> None:
    async with panel_table(tmp_path, bundle=built(tmp_path)) as table:
        for method, path in (
            ("GET", "/"),
            ("HEAD", "/"),
            ("GET", "/app-K7X2MQ4P.js"),
            ("GET", "/nothing"),
            ("PUT", "/"),
            ("POST", "/screen"),
            ("POST", "/sign-in"),
            ("GET", "/healthz"),
            ("GET", "/metrics"),
            ("BAD REQUEST", "/"),
        ):
            response = await table.request(method, path)
            assert response.headers["content-security-policy"] == POLICY, path
            assert response.headers["x-content-type-options"] == "nosniff"
            assert response.headers["referrer-policy"] == "no-referrer"
            assert "server" not in response.headers


async def test_the_page_is_never_stored_and_its_hashed_files_for_ever(tmp_path: Path) -> None:
    async with panel_table(tmp_path, bundle=built(tmp_path)) as table:
        page = await table.request("GET", "/")
        assert (page.status, page.headers["cache-control"]) == (200, "no-store")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        script = await table.request("GET", "/app-K7X2MQ4P.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert script.body == SCRIPT
        packed = await table.request("GET", "/app-K7X2MQ4P.js", accept_encoding="gzip, br")
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == SCRIPT
        assert (await table.request("GET", "/plain.css")).headers["cache-control"] == "no-cache"
        font = await table.request("GET", "/fonts/text-ABCDEFGH.woff2", accept_encoding="gzip")
        assert font.headers["content-type"] == "font/woff2"


@pytest.mark.parametrize(
    "path",
    [
        "/../pins.json",
        "/..%2fpins.json",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/app-K7X2MQ4P.js.map",
        "/.built-from",
        "/index.html",
        "/fonts",
        "/fonts/",
        "/%00",
        "/app-K7X2MQ4P.js/",
    ],
)
async def test_no_path_leads_to_anything_else(tmp_path: Path, path: str) -> None:
    async with panel_table(tmp_path, bundle=built(tmp_path)) as table:
        response = await table.request("GET", path)
        assert response.status == 404
        assert json.loads(response.body)["reason"] == "there is no such page"


async def test_without_a_bundle_the_page_says_why_and_what_to_do(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        page = await table.request("GET", "/")
        assert page.status == 200
        assert b"firmware_host.panel.build" in page.body
        assert page.headers["content-security-policy"] == POLICY


def test_the_hash_of_a_bundle_is_of_every_byte_and_every_name(tmp_path: Path) -> None:
    folder = built(tmp_path)
    hashes = {bundles.read(folder).hash}
    (folder / "plain.css").write_text("body{ }")
    hashes.add(bundles.read(folder).hash)
    (folder / "plain.css").rename(folder / "other.css")
    hashes.add(bundles.read(folder).hash)
    (folder / "index.html").unlink()
    hashes.add(bundles.read(folder).hash)
    assert len(hashes) == 4
    assert "" in hashes


def test_the_build_names_the_bundle_as_the_page_does(tmp_path: Path) -> None:
    folder = built(tmp_path)
    (folder / "bundle.json").write_text('{"bundle": "0123456789abcdef", "assets": []}')
    assert bundles.read(folder).hash == "0123456789abcdef"
    assert "bundle.json" not in bundles.read(folder).assets
    (folder / "bundle.json").write_text("{")
    assert len(bundles.read(folder).hash) == 16


async def test_beyond_this_board_everything_goes_by_tls(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    certificate, key = authority.issued("127.0.0.1")
    trusting = ssl.create_default_context(cafile=str(authority.ca))
    config = PanelConfig(certificate=str(certificate), key=str(key))
    async with panel_table(tmp_path, config=config, tls=trusting) as table:
        response = await table.request("POST", "/sign-in", {"name": FLOOR, "pin": PIN})
        said = response.headers["set-cookie"]
        assert said.startswith(f"__Host-fh-{table.port}=")
        assert "Secure" in said
        async with table.page(response.cookie) as page:
            assert (await page.asks(CallFloor()))["kind"] == "accepted"
        plain = await table.request(
            "POST", "/sign-in", {"name": FLOOR, "pin": PIN}, origin=f"http://127.0.0.1:{table.port}"
        )
        assert plain.status == 403


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    certificate, key = Authority(tmp_path).issued("127.0.0.1")
    assert tls_context(str(certificate), str(key)).minimum_version is ssl.TLSVersion.TLSv1_2
    key.chmod(0o640)
    with pytest.raises(UserError, match="chmod 600"):
        tls_context(str(certificate), str(key))
    with pytest.raises(UserError, match="cannot read"):
        tls_context(str(certificate), str(tmp_path / "none"))
    key.chmod(0o600)
    key.write_text("nothing")
    with pytest.raises(UserError, match="not a valid pair of certificate and key"):
        tls_context(str(certificate), str(key))


TABLE = """
[table]
house = "h"
table = "t"
dealer = "d"
seats = [1, 2, 3]
accepts = ["by-hand"]
shuffler = false
[mqtt]
url = "mqtt://broker"
[devices]
"""


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ("[panel]\n", r"needs a section \[web\]"),
        ('[web]\nhost = "0.0.0.0"\n[panel]\n', "would send PINs unencrypted"),
        ('[web]\nhost = "192.168.1.7"\n[panel]\nhosts = ["a.b"]\n', "would send PINs unencrypted"),
        ('[web]\n[panel]\ncertificate = "/c"\n', "needs both `certificate` and `key`"),
        ("[web]\n[panel]\nidle_sign_out_min = 0\n", "idle_sign_out_min"),
        ('[web]\n[panel]\nhosts = ["A.b"]\n', "hosts"),
    ],
)
def test_pages_that_cannot_be_served_are_refused_with_what_to_do(tmp_path: Path, more: str, wrong: str) -> None:
    (tmp_path / "table.toml").write_text(TABLE + more)
    with pytest.raises(UserError, match=wrong):
        load.read(tmp_path / "table.toml")


@pytest.mark.parametrize(
    "more",
    [
        "[web]\n[panel]\n",
        '[web]\nhost = "::1"\n[panel]\n',
        '[web]\nhost = "localhost"\n[panel]\n',
        '[web]\nhost = "0.0.0.0"\n[panel]\ncertificate = "/c"\nkey = "/k"\n',
    ],
)
def test_pages_that_can_be_served_are_taken(tmp_path: Path, more: str) -> None:
    (tmp_path / "table.toml").write_text(TABLE + more)
    assert load.read(tmp_path / "table.toml").panel is not None


async def test_a_further_host_name_is_taken_where_it_is_configured(tmp_path: Path) -> None:
    async with panel_table(tmp_path, config=PanelConfig(hosts=("poker-7.casino",))) as table:
        for host in ("poker-7.casino", f"POKER-7.casino:{table.port}", f"localhost:{table.port}"):
            assert (await table.request("GET", "/", host=host)).status == 200
            body = {"name": FLOOR, "pin": PIN}
            response = await table.request("POST", "/sign-in", body, host=host, origin=f"http://{host}")
            assert response.status == 204


async def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.panel.routes.BODY_S", 0.05)
    async with panel_table(tmp_path) as table:
        raw = await slowly(table)
        assert raw.startswith(b"HTTP/1.1 400")
        assert table.refusals == {"slow-body": 1}


async def slowly(table: PanelTable) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    head = f"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nOrigin: {table.origin}\r\n"
    writer.write(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
    async with asyncio.timeout(20):
        raw = await reader.read()
    writer.close()
    return raw
