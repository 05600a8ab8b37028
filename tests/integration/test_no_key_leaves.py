"""The shuffler's keys are in their file and nowhere else, after a robot session with a lost cable and a restart."""

import base64
import stat
from pathlib import Path

import pytest

from firmware_host.devices.key_file import NAME, KeyFile
from tests.integration.brokers import any_broker
from tests.integration.listener import listening
from tests.integration.table import played_table

SLOW = 5.0


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


@pytest.mark.slow
async def test_no_key_is_in_the_log_the_record_a_topic_or_any_other_file(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, listening(url=url, base="fh1") as listener:
        async with played_table(tmp_path, broker=url, speed=SLOW) as table:
            controller, shuffler = table.world.controller, table.world.shuffler
            await controller.start()
            await table.rounds(1, within_s=60)
            shuffler.unplug()
            await table.subscriber.until(lambda: not table.subscriber.devices["shuffler"].up)
            shuffler.plug_in()
            await table.subscriber.until(lambda: table.subscriber.devices["shuffler"].up)
            await controller.stop()
            await controller.start()
            await table.subscriber.until(lambda: table.subscriber.devices["shuffler"].up)
            await controller.stop()
            keys = KeyFile(table.world.data)
            said = controller.words().encode()
            (pairing,) = keys.pairings()
            assert pairing == shuffler.pairing
        secrets = {"the pairing's key": pairing.key, "the order secret": keys.order_secret}
        assert len(listener.heard) > 50
        outlets = {f"topic {heard.topic}": heard.payload for heard in listener.heard} | {"log": said}
        files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != NAME]  # noqa: ASYNC240 - the table has stopped
        outlets |= {str(path): path.read_bytes() for path in files}
        for what, secret in secrets.items():
            for how, form in disguises(secret).items():
                for where, content in outlets.items():
                    assert form not in content, f"{what} as {how} in {where}"
        assert any(path.name.startswith("journal-") for path in files)
        assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
