"""What the samples share: a record, a moment, and tables as a house may configure them."""

import msgspec

from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.kill import KillKind, KillRules
from firmware_host.rules.pots.bad_beat import BadBeatRules, LeastHand
from firmware_host.rules.pots.rake import FixedRake, FromPot, PercentageRake, Rake, TimeCharge
from firmware_host.rules.ranking import HandClass
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.clocks import Stamp
from firmware_host.table.config import ButtonAfterStud, DiceConfig, PostedGame, TableConfig
from firmware_host.table.terms import Back, Grade

JOURNAL = "00112233445566778899aabbccddeeff"

RULES = "5a" * 32

AT = Stamp(wall_ms=1_767_225_600_123, mono_ms=4_567_890, boot="0f1e2d3c4b5a69788796a5b4c3d2e1f0", synced=True)

CONFIG = TableConfig(
    house="golden-house",
    table="poker-1",
    game=GameName.HOLDEM,
    tracking=Tracking.PROCEDURE,
    dealer="dealer-1",
    seats=(1, 2, 4),
    blinds=2,
    decks=(Back.BLUE, Back.RED),
    accepts=(Grade.ATTESTED, Grade.REPORTED),
    shuffle_limit_s=180,
)

KILL_CONFIG = msgspec.structs.replace(
    CONFIG,
    game=GameName.BIG_OMAHA_HILO_8,
    tracking=Tracking.FULL,
    stakes=Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400)),
    buy_in_cents=20_000,
    kill=KillRules(kind=KillKind.HALF_KILL, times_minimum=10),
)

DICE_CONFIG = TableConfig(
    house="golden-house",
    table="dice-1",
    game=GameName.MINI_DICE,
    tracking=Tracking.FULL,
    dealer="dealer-1",
    seats=(1, 2, 4),
    dice=DiceConfig(odds={Wager.FIELD: "1 to 1, 3 to 1"}),
)

TWO_GAMES = msgspec.structs.replace(
    CONFIG,
    games=(PostedGame(game=GameName.STUD, stakes=Stakes(limit=Limit.NO, min_cents=400, forced_cents=200)),),
    button_after_stud=ButtonAfterStud.WHERE_IT_LAY,
)


RAKES: tuple[Rake, ...] = (
    PercentageRake(per_mille=50, step_cents=100, cap_cents=400, no_flop_no_drop=True),
    FixedRake(table=(FromPot(from_cents=2_000, takes_cents=100), FromPot(from_cents=4_000, takes_cents=200))),
    TimeCharge(half_hour_cents=600),
)

BAD_BEAT = BadBeatRules(
    pot_from_cents=2_000,
    takes_cents=100,
    least=LeastHand(of=HandClass.FULL_HOUSE, ranks="AT"),
    loser_percent=50,
    winner_percent=25,
    table_percent=25,
)

TAKING = tuple(
    Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400), rake=rake, bad_beat=BAD_BEAT) for rake in RAKES
)
