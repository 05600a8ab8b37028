"""`check --probe` at a broker that lets the table in: the broker has to pass on what the table publishes, too."""

from pathlib import Path

import pytest

from firmware_host import mqtt
from firmware_host.errors import UserError
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.rights_probe import check_rights
from firmware_host.mqtt.topics import Topics
from tests.support.brokers import EVERY, running_mosquitto
from tests.support.certificates import Authority

TOPICS = Topics(house="demo", table="poker-1")

SHIPPED = Path(mqtt.__file__).with_name("rights.example")


async def probed_as(name: str, rights: str, folder: Path) -> None:
    """Probe with a valid certificate of this name at a broker with this access list."""
    authority = Authority(folder)
    certificate, key = authority.issued("broker")
    own, own_key = authority.issued(name)
    (folder / "rights").write_text(rights)
    settings = (
        f"cafile {authority.ca}\ncertfile {certificate}\nkeyfile {key}\nrequire_certificate true\n"
        f"use_identity_as_username true\nacl_file {folder}/rights\n"
    )
    async with running_mosquitto(folder, settings=settings) as broker:
        url = broker.url.replace("mqtt:", "mqtts:")
        config = MqttConfig(url=url, ca=str(authority.ca), certificate=str(own), certificate_key=str(own_key))
        await check_rights(config, TOPICS)


async def test_a_certificate_with_the_rights_of_the_shipped_list_passes(tmp_path: Path) -> None:
    await probed_as("poker-1", SHIPPED.read_text(), tmp_path)


@pytest.mark.parametrize(
    ("name", "rights"),
    [
        ("stranger", SHIPPED.read_text()),
        ("sign-1", SHIPPED.read_text()),
        ("poker-1", "user poker-1\ntopic read fh1/demo/poker-1/#\n"),
        ("poker-1", "user poker-1\ntopic readwrite fh1/demo/poker-2/#\n"),
    ],
)
async def test_a_certificate_without_the_rights_of_a_table_does_not(name: str, rights: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not pass on what it publishes below fh1/demo/poker-1/; compare"):
        await probed_as(name, rights, tmp_path)


@pytest.mark.parametrize("broker", EVERY)
async def test_an_open_broker_of_any_make_passes(broker: str, tmp_path: Path) -> None:
    async with EVERY[broker](tmp_path) as running:
        await check_rights(MqttConfig(url=running.url), TOPICS)
