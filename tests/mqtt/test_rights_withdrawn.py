"""A table that is not let in any more, by password, certificate or list of rights: it says so, and nothing is lost."""

import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from firmware_host.mqtt.broker_health import PASSES_NOTHING_ON
from firmware_host.table.terms import AlertKind
from hil.broker import LOOPBACK, free_port
from tests.mqtt.broken_broker import Scene, scene, stands_at
from tests.mqtt.commanded_table import asking
from tests.support.brokers import running_mosquitto
from tests.support.certificates import Authority
from tests.support.listener import listening
from tests.support.publishing import IMPATIENT, TOPICS, eventually, said

PASSWORDS = shutil.which("mosquitto_passwd")

SOON = msgspec.structs.replace(IMPATIENT, away_s=1.5)
"""A second and a half of it is an alert: longer than one attempt."""


def two_doors(port: int, table: str) -> str:
    """Consumers come in as they like, the table at its own door, which asks for what `table` says."""
    return f"per_listener_settings true\nallow_anonymous true\nlistener {port} {LOOPBACK}\n{table}"


def down(at: Scene) -> str:
    """What stands at the table of its broker."""
    alerts = [alert for alert in at.table.state.alerts if alert.about == "broker"]
    assert all(alert.kind is AlertKind.DEVICE_DOWN for alert in alerts)
    return alerts[0].say if alerts else ""


async def is_told_and_waits(at: Scene, words: str, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever is at the table is told why, and what happens meanwhile waits."""
    await eventually(lambda: words in down(at))
    before = at.waiting
    await at.does(50)
    assert at.waiting == before + 50
    assert len([record for record in caplog.records if words in record.getMessage()]) == 1, "a line, and no storm"


async def all_is_well_again(at: Scene) -> None:
    await eventually(lambda: at.table.state.devices.get("broker") is True)
    await at.settles()


async def test_a_password_taken_away_and_given_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    if PASSWORDS is None:
        pytest.skip("mosquitto_passwd is not installed: apt-get install mosquitto")
    passwords, credentials = tmp_path / "passwords", tmp_path / "credentials.toml"
    for file in (passwords, credentials):
        file.touch(mode=0o600)
    credentials.write_text('username = "poker-1"\npassword = "right"\n')

    def let_in(password: str) -> None:
        subprocess.run([PASSWORDS, "-b", passwords, "poker-1", password], check=True, capture_output=True)

    let_in("right")
    port, own = free_port(), free_port()
    door = two_doors(own, f"allow_anonymous false\npassword_file {passwords}\n")
    async with (
        running_mosquitto(tmp_path, port=port, settings=door) as broker,
        scene(tmp_path, port, table_port=own, patience=SOON, credentials=str(credentials)) as at,
    ):
        await at.settles()
        let_in("another")
        broker.read_again()
        await is_told_and_waits(at, "ot authori", caplog)
        let_in("right")
        broker.read_again()
        await all_is_well_again(at)


async def test_a_certificate_that_has_expired_and_is_renewed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    authority = Authority(tmp_path)
    certificate, key = authority.issued("broker")
    own_certificate, own_key = authority.issued("poker-1")
    port, own = free_port(), free_port()
    tls = f"cafile {authority.ca}\ncertfile {certificate}\nkeyfile {key}\nrequire_certificate true\n"
    options = {"ca": str(authority.ca), "certificate": str(own_certificate), "certificate_key": str(own_key)}
    async with (
        running_mosquitto(tmp_path, port=port, settings=two_doors(own, f"allow_anonymous true\n{tls}")),
        scene(tmp_path, port, table_port=own, tls=True, patience=SOON, **options) as at,
    ):
        await at.settles()
        authority.issued("poker-1", expired=True)
        at.relay.cut()
        await is_told_and_waits(at, "expired", caplog)
        authority.issued("poker-1")
        await all_is_well_again(at)


async def test_rights_taken_away_which_a_broker_does_not_say(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """
    It acknowledges and lets fall, and mosquitto 2.0.11 then hangs up without a word.

    The table finds out by what does not come back; whatever consumers miss they ask for afterwards.
    """
    rights = tmp_path / "rights"
    rights.write_text("topic readwrite #\n")
    port = free_port()
    settings = f"allow_anonymous true\nacl_file {rights}\n"
    async with (
        running_mosquitto(tmp_path, port=port, settings=settings) as broker,
        scene(tmp_path, port, patience=SOON) as at,
    ):
        await at.settles()
        rights.write_text(f"topic read #\ntopic readwrite {TOPICS.base}/replay/+\n")
        broker.read_again()
        at.relay.cut()
        await eventually(lambda: PASSES_NOTHING_ON in down(at))
        had = len(at.consumer.facts)
        await at.does(50)
        assert len(at.consumer.facts) == had
        assert at.table.publisher.counted.set_aside == 0, (
            "what takes nothing at all breaks off over nothing in particular"
        )
        rights.write_text("topic readwrite #\n")
        broker.read_again()
        await all_is_well_again(at)
        assert (await stands_at(broker.url))[TOPICS.state]["seen"] == at.table.state.last
    assert len([record for record in caplog.records if PASSES_NOTHING_ON in record.getMessage()]) == 1


async def test_a_broker_that_starts_again_at_once_is_no_alert(tmp_path: Path) -> None:
    port = free_port()
    async with scene(tmp_path, port) as at:
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            async with running_mosquitto(tmp_path / name, port=port):
                await at.consumer.subscribed.wait()
                await at.settles()
    assert "broker" not in at.table.state.devices


async def test_a_will_of_a_line_that_died_long_ago_is_put_right(tmp_path: Path) -> None:
    """A broker of many machines may find out late, and say it after the new connection's own word."""
    port = free_port()
    async with running_mosquitto(tmp_path, port=port) as broker, scene(tmp_path, port) as at:
        await at.settles()
        status = (await stands_at(broker.url))[TOPICS.status]
        async with listening(broker.url, TOPICS.status) as listener, asking(broker.url, listener) as client:
            await client.sends(TOPICS.status, msgspec.json.encode({**status, "online": False}), retain=True)
            await listener.until(lambda: len(listener.heard) == 3)
        assert [heard["online"] for heard in said(listener, TOPICS.status)] == [True, False, True]
        assert (await stands_at(broker.url))[TOPICS.status]["online"]
