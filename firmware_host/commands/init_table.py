"""The text of the table.toml that `firmware-host init` writes, from its options and the answers to its questions."""

import argparse
import grp
import re
import sys
from pathlib import Path

from firmware_host.commands.init_options import NONE, REQUEST, SHUFFLER
from firmware_host.errors import UserError
from firmware_host.rules.game import GameName
from firmware_host.rules.struct import Record

LOCAL = "mqtt://127.0.0.1"
SCREEN_GROUP = "firmware-host-kiosk"

HEAD = """\
# Made by `firmware-host init`. For every option with its bounds: firmware-host check --explain
# A change of [table] takes effect once two people adopt it: firmware-host adopt --show

[table]
house = "{house}"
table = "{table}"
game = "{game}"
dealer = "{dealer}"
seats = [{seats}]
"""


class Wanted(Record, frozen=True, kw_only=True):
    """The answers that describe the table."""

    house: str
    table: str
    game: str
    dealer: str
    seats: tuple[int, ...]
    broker: str
    certificates: str
    shuffler: str
    firmware_list: str = ""
    house_key: str = ""

    @property
    def base(self) -> str:
        """The beginning of the table's topics."""
        return f"fh1/{self.house}/{self.table}"


def asked(options: argparse.Namespace) -> Wanted:
    """Return what the options say; ask at a terminal for the rest. Raises `UserError` where nobody can be asked."""
    may_ask = sys.stdin.isatty() and not options.json

    def of(name: str, question: str, default: str = "") -> str:
        given = getattr(options, name)
        if given is not None:
            return str(given)
        if not may_ask:
            if default:
                return default
            raise UserError(f"--{name.replace('_', '-')} is missing; see `firmware-host init --help`")
        return _typed(question, default)

    if bool(options.firmware_list) is not bool(options.house_key):
        raise UserError("--firmware-list and --house-key belong together; give both, or neither")
    house = of("house", "Name of the house in topics (a-z, 0-9, -)")
    table = of("table", "Name of this table, such as poker-7")
    game = of("game", f"Game ({', '.join(GameName)})", GameName.HOLDEM)
    dealer = of("dealer", "Dealer on duty when the table opens", "dealer-1")
    taken = seats(of("seats", "Seats taken when the table opens", "1-6"))
    broker = of("broker", "MQTT broker: mqtts://host for TLS, mqtt://127.0.0.1 for one on this board", LOCAL)
    tls = broker.startswith("mqtts:")
    if not tls and options.certificates not in (None, NONE):
        raise UserError(f"--certificates is for a broker with TLS, and {broker} has none; give --broker mqtts://HOST")
    dice = game == GameName.MINI_DICE
    return Wanted(
        house=house,
        table=table,
        game=game,
        dealer=dealer,
        seats=taken,
        broker=broker,
        certificates=of("certificates", "Certificates: own, request or none", REQUEST) if tls else NONE,
        shuffler=NONE if dice else of("shuffler", "Port of the shuffler", SHUFFLER),
        firmware_list=options.firmware_list or "",
        house_key=options.house_key or "",
    )


def is_name(text: str) -> bool:
    """Return whether this can be a name in topics, certificates and the record."""
    return re.fullmatch(r"[a-z0-9-]{1,32}", text) is not None


def _typed(question: str, default: str) -> str:
    while True:
        try:
            answer = input(f"{question}{f' [{default}]' if default else ''}: ").strip() or default
        except EOFError:
            raise UserError("no input; nothing was changed") from None
        if answer:
            return answer


def seats(text: str) -> tuple[int, ...]:
    """
    Return the seats of a list such as 1-6,8.

    >>> seats("1-3, 8")
    (1, 2, 3, 8)
    """
    found: list[int] = []
    for part in text.split(","):
        matched = re.fullmatch(r"\s*(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s*", part)
        if not matched:
            raise UserError(f"--seats {text}: write seats with commas, or a range, for example 1-6,8")
        found += range(int(matched[1]), int(matched[2] or matched[1]) + 1)
    return tuple(found)


def written(wanted: Wanted, tls: Path) -> str:
    """Return the text of table.toml; the certificates are in the folder `tls`."""
    for name, value in (("house", wanted.house), ("table", wanted.table), ("dealer", wanted.dealer)):
        _plain(name, value)
    dice = wanted.game == GameName.MINI_DICE
    text = HEAD.format(
        house=wanted.house,
        table=wanted.table,
        game=_plain("game", wanted.game),
        dealer=wanted.dealer,
        seats=", ".join(map(str, wanted.seats)),
    )
    if not dice:
        text += _proof(wanted)
    return text + _mqtt(wanted, tls) + _devices(wanted, dice=dice) + _screen()


def _proof(wanted: Wanted) -> str:
    if wanted.shuffler == NONE:
        return 'shuffler = false\naccepts = ["by-hand"]\n'
    if wanted.firmware_list:
        return 'accepts = ["attested"]\n'
    return 'accepts = ["reported", "by-hand"]  # on a casino floor "attested", with the house\'s list of firmware\n'


def _mqtt(wanted: Wanted, tls: Path) -> str:
    text = f'\n[mqtt]\nurl = "{_plain("broker", wanted.broker)}"\n'
    if wanted.certificates != NONE:
        text += f'ca = "{tls}/ca.crt"\ncertificate = "{tls}/table.crt"\ncertificate_key = "{tls}/table.key"\n'
    return text


def _devices(wanted: Wanted, *, dice: bool) -> str:
    text = ""
    if dice:
        text += "\n[devices.shaker]\n\n[devices.lights]\n"
    elif wanted.shuffler != NONE:
        text += f'\n[devices.shuffler]\nport = "{_plain("shuffler", wanted.shuffler)}"\n'
        if wanted.firmware_list:
            text += f'firmware_list = "{_plain("firmware-list", wanted.firmware_list)}"\n'
            text += f'house_key = "{_plain("house-key", wanted.house_key)}"\n'
    return text + "\n[devices.lamps]\n\n[devices.tamper]\n"


def _screen() -> str:
    """Return the sections of the screen: by the kiosk's account where the package has made it."""
    text = "\n[web]\n\n[panel]\n"
    try:
        grp.getgrnam(SCREEN_GROUP)
    except KeyError:
        return text
    return f'{text}screen_socket = "/run/firmware-host/screen.socket"\nscreen_group = "{SCREEN_GROUP}"\n'


def _plain(name: str, value: str) -> str:
    """Return a value that needs no escapes in TOML; what it may be is checked with the whole file."""
    if not value.isprintable() or '"' in value or "\\" in value:
        raise UserError(f"--{name} {value!r}: leave out quotation marks, backslashes and control characters")
    return value
