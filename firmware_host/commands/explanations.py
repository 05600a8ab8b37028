"""Every refusal code, interpretation and sign of the printed record in plain words, with what to do next."""

from typing import NamedTuple

from firmware_host.rules.compliance import How
from firmware_host.rules.decision import Code


class Explained(NamedTuple):
    """What a word means and what to do next."""

    means: str
    do: str


CODES: dict[Code, Explained] = {
    Code.NOT_NOW: Explained(
        "The table does not allow this act at this point of the procedure.",
        "Do what the refusal says, or the step that the table offers next.",
    ),
    Code.NOT_YOUR_ROLE: Explained(
        "Your role may not ask for this act.",
        "Let a person in one of the named roles ask; `firmware-host acts` lists the roles of every act.",
    ),
    Code.OUT_OF_DATE: Explained(
        "The request was made for an earlier state of the table, or it has expired.",
        "Look at the table again, check that the act is still right, then repeat it.",
    ),
    Code.NO_SHUFFLE_PROOF: Explained(
        "The record has no valid proof that the deck was shuffled since it was last dealt, so the deck is not dealt.",
        "Shuffle the deck. If that is impossible, two people may override the gate for one round.",
    ),
    Code.GRADE_NOT_ACCEPTED: Explained(
        "The deck was shuffled, but the proof is weaker than the grades listed under `accepts` in table.toml.",
        "Shuffle the deck in a way that gives an accepted grade, or let two people override the gate for one round.",
    ),
    Code.NOT_CUT: Explained(
        "The deck has not been cut since its shuffle.",
        "Cut ten or more cards onto the cover card and enter the cut at the table.",
    ),
    Code.WRONG_DECK: Explained(
        "Two decks alternate, and the act names a deck that is not due or not at this table.",
        "Use the deck that the refusal names.",
    ),
    Code.DECK_NOT_PREPARED: Explained(
        "A deck has to be received, inspected, verified, spread and washed before its first shuffle.",
        "Do the step of preparation that the refusal names.",
    ),
    Code.DECK_TOO_OLD: Explained(
        "The deck has been used for longer than the regulation allows without being sorted or replaced.",
        "Sort or replace the deck. If its age is unknown, a floorperson confirms the age.",
    ),
    Code.DECK_SUSPECT: Explained(
        "The deck may lack a card or have one too many, so it is held.",
        "Let two people count all 52 cards, or remove the deck and receive another.",
    ),
    Code.COUNT_DUE: Explained(
        "The stub or the discards have to be counted before the next deal.",
        "Count the cards that the table names and enter the count.",
    ),
    Code.ROUND_HALTED: Explained(
        "A fault was found during the round, and two people have to decide about the round.",
        "Let two people declare the round void (`firmware-host void`) or let it continue.",
    ),
    Code.TOO_FEW_PLAYERS: Explained(
        "Fewer players can be dealt in than the game needs.",
        "Wait until more players are seated and present.",
    ),
    Code.TOO_MANY_PLAYERS: Explained(
        "The regulation allows fewer players at this game than are seated.",
        "Seat fewer players, or change to a game for more.",
    ),
    Code.NOT_OFFERED: Explained(
        "This table does not offer the act: it belongs to another kind of table, or a setting in table.toml is off.",
        "See the option in `firmware-host check --explain`; two people put a changed table.toml in force.",
    ),
    Code.NOT_SEATED: Explained(
        "The seat does not exist, is empty, or is not in this round.",
        "Name a seat from the refusal.",
    ),
    Code.NOT_YOUR_TURN: Explained(
        "Another seat acts before this one.",
        "Enter the act of the seat whose turn it is.",
    ),
    Code.WRONG_CARDS: Explained(
        "The cards do not fit: they do not exist, were dealt to another place, or their number is wrong.",
        "Read the cards again and enter the cards that were dealt.",
    ),
    Code.WRONG_AMOUNT: Explained(
        "The amount is outside the limits of the game, or cannot be paid in the smallest chip.",
        "Enter an amount within the limits that the refusal names.",
    ),
    Code.NOT_SHOWN: Explained(
        "A player has neither shown nor mucked the hand, so no winner is known yet.",
        "Enter the hand as shown, or as mucked.",
    ),
    Code.NOT_ENROLLED: Explained(
        "The person or the command key is unknown at this table, or was revoked.",
        "Enroll the person with `firmware-host people add`, or the key with `firmware-host mqtt key enroll`.",
    ),
    Code.WRONG_PIN: Explained(
        "The PIN is missing, is wrong, or cannot be used as a PIN.",
        "Enter the right PIN. A casino supervisor sets a new one with `firmware-host people reset-pin`.",
    ),
    Code.LOCKED_OUT: Explained(
        "Too many wrong PINs were entered for this person; each further one makes the wait longer.",
        "Wait as long as the refusal says, then enter the right PIN.",
    ),
    Code.NOTHING_TO_TAKE_BACK: Explained(
        "No step of the dealer can be taken back now.",
        "Ask a floorperson, who can correct the record or decide about the round.",
    ),
    Code.CONFIGURATION_DIFFERS: Explained(
        "The settings in table.toml are not those of this request or this record, or no settings are in force yet.",
        "Compare table.toml with the record; `firmware-host adopt` puts changed settings in force.",
    ),
    Code.TWO_PEOPLE_NEEDED: Explained(
        "Two different people have to decide this together, and one of them needs a leading role.",
        "One person requests the act, the other approves it; `firmware-host acts` says who may.",
    ),
    Code.UNREADABLE: Explained(
        "The message is not a request in the form that this version understands.",
        "Compare it with the example of the act in `firmware-host acts`.",
    ),
    Code.DISK_FULL: Explained(
        "The board's disk is nearly full, so a new round might not be recorded to its end.",
        "Free some space on the disk; the table then continues by itself.",
    ),
    Code.PROGRAM_CHANGED: Explained(
        "The program files on this board are not those of the house's manifest, or were not compared with it; this "
        "table begins no round then (`program_must_match` under [table]).",
        "Run `firmware-host verify-self` to see which file differs. A technician reinstalls the approved package.",
    ),
    Code.FAULT: Explained(
        "An internal error of the controller prevented a decision; nothing was changed.",
        "Try another way, and send the maker a `firmware-host support-bundle`.",
    ),
    Code.STOPPED: Explained(
        "The controller is stopping, or cannot write its record.",
        "Read the controller's log, remove the cause, start it again, and repeat the request with the same id.",
    ),
    Code.WRONG_WINNER: Explained(
        "The hands shown say that the pot goes to other players than the dealer named.",
        "Push the pot as the refusal says, or correct a card that was entered wrongly.",
    ),
    Code.RECORD_IN_DOUBT: Explained(
        "Facts may be missing at the end of this record, or there is a newer record of this table; no round begins.",
        "Let two people accept the record as it is, or continue the newest record with `firmware-host journal "
        "restore`.",
    ),
    Code.OUTCOME_UNKNOWN: Explained(
        "Writing the record failed half way, so it is not known whether the act was recorded.",
        "Remove the cause, start the controller again, and send the same request with the same id again: "
        "it is never carried out twice.",
    ),
    Code.BUSY: Explained(
        "Too many requests came at once, so this one was not read.",
        "Send the request again a few seconds later.",
    ),
}

READINGS: dict[str, str] = {
    "I-1": "Follow the steps of the shake in the order in which the table offers them.",
    "I-2": "Set the number of seats with `seats` under [table.mini_dice].",
    "I-3": "Set the smallest chip with `chip_cents`, and enter amounts in whole chips.",
    "I-4": "Seat no more players than the game allows.",
    "I-5": "Give the odd chip to the player whom the table names.",
    "I-6": "Set `limit` under [table.stakes]; the amounts that each step allows follow from it.",
    "I-7": "To offer straddles or missed blinds, set `straddle` or `missed_blinds` under [table] and post them.",
    "I-8": "Count again. If the count is still wrong, call the floor: remove the deck, or let two people count it; "
    "`firmware-host void` declares the round void.",
    "I-9": "Set `rake` or the charge per half hour under [table.stakes].",
    "I-10": "Set `bad_beat` under [table.stakes]; a floorperson verifies the hands before it is paid.",
    "I-11": "Nothing; `??` is a card that the table was not shown.",
    "I-12": "Enter the two discards at that player's next turn.",
    "I-13": "Nothing; the table ranks the hands that are shown.",
    "I-14": "Nothing; the table says when the kill ends.",
    "I-15": "Offer the shaker to the seat that the table names.",
    "I-16": "Set `heads_up` under [table] for the usual order with the small blind on the button.",
    "I-17": "Nothing; the table names who starts each round of betting.",
    "I-18": "Enter a bet, an all-in or a fold for the opener.",
    "I-19": "Enter which pile was reshuffled, and how many cards.",
    "I-20": "Enter the act of the seat that the table names.",
    "I-21": "Set `button_after_stud` under [table] to choose the place.",
    "I-22": "Spread both decks when the table asks for it.",
    "I-23": "Collect the kill button when the table says so.",
    "I-24": "Return the uncalled bet before the rake is taken.",
    "I-25": "Nothing; the table names who receives the odd chip.",
    "I-26": "Post the kill on the sign, so that players know the raised minimum.",
    "I-27": "Collect the blinds that the table names.",
}
"""What to do where an interpretation applies."""

MET: dict[How, str] = {
    How.ENFORCED: "Follow the paragraph; the software refuses what violates it.",
    How.COMPUTED: "Nothing; the software computes the result.",
    How.PROMPTED: "Do the step when the table asks for it; the record then shows that it was done.",
    How.TIMED: "Do the step in time, when the table asks for it.",
    How.POSTED: "Nothing; the table's sign shows this.",
    How.RECORDED: "Nothing; the table records this.",
    How.OUTSIDE: "The house has to make sure of this; software cannot.",
}
"""What the way in which a paragraph is met leaves to people."""

SIGNS: dict[str, Explained] = {
    "~": Explained(
        "The board's clock was not synchronised with a time server when this time was recorded, so the time may be "
        "wrong. The order of the facts is right all the same.",
        "Connect the board to a time server; the alert clock-unsynchronised lasts until then.",
    ),
    "??": Explained(
        "A card that the table was not shown; its value is never guessed (I-11).",
        "Nothing.",
    ),
    "I-": Explained(
        "A citation that begins with I- is an interpretation: how the software reads a paragraph that leaves something "
        "open.",
        "Explain one, for example `firmware-host explain I-8`; `firmware-host rules I` lists all.",
    ),
}
"""Signs in the printed record."""
