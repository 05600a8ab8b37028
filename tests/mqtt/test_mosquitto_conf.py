"""The shipped mosquitto.conf beside Debian's own file, as a newcomer installs it."""

import asyncio
import re
from pathlib import Path

from firmware_host import mqtt
from hil.broker import free_port
from tests.support.certificates import Authority
from tests.support.command_line import stopped

FOLDER = Path(mqtt.__file__).parent

STARTS_S = 20.0

DEBIAN = """\
user root

persistence true
persistence_location {folder}/

log_dest stderr

include_dir {folder}/conf.d
"""
"""Debian's /etc/mosquitto/mosquitto.conf, with other folders."""


async def test_it_is_acceptable_in_conf_d_of_debian(tmp_path: Path) -> None:
    Authority(tmp_path).issued("broker")
    (tmp_path / "rights").write_text((FOLDER / "rights.example").read_text())
    words = (FOLDER / "mosquitto.conf").read_text().replace("/etc/firmware-host", str(tmp_path))
    words = re.sub(r"^listener 8883$", f"listener {free_port()} 127.0.0.1", words, flags=re.MULTILINE)
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d" / "firmware-host.conf").write_text(words)
    (tmp_path / "mosquitto.conf").write_text(DEBIAN.format(folder=tmp_path))
    broker = await asyncio.create_subprocess_exec(
        "mosquitto", "-c", str(tmp_path / "mosquitto.conf"), stderr=asyncio.subprocess.PIPE
    )
    assert broker.stderr is not None
    said = b""
    try:
        async with asyncio.timeout(STARTS_S):
            while line := await broker.stderr.readline():
                said += line
                if line.endswith(b" running\n"):
                    break
    finally:
        await stopped(broker)
    assert b" running" in said, said
    assert b"Duplicate" not in said


def test_it_says_who_may_read_the_key() -> None:
    words = (FOLDER / "mosquitto.conf").read_text()
    assert "chown mosquitto: /etc/firmware-host/broker.key" in words
    assert "chmod 600 /etc/firmware-host/broker.key" in words
