"""Everything by which something can leave a controller, and every way in which bytes can be put into it."""

import asyncio
import base64
import re
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from tests.support.command_line import PROGRAM

PAGES = ("healthz", "readyz", "metrics")

Outlets = Mapping[str, bytes]


def disguises(secret: bytes) -> dict[str, bytes]:
    """The ways in which a program puts bytes into text or a file."""
    return {
        "raw": secret,
        "hex": secret.hex().encode(),
        "upper hex": secret.hex().upper().encode(),
        "base64": base64.b64encode(secret).rstrip(b"="),
        "url base64": base64.urlsafe_b64encode(secret).rstrip(b"="),
        "repr": repr(secret)[2:-1].encode(),
    }


def leaks(secrets: Mapping[str, bytes], words: Mapping[str, str], outlets: Outlets) -> Iterator[str]:
    """Say of each what is where. `words` are short: digits of theirs within a hash are not one of them."""
    for what, secret in secrets.items():
        for how, form in disguises(secret).items():
            yield from (f"{what} as {how} in {where}" for where, content in outlets.items() if form in content)
    for what, word in words.items():
        whole = re.compile(rb"(?<![0-9A-Za-z])" + re.escape(word.encode()) + rb"(?![0-9A-Za-z])")
        yield from (f"{what} in {where}" for where, content in outlets.items() if whole.search(content))


async def pages(port: int) -> Outlets:
    """What the web server of a controller says."""

    async def page(name: str) -> bytes:
        """It begins to serve a little after the devices do."""
        async with asyncio.timeout(20):
            while True:
                with suppress(ConnectionRefusedError):
                    return await _page(port, name)
                await asyncio.sleep(0.02)

    return {f"/{name}": await page(name) for name in PAGES}


async def _page(port: int, name: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET /{name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return await reader.read()
    finally:
        writer.close()


async def door(path: Path, *lines: bytes) -> Outlets:
    """What the door answers to each of these."""
    reader, writer = await asyncio.open_unix_connection(path)
    answers = []
    for line in lines:
        writer.write(line + b"\n")
        answers.append(await reader.readline())
    writer.close()
    return {f"door, answer {number}": answer for number, answer in enumerate(answers, 1)}


async def printed(*words: str) -> Outlets:
    """What a command prints, to whomever it may be shown."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    assert process.returncode == 0, out
    assert out, words
    return {" ".join(words[:2]): out}


def files(folder: Path) -> Outlets:
    """Every file there, and what is packed into those that are packed."""
    found = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    outlets = {str(path.relative_to(folder)): content for path, content in found.items()}
    for path in found:
        if path.name.endswith(".tar.gz"):
            with tarfile.open(path) as archive:
                for entry in archive:
                    part = archive.extractfile(entry)
                    outlets[f"{path.name}: {entry.name}"] = part.read() if part else b""
    return outlets
