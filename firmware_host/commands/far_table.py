"""Options of commands that speak to a table over its broker."""

import argparse
from typing import TYPE_CHECKING

from firmware_host.errors import UserError

if TYPE_CHECKING:
    from firmware_host.mqtt.remote_client import RemoteTable


def add_far(parser: argparse.ArgumentParser) -> None:
    """Add where the broker is, what it asks for, and which table is meant."""
    parser.add_argument("--url", metavar="URL", required=True, help="the broker, as `url` under [mqtt]")
    parser.add_argument("--table", metavar="HOUSE/TABLE", required=True, help="as under [table], demo/poker-1 say")
    parser.add_argument("--ca", metavar="FILE", default="", help="what the broker's certificate is checked with")
    parser.add_argument("--certificate", metavar="FILE", default="", help="our own, where the broker asks for one")
    parser.add_argument("--certificate-key", metavar="FILE", default="", help="its private key")
    parser.add_argument("--credentials", metavar="FILE", default="", help="a file with username and password")


def far(options: argparse.Namespace) -> "RemoteTable":
    """Return the table that was named. Raises `Trouble` for names that are none."""
    import msgspec  # noqa: PLC0415 - `--help` does not pay for it

    from firmware_host.mqtt.mqtt_config import MqttConfig  # noqa: PLC0415 - the same
    from firmware_host.mqtt.remote_client import RemoteTable  # noqa: PLC0415 - the same
    from firmware_host.mqtt.topics import Topics  # noqa: PLC0415 - the same
    from firmware_host.table.identities import PersonName  # noqa: PLC0415 - the same

    names = options.table.split("/")
    try:
        house, table = msgspec.convert(names, tuple[PersonName, PersonName])
        config = MqttConfig(
            url=options.url,
            ca=options.ca,
            certificate=options.certificate,
            certificate_key=options.certificate_key,
            credentials=options.credentials,
        )
    except msgspec.ValidationError:
        raise UserError(f"{options.table!r} names no table; write HOUSE/TABLE as in its table.toml") from None
    except ValueError as error:
        raise UserError(str(error)) from None
    return RemoteTable(config=config, topics=Topics(house=house, table=table))
