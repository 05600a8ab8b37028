"""Who may ask for what: the regulation's list as data. Whoever is not named here may not."""

from firmware_host.rules import round_acts as in_round
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.table.acts import approvals, decks, dice, floor, money, seating, shuffler
from firmware_host.table.acts import corrections as correcting
from firmware_host.table.acts import floor as alerts
from firmware_host.table.acts import floor as keys
from firmware_host.table.acts import floor as people
from firmware_host.table.acts import floor as session
from firmware_host.table.acts import round as button
from firmware_host.table.acts import round as games
from firmware_host.table.acts import round as play
from firmware_host.table.acts import system as controller
from firmware_host.table.acts import system as keeping
from firmware_host.table.acts.intent import Intent
from firmware_host.table.corrections.correctable import CARDS, STEPS, SUMS, WAGERS
from firmware_host.table.floor import two_person_rules
from firmware_host.table.roles import DEVICES, FLOOR, ON_DUTY, SUPERVISORS, Who

HOST: Who = frozenset({Role.HOST})

DEVICE: Who = frozenset({Role.DEVICE})

DEALER: Who = frozenset({Role.DEALER})

SHIFT: Who = frozenset({Role.POKER_SHIFT_SUPERVISOR})

STAKES: Who = frozenset({Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR})

"""Who sees to the stakes of a player who leaves for a while (14.7(c)5); a dealer does not."""

SUPERVISOR: Who = frozenset({Role.CASINO_SUPERVISOR})

FLOORPERSON: Who = frozenset({Role.FLOORPERSON})

TABLE: Who = frozenset({Role.DEALER, Role.FLOORPERSON})

"""Who stands at the table: whatever the dealer may do, a floorperson may do for him."""


MAY: dict[type, Who] = {
    controller.Start: HOST,
    controller.PassDeadline: HOST,
    controller.RestoreJournal: HOST,
    **dict.fromkeys(keeping.KeepingAct.__args__, HOST),
    controller.SenseDevice: DEVICE,
    controller.AdoptConfiguration: FLOOR,
    session.OpenTable: TABLE,
    people.BeginTrust: HOST,
    people.EnrolPerson: SUPERVISOR,
    people.RevokePerson: SUPERVISOR | HOST,
    people.ResetPin: SUPERVISOR,
    keys.EnrolKey: SUPERVISOR,
    keys.RevokeKey: SUPERVISOR | HOST,
    people.ReportWrongPin: HOST,
    people.ReportRightPin: HOST,
    people.RelieveDealer: TABLE | SHIFT,
    games.ChangeGame: STAKES,
    money.OpenFund: SUPERVISORS,
    money.PayBadBeat: SUPERVISORS,
    money.DenyBadBeat: SUPERVISORS,
    money.CollectTimeCharge: TABLE,
    money.ConvertCoin: TABLE,
    money.ConvertCurrency: TABLE,
    seating.TakeSeat: TABLE,
    seating.LeaveSeat: TABLE | SHIFT,
    seating.StepAway: STAKES,
    seating.ComeBack: STAKES,
    session.IdleTable: TABLE,
    session.CloseTable: TABLE,
    decks.DistributeDecks: SUPERVISORS,
    decks.InspectDecks: DEALER,
    decks.VerifyDecks: FLOOR,
    decks.SpreadDecks: TABLE,
    decks.ShowDecks: TABLE,
    decks.AcceptPreShuffled: TABLE,
    decks.WashDeck: TABLE,
    decks.ShuffleByHand: TABLE,
    decks.ApproveHandShuffling: FLOOR,
    decks.EndHandShuffling: TABLE,
    seating.AddChips: TABLE,
    seating.Straddle: TABLE,
    seating.PostMissedBlinds: TABLE,
    seating.ChangeSeat: TABLE,
    decks.CutDeck: TABLE,
    decks.OrderRecut: frozenset({Role.CASINO_SUPERVISOR}),
    decks.SortDeck: TABLE,
    decks.RemoveDeck: TABLE,
    decks.ConfirmDeck: FLOOR,
    decks.CountCards: TABLE,
    decks.Recount: ON_DUTY,
    decks.OverrideGate: ON_DUTY,
    decks.SenseDeck: DEVICE,
    decks.LoadDeck: TABLE,
    decks.ReportLoad: DEVICE,
    decks.ReportShuffle: DEVICE,
    decks.ReportShuffleFailure: DEVICE,
    **dict.fromkeys(shuffler.ShufflerSensed.__args__, DEVICE),
    shuffler.ReportFirmwareList: HOST,
    shuffler.OrderReconciliation: TABLE | frozenset({Role.TECHNICIAN}),
    button.SensePuck: DEVICE,
    play.Deal: TABLE,
    play.PressKey: DEALER,
    play.ContinueRound: ON_DUTY,
    floor.CallFloor: TABLE,
    floor.EndFloorCall: TABLE,
    alerts.AcknowledgeAlert: DEVICES,
    alerts.ClearAlert: DEVICES,
    **dict.fromkeys(dice.AskedOfDice.__args__, TABLE),
    dice.OrderShakerPassed: FLOORPERSON,
    **dict.fromkeys(dice.ShakerSensed.__args__, DEVICE),
    correcting.TakeBack: STEPS.by,
    correcting.CorrectWager: WAGERS.by,
    correcting.CorrectCards: CARDS.by,
    correcting.CorrectSum: SUMS.by,
    correcting.AdjustMoney: ON_DUTY,
    approvals.RequestApproval: two_person_rules.who_asks(),
    approvals.Approve: two_person_rules.who_approves(),
    approvals.Decline: two_person_rules.who_asks() | two_person_rules.who_approves(),
    **dict.fromkeys(in_round.RoundAct.__args__, TABLE),
    in_round.VoidRound: ON_DUTY,
}


def not_theirs(intent: Intent) -> Refusal | None:
    """Say why this role may not ask for this; none where it may."""
    allowed = MAY[type(intent.act)]
    if intent.role in allowed:
        return None
    return Refusal(
        code=Code.NOT_YOUR_ROLE,
        reason=f"a {intent.role} may not do this",
        allowed_by=" or ".join(sorted(allowed)),
    )
