"""TLS, certificates and credentials as they reach a real mosquitto, and what is said where they do not fit."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware_host.errors import UserError
from firmware_host.journal.store import Journal
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.rate_limits import LARGEST
from firmware_host.mqtt.remote_client import RemoteTable, listening
from tests.support.brokers import Running, running_mosquitto
from tests.support.certificates import Authority
from tests.support.publishing import TOPICS, eventually, publisher_with, publishing
from tests.support.record_files import some_facts

PASSWORDS = shutil.which("mosquitto_passwd")


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@asynccontextmanager
async def with_certificates(folder: Path, authority: Authority) -> AsyncIterator[str]:
    """A broker that lets in whoever has a certificate of this authority, as the name in it and to its own topics."""
    certificate, key = authority.issued("broker")
    (folder / "rights").write_text(f"user poker-1\ntopic readwrite {TOPICS.base}/#\n")
    settings = (
        f"cafile {authority.ca}\ncertfile {certificate}\nkeyfile {key}\nrequire_certificate true\n"
        f"use_identity_as_username true\nacl_file {folder}/rights\n"
    )
    async with running_mosquitto(folder, settings=settings) as broker:
        yield broker.url.replace("mqtt:", "mqtts:")


@asynccontextmanager
async def with_passwords(folder: Path) -> AsyncIterator[Running]:
    if PASSWORDS is None:
        pytest.skip("mosquitto_passwd is not installed: apt-get install mosquitto")
    passwords = folder / "passwords"
    give_password(passwords, "poker-1", "right")
    async with running_mosquitto(folder, settings=f"allow_anonymous false\npassword_file {passwords}\n") as broker:
        yield broker


def give_password(passwords: Path, user: str, password: str) -> None:
    passwords.touch(mode=0o600)
    subprocess.run([str(PASSWORDS), "-b", str(passwords), user, password], check=True, capture_output=True)


def credentials(folder: Path, password: str) -> str:
    path = folder / "credentials.toml"
    path.touch(mode=0o600)
    path.write_text(f'username = "poker-1"\npassword = "{password}"\n')
    return str(path)


async def test_the_tables_own_certificate_reaches_the_broker(
    tmp_path: Path, journal: Journal, authority: Authority
) -> None:
    await journal.append(some_facts(journal, 3))
    certificate, key = authority.issued("poker-1")
    async with with_certificates(tmp_path, authority) as url:
        config = MqttConfig(url=url, ca=str(authority.ca), certificate=str(certificate), certificate_key=str(key))
        publisher = publisher_with(journal, config)
        await publisher.probe()
        async with publishing(publisher):
            await eventually(lambda: publisher.counted.waiting == 0 and publisher.counted.acknowledged >= 3)


async def test_without_a_certificate_the_broker_does_not_let_us_in(
    tmp_path: Path, journal: Journal, authority: Authority
) -> None:
    async with with_certificates(tmp_path, authority) as url:
        with pytest.raises(UserError, match="set `certificate` and `certificate_key` under"):
            await publisher_with(journal, MqttConfig(url=url, ca=str(authority.ca))).probe()


async def test_a_port_without_tls_is_said_to_be_one(tmp_path: Path, journal: Journal, authority: Authority) -> None:
    async with running_mosquitto(tmp_path) as broker:
        config = MqttConfig(url=broker.url.replace("mqtt:", "mqtts:"), ca=str(authority.ca))
        with pytest.raises(UserError, match="the port may not use TLS; fix `url`"):
            await publisher_with(journal, config).probe()


async def test_a_broker_with_a_certificate_of_somebody_else_is_not_spoken_to(
    tmp_path: Path, journal: Journal, authority: Authority
) -> None:
    certificate, key = authority.issued("poker-1")
    other = Authority(tmp_path, "somebody-else")
    async with with_certificates(tmp_path, authority) as url:
        config = MqttConfig(url=url, ca=str(other.ca), certificate=str(certificate), certificate_key=str(key))
        with pytest.raises(UserError, match=r"no broker answers.*certificate verify failed"):
            await publisher_with(journal, config).probe()


async def test_user_and_password_come_from_a_file(tmp_path: Path, journal: Journal) -> None:
    async with with_passwords(tmp_path) as broker:
        await publisher_with(journal, MqttConfig(url=broker.url, credentials=credentials(tmp_path, "right"))).probe()
        with pytest.raises(UserError, match=r"refuses the table \(Not authorized\); .*`cred"):
            await publisher_with(
                journal, MqttConfig(url=broker.url, credentials=credentials(tmp_path, "wrong"))
            ).probe()
        with pytest.raises(UserError, match="put a user and a password into a file and set `credentials`"):
            await publisher_with(journal, MqttConfig(url=broker.url)).probe()


async def test_credentials_that_are_revoked_and_given_again_lose_nothing(tmp_path: Path, journal: Journal) -> None:
    async with with_passwords(tmp_path) as broker:
        publisher = publisher_with(journal, MqttConfig(url=broker.url, credentials=credentials(tmp_path, "right")))
        async with publishing(publisher):
            await eventually(lambda: publisher.counted.sessions == 1)
            give_password(tmp_path / "passwords", "poker-1", "another")
            broker.read_again()
            await eventually(lambda: publisher.counted.lost_sessions >= 1)
            await journal.append(some_facts(journal, 5))
            publisher.news.set()
            assert journal.sent("mqtt") == 0
            credentials(tmp_path, "another")
            await eventually(lambda: publisher.counted.sessions == 2 and publisher.counted.waiting == 0)
    assert journal.sent("mqtt") == 5


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("credentials", "chmod 600"),
        ("certificate_key", "chmod 600"),
    ],
)
async def test_a_secret_that_others_may_read_is_refused(
    tmp_path: Path, journal: Journal, authority: Authority, option: str, words: str
) -> None:
    certificate, key = authority.issued("poker-1")
    secret = {"credentials": Path(credentials(tmp_path, "right")), "certificate_key": key}[option]
    secret.chmod(0o644)
    if option == "credentials":
        config = MqttConfig(url="mqtt://127.0.0.1:1", credentials=str(secret))
    else:
        config = MqttConfig(url="mqtts://127.0.0.1:1", certificate=str(certificate), certificate_key=str(key))
    with pytest.raises(UserError, match=words):
        await publisher_with(journal, config).probe()


@pytest.mark.parametrize("words", ["", "username = 1", 'username = "a"\npassword = "secret-word"\nmore = 1'])
async def test_a_file_that_holds_no_credentials_is_refused_and_not_repeated(
    tmp_path: Path, journal: Journal, words: str
) -> None:
    path = tmp_path / "credentials.toml"
    path.touch(mode=0o600)
    path.write_text(words)
    with pytest.raises(UserError, match="must hold exactly two lines: username") as refused:
        await publisher_with(journal, MqttConfig(url="mqtt://127.0.0.1:1", credentials=str(path))).probe()
    assert "secret-word" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"url": "mqtt://h", "ca": "x"}, "`ca` has no effect without TLS; write mqtts://h"),
        ({"url": "mqtts://h", "certificate": "x"}, "set both `certificate` and `certificate_key`"),
        ({"url": "mqtt://user:word@h"}, "set `credentials` to its path"),
        ({"url": "mqtt://user:wo/rd@h"}, "set `credentials` to its path"),
        ({"url": "http://h"}, "not a broker address"),
    ],
)
def test_options_that_would_have_no_effect_are_errors(options: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        MqttConfig(**options)  # type: ignore[arg-type]


async def test_what_is_too_large_is_let_fall_behind_tls_as_well_and_the_line_goes_on(
    tmp_path: Path, authority: Authority
) -> None:
    certificate, key = authority.issued("poker-1")
    async with with_certificates(tmp_path, authority) as url:
        config = MqttConfig(url=url, ca=str(authority.ca), certificate=str(certificate), certificate_key=str(key))
        topic = TOPICS.command("x")
        async with asyncio.timeout(20), listening(RemoteTable(config=config, topics=TOPICS), topic) as client:
            for payload in (b"before", b"x" * 8_000_000, b"behind"):
                await client.publish(topic, payload, qos=1)
            messages = aiter(client.messages)
            came = [bytes((await anext(messages)).payload) for _ in range(3)]
    assert came == [b"before", b"x" * (LARGEST + 1), b"behind"]
