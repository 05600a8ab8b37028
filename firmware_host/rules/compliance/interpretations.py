"""The interpretations, used where the regulation gives no answer. They are marked wherever they are shown."""

from firmware_host.rules.compliance.row import How, Row, row

_DICE = "firmware_host.rules.dice.wagers"

_TOLD = "with procedure tracking this is left to the dealer"


INTERPRETATIONS: tuple[Row, ...] = (
    row(
        How.PROMPTED,
        "I-1",
        'Mini-dice: "no more bets" is called, the cover goes on, the dealer shakes three or more times; the '
        "shaker is offered; the player who accepts shakes three or more times in full view and returns the shaker.",
        "firmware_host.table.dice.shake",
    ),
    row(
        How.COMPUTED,
        "I-2",
        "Wagers: place 4, 5, 6, 8, 9, 10, field, any 7, over 7 (8 to 12), under 7 (2 to 6). Place bets stay until won "
        "or lost, the next shake decides all others.",
        _DICE,
        reason="individual wagers are known only where wagers are tracked",
    ),
    row(
        How.ENFORCED, "I-3", "Amounts are whole multiples of the smallest chip in use, $1 unless set otherwise.", _DICE
    ),
    row(
        How.ENFORCED,
        "I-4",
        "Seven-card stud has at most eight players. A mambo low: three unpaired cards, none above a six, the ace low.",
        "firmware_host.rules.games",
    ),
    row(
        How.COMPUTED,
        "I-5",
        "Odd money where the text gives no rule: stud, omaha and Super Seven by suit, mambo as omaha, five-card stud "
        "from the dealer's left, the others clockwise from the button.",
        "firmware_host.rules.pots.division",
    ),
    row(
        How.ENFORCED,
        "I-6",
        "Fixed, spread, pot and no limit; three raises, no cap heads-up; completing a forced bet is not a raise; a "
        "short all-in does not reopen the betting, but several that add up to a full raise do.",
        "firmware_host.rules.round.betting",
        reason=_TOLD,
    ),
    row(
        How.ENFORCED,
        "I-7",
        "Straddle, missed blinds and seat changes are options, off by default; while off they are refused by name. "
        "A straddle is twice the last blind, left of it, before any card; it counts as a raise (14.1) and keeps the "
        "option. A player who missed a blind waits for the last blind or makes up all that was missed: the last live, "
        "the others dead. Seats are changed between rounds, and not to avoid a blind.",
        "firmware_host.rules.straddle_missed_blinds",
        reason="`firmware_host.table.seating.blinds_posted` decides who is dealt in and what is posted, and "
        "`firmware_host.table.seating.moves` handles changes of seat; a hand history is replayed with the straddles "
        "and made-up blinds in its file (I-16)",
    ),
    row(
        How.PROMPTED,
        "I-8",
        "After a wrong count the cards are counted again; if still wrong, the deck is removed or held, and the "
        "floorperson decides about the round, which is void unless decided otherwise. A shuffle with a wrong count is "
        "not a proof. A fouled hand is dead.",
        "firmware_host.table.decks.counting",
    ),
    row(
        How.COMPUTED,
        "I-9",
        "Rake: none, a percentage with cap and step, a fixed amount by size of pot, or a charge per half hour; taken "
        "before the pot is pushed.",
        "firmware_host.rules.pots.rake",
        reason="the charge per half hour is in `firmware_host.table.money.time_charge`",
    ),
    row(
        How.COMPUTED,
        "I-10",
        "Bad beat: a fixed amount from each qualifying pot, after the rake, shared among loser, winner and table.",
        "firmware_host.rules.pots.bad_beat",
        reason="the fund and its payouts are in `firmware_host.table.money.fund`",
    ),
    row(
        How.ENFORCED,
        "I-11",
        "The software never invents a card it was not shown.",
        "firmware_host.rules.round",
    ),
    row(
        How.PROMPTED,
        "I-12",
        "Super Seven: the maker of the forced bet discards two at the next turn, at the latest before the fourth card.",
        "firmware_host.rules.round.super_seven",
        reason=_TOLD,
    ),
    row(
        How.COMPUTED,
        "I-13",
        "Low hands compare from the worst card down; a pair of aces is the best pair.",
        "firmware_host.rules.ranking.low",
    ),
    row(
        How.COMPUTED,
        "I-14",
        "Kill: a pot tied for high without a low has no sole winner, so the kill ends.",
        "firmware_host.rules.kill",
    ),
    row(
        How.PROMPTED,
        "I-15",
        "The shaker is first offered from the dealer's left; an offer goes round and ends before the last holder; a "
        "refusal is forgotten when the player accepts or leaves; passing is not refusing.",
        "firmware_host.rules.dice.shooter",
    ),
    row(
        How.ENFORCED,
        "I-16",
        "Heads-up, the player left of the button posts the blind and acts first, unless set otherwise; a hand history "
        "is played as its file says: its stacks, limits and order of dealing, its odd money, its short blinds.",
        "firmware_host.rules.round.blinds_and_order",
    ),
    row(
        How.ENFORCED,
        "I-17",
        "Badugi: blinds only in the first round; later rounds start left of the button with a bet or a check.",
        "firmware_host.rules.games.badugi",
    ),
    row(
        How.ENFORCED,
        "I-18",
        "Five-card stud: on later streets the opener bets, goes all-in or folds; no player may check.",
        "firmware_host.rules.games.five_card_stud",
        reason=_TOLD,
    ),
    row(
        How.RECORDED,
        "I-19",
        "A reshuffle during a round belongs to the same proof: its pile and count are recorded; no shuffler, no cut.",
        "firmware_host.rules.round",
    ),
    row(
        How.COMPUTED,
        "I-20",
        "When the best hand showing is all-in, the next player to the left who can act opens.",
        "firmware_host.rules.round.opener",
        reason=_TOLD,
    ),
    row(
        How.ENFORCED,
        "I-21",
        "When the game changes from stud to a game with a button, play with the button starts anew: the button goes to "
        "its first place or, as a setting, to where it was before the stud game.",
        "firmware_host.table.round.game_change",
    ),
    row(
        How.ENFORCED,
        "I-22",
        "No gaming activity (14.5(d)): fewer than two players at the table between rounds. Both decks are spread then; "
        "the old preparation counts for players who come back within `idle_minutes` and lapses when anybody takes a "
        "seat. Where changes of seats are not entered: after `idle_without_round_minutes` without a round.",
        "firmware_host.table.state.activity",
    ),
    row(
        How.ENFORCED,
        "I-23",
        "The kill is the player's who won, not the seat's: it goes along to another seat, and lapses when the player "
        "leaves or is away at the deal.",
        "firmware_host.table.state.button",
    ),
    row(
        How.COMPUTED,
        "I-24",
        "An uncalled bet is returned; it counts neither for the rake nor for a kill.",
        "firmware_host.rules.pots.side_pots",
    ),
    row(
        How.COMPUTED,
        "I-25",
        "Among tied low hands the lowest card decides who gets odd money: the nearest to the ace first, then by suit.",
        "firmware_host.rules.ranking.odd_unit",
    ),
    row(
        How.ENFORCED,
        "I-26",
        "Funds for a hand under a kill: the raised minimum is the posted one for that hand.",
        "firmware_host.table.seating.stakes",
    ),
    row(
        How.ENFORCED,
        "I-27",
        "Fewer players than posted blinds: the largest are posted, so that the bet to call is the posted one.",
        "firmware_host.rules.round.blinds_and_order",
    ),
)
