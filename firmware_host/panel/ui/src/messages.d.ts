// Made by `python -m tests.golden --write` from firmware_host/panel/messages.py; never edited by hand.

export const VERSION: 2;

export type Act =
  | Start
  | RestoreJournal
  | SenseDevice
  | PassDeadline
  | AdoptConfiguration
  | ReportProgram
  | SenseClock
  | SenseDisk
  | TakeSnapshot
  | ReportSetAside
  | ReportRecordEnd
  | AcceptRecordEnd
  | ReportNewerRecord
  | ReportIgnoredCheckpoint
  | OpenTable
  | IdleTable
  | CloseTable
  | BeginTrust
  | EnrolPerson
  | RevokePerson
  | ResetPin
  | ReportWrongPin
  | ReportRightPin
  | RelieveDealer
  | EnrolKey
  | RevokeKey
  | TakeSeat
  | LeaveSeat
  | StepAway
  | ComeBack
  | AddChips
  | Straddle
  | PostMissedBlinds
  | ChangeSeat
  | ChangeGame
  | OpenFund
  | PayBadBeat
  | DenyBadBeat
  | CollectTimeCharge
  | ConvertCoin
  | ConvertCurrency
  | DistributeDecks
  | InspectDecks
  | VerifyDecks
  | SpreadDecks
  | ShowDecks
  | AcceptPreShuffled
  | WashDeck
  | ShuffleByHand
  | ApproveHandShuffling
  | EndHandShuffling
  | CutDeck
  | OrderRecut
  | SortDeck
  | RemoveDeck
  | ConfirmDeck
  | CountCards
  | Recount
  | OverrideGate
  | SenseDeck
  | SenseFeed
  | LoadDeck
  | ReportLoad
  | ReportShuffle
  | ReportShuffleFailure
  | SenseLid
  | SenseHousing
  | SenseJam
  | SenseSwitch
  | SenseRestart
  | SenseShelf
  | SenseFaultLamp
  | SenseReadyDark
  | ReportClearing
  | ReportDelivery
  | ReportReconciliation
  | ReportSelfTest
  | ReportWear
  | ReportActFailure
  | ReportStanding
  | ReportEmptied
  | ReportUnreadable
  | SenseBoot
  | ReportForeign
  | ReportTampering
  | OrderReconciliation
  | OrderClearing
  | ReportFirmwareList
  | AdoptHouseKey
  | SensePuck
  | Deal
  | PressKey
  | ContinueRound
  | CallFloor
  | EndFloorCall
  | AcknowledgeAlert
  | ClearAlert
  | PlaceWager
  | TakeWagerDown
  | CloseBets
  | PutCoverOn
  | CompleteDealerShake
  | AcceptShaker
  | RefuseShaker
  | RefuseForAll
  | PassShaker
  | OrderShakerPassed
  | Uncover
  | NoteDie
  | CallSum
  | CallNoRoll
  | CollectLosers
  | PayWinners
  | SenseCover
  | SenseShakes
  | SenseDock
  | SenseTamper
  | RequestApproval
  | Approve
  | Decline
  | TakeBack
  | CorrectWager
  | CorrectCards
  | CorrectSum
  | AdjustMoney
  | CompleteBetting
  | CompleteDraw
  | AwardUncontested
  | AwardPot
  | DealStreet
  | MakeForcedBet
  | Fold
  | Check
  | Call
  | Bet
  | Draw
  | ShowHand
  | MuckHand
  | FoulHand
  | VoidRound;

export type Answer =
  | Accepted
  | Refused;

export type Approvable =
  | VoidRound
  | ContinueRound
  | CorrectWager
  | AdjustMoney
  | CorrectSum
  | Recount
  | OverrideGate
  | AdoptConfiguration
  | EnrolPerson
  | ResetPin
  | EnrolKey
  | AdoptHouseKey
  | AcceptRecordEnd;

export type BoxMessage =
  | Hello
  | Shown
  | Answered
  | Explained
  | Beat
  | Goodbye;

export type PageMessage =
  | Ask
  | Explain
  | Alive;

export type RoundAct =
  | CompleteBetting
  | CompleteDraw
  | AwardUncontested
  | AwardPot
  | DealStreet
  | MakeForcedBet
  | Fold
  | Check
  | Call
  | Bet
  | Draw
  | ShowHand
  | MuckHand
  | FoulHand
  | VoidRound;

export interface AcceptPreShuffled {
  readonly kind: "accept-pre-shuffled";
}

export interface AcceptRecordEnd {
  readonly kind: "accept-record-end";
  readonly of: number;
}

export interface AcceptShaker {
  readonly kind: "accept-shaker";
  readonly seat: number;
}

export interface Accepted {
  readonly kind: "accepted";
  readonly id: string;
  readonly numbers: readonly number[];
}

export interface AcknowledgeAlert {
  readonly kind: "acknowledge-alert";
  readonly alert: number;
}

export interface AddChips {
  readonly kind: "add-chips";
  readonly seat: number;
  readonly cents: number;
}

export interface AdjustMoney {
  readonly kind: "adjust-money";
  readonly lines: readonly Adjustment[];
  readonly why: string;
}

export interface Adjustment {
  readonly seat?: number | null;
  readonly cents: number;
}

export interface AdoptConfiguration {
  readonly kind: "adopt-configuration";
  readonly candidate: number;
}

export interface AdoptHouseKey {
  readonly kind: "adopt-house-key";
  readonly candidate: number;
}

export type AlertKind =
  | "approval-expired"
  | "cards-astray"
  | "checkpoint-ignored"
  | "clock-jumped"
  | "clock-near"
  | "clock-unsynchronised"
  | "configuration-differs"
  | "covered-early"
  | "deck-aged"
  | "deck-suspect"
  | "device-down"
  | "disk-low"
  | "foreign-deck"
  | "gate-overridden"
  | "newer-record-found"
  | "pot-mispushed"
  | "program-changed"
  | "publish-set-aside"
  | "people-by-root"
  | "pins-refused"
  | "proof-too-low"
  | "proof-voided"
  | "puck-elsewhere"
  | "record-end-doubted"
  | "relief-due"
  | "shake-spoiled"
  | "shaker-opened"
  | "shakes-too-short"
  | "house-key-differs"
  | "housing-opened"
  | "link-tampered"
  | "round-halted"
  | "shuffler-disagrees"
  | "shuffler-faulty"
  | "shuffler-foreign"
  | "shuffler-jammed"
  | "shuffler-open"
  | "shuffler-restarted"
  | "shuffler-sorts"
  | "shuffler-worn"
  | "shuffle-overdue"
  | "shuffle-rejected"
  | "wrong-count";

export interface AlertView {
  readonly number: number;
  readonly severity: Severity;
  readonly say: string;
  readonly acknowledged: boolean;
  readonly over: boolean;
}

export interface Alive {
  readonly kind: "alive";
  readonly painted: number;
  readonly heap_bytes?: number | null;
}

export interface Amounts {
  readonly min: number;
  readonly step: number;
  readonly max: number;
  readonly unit: Unit;
}

export interface Answered {
  readonly kind: "answer";
  readonly id: string;
  readonly answer: Answer;
}

export interface ApprovalView {
  readonly number: number;
  readonly say: string;
}

export interface Approve {
  readonly kind: "approve";
  readonly request: number;
}

export interface ApproveHandShuffling {
  readonly kind: "approve-hand-shuffling";
  readonly why: string;
}

export interface Ask {
  readonly kind: "ask";
  readonly id: string;
  readonly seen: number;
  readonly act: Act;
  readonly actor?: string | null;
  readonly role?: Role | null;
  readonly pin?: string;
}

export interface AwardPot {
  readonly kind: "award-pot";
  readonly seats?: readonly number[];
  readonly side_pots?: readonly (readonly number[])[];
  readonly pushed?: boolean;
}

export interface AwardUncontested {
  readonly kind: "award-uncontested";
  readonly seat?: number | null;
}

export interface AwardView {
  readonly uncalled_seat: number | null;
  readonly uncalled_cents: number;
  readonly rake_cents: number;
  readonly fund_cents: number;
  readonly pushes: readonly Push[];
  readonly do: readonly string[];
}

export type AwayStakes =
  | "counted"
  | "covered";

export type Back =
  | "blue"
  | "red"
  | "green"
  | "black";

export interface BadBeatRules {
  readonly pot_from_cents: number;
  readonly takes_cents: number;
  readonly least: LeastHand;
  readonly loser_percent: number;
  readonly winner_percent: number;
  readonly table_percent: number;
}

export interface Beat {
  readonly kind: "beat";
  readonly seen: number;
  readonly wall_ms: number;
}

export interface BeginTrust {
  readonly kind: "begin-trust";
  readonly person: string;
  readonly roles: readonly Role[];
}

export interface Bet {
  readonly kind: "bet";
  readonly seat: number;
  readonly to_cents: number;
  readonly discards?: readonly string[];
}

export type ButtonAfterStud =
  | "first-place"
  | "where-it-lay";

export interface Call {
  readonly kind: "call";
  readonly seat: number;
  readonly discards?: readonly string[];
}

export interface CallFloor {
  readonly kind: "call-floor";
}

export interface CallNoRoll {
  readonly kind: "call-no-roll";
  readonly why: NoRoll;
}

export interface CallSum {
  readonly kind: "call-sum";
  readonly dice: readonly [number, number];
}

export interface CardCounts {
  readonly stub: number | null;
  readonly burns: number | null;
  readonly discards: number | null;
}

export interface CardSlots {
  readonly seat: number | null;
  readonly least: number;
  readonly most: number;
  readonly hidden: boolean;
  readonly down: number;
  readonly say: string;
  readonly was: readonly string[];
}

export interface Carried {
  readonly people?: Readonly<Record<string, Person>>;
  readonly keys?: Readonly<Record<string, CommandKey>>;
  readonly config?: TableConfig | null;
  readonly fund_cents?: number;
  readonly fund_opened?: boolean;
  readonly held?: readonly HeldBadBeat[];
  readonly alerts?: readonly Stood[];
  readonly under_way?: number;
  readonly firmware?: FirmwareList | null;
  readonly pins?: Pins;
  readonly older_keys?: readonly FirmwareList[];
}

export interface ChangeGame {
  readonly kind: "change-game";
  readonly game: GameName;
}

export interface ChangeSeat {
  readonly kind: "change-seat";
  readonly seat: number;
  readonly to: number;
}

export interface Check {
  readonly kind: "check";
  readonly seat: number;
}

export interface ClearAlert {
  readonly kind: "clear-alert";
  readonly alert: number;
  readonly note?: string;
}

export interface CloseBets {
  readonly kind: "close-bets";
}

export interface CloseTable {
  readonly kind: "close-table";
}

export type Code =
  | "not-now"
  | "not-your-role"
  | "out-of-date"
  | "no-shuffle-proof"
  | "grade-not-accepted"
  | "not-cut"
  | "wrong-deck"
  | "deck-not-prepared"
  | "deck-too-old"
  | "deck-suspect"
  | "count-due"
  | "round-halted"
  | "too-few-players"
  | "too-many-players"
  | "not-offered"
  | "not-seated"
  | "not-your-turn"
  | "wrong-cards"
  | "wrong-amount"
  | "wrong-winner"
  | "not-shown"
  | "not-enrolled"
  | "wrong-pin"
  | "locked-out"
  | "nothing-to-take-back"
  | "configuration-differs"
  | "two-people-needed"
  | "unreadable"
  | "disk-full"
  | "program-changed"
  | "record-in-doubt"
  | "fault"
  | "stopped"
  | "outcome-unknown"
  | "busy";

export interface CollectLosers {
  readonly kind: "collect-losers";
}

export interface CollectTimeCharge {
  readonly kind: "collect-time-charge";
}

export interface ComeBack {
  readonly kind: "come-back";
  readonly seat: number;
  readonly cents?: number | null;
}

export interface CommandKey {
  readonly public: string;
  readonly actor: string;
  readonly role: Role;
  readonly revoked?: boolean;
  readonly vouched_by?: readonly string[];
}

export interface CompleteBetting {
  readonly kind: "complete-betting";
  readonly stub_short?: boolean;
}

export interface CompleteDealerShake {
  readonly kind: "complete-dealer-shake";
}

export interface CompleteDraw {
  readonly kind: "complete-draw";
  readonly drawn?: number | null;
}

export interface ConfirmDeck {
  readonly kind: "confirm-deck";
  readonly back: Back;
  readonly sorted_ago_min: number;
  readonly opened_ago_min: number;
}

export interface ContinueRound {
  readonly kind: "continue-round";
  readonly why: string;
}

export interface ConvertCoin {
  readonly kind: "convert-coin";
}

export interface ConvertCurrency {
  readonly kind: "convert-currency";
  readonly seat: number;
  readonly cents: number;
}

export interface CorrectCards {
  readonly kind: "correct-cards";
  readonly of: number;
  readonly cards: readonly string[];
  readonly seat?: number | null;
  readonly why: string;
}

export interface CorrectSum {
  readonly kind: "correct-sum";
  readonly round: number;
  readonly dice: readonly [number, number];
  readonly why: string;
}

export interface CorrectWager {
  readonly kind: "correct-wager";
  readonly of: number;
  readonly to_cents: number | null;
  readonly why: string;
}

export interface CountCards {
  readonly kind: "count-cards";
  readonly what: Counted;
  readonly back: Back;
  readonly counted?: number | null;
  readonly said_right?: boolean;
}

export type Counted =
  | "stub"
  | "discards"
  | "deck";

export interface CutDeck {
  readonly kind: "cut-deck";
  readonly back: Back;
}

export interface Deal {
  readonly kind: "deal";
}

export interface DealStreet {
  readonly kind: "deal-street";
  readonly hands?: readonly DealtHand[];
  readonly board?: readonly string[];
}

export interface DealerView {
  readonly table: View;
  readonly name: string;
  readonly title: string;
  readonly dealer: string | null;
  readonly dealer_since_ms: number | null;
  readonly relief_due: boolean;
  readonly own_pin: boolean;
  readonly seats: readonly number[];
  readonly chip_cents: number;
  readonly forms: readonly StepForm[];
  readonly trade_words: readonly TradeWord[];
  readonly drawn: readonly Drawn[];
  readonly offers: readonly Offer[];
  readonly alerts: readonly StaffAlert[];
  readonly requests: readonly Request[];
  readonly people: readonly PersonChoice[];
  readonly counts: CardCounts | null;
  readonly pots: readonly PotView[];
  readonly award: AwardView | null;
  readonly losers: readonly Decided[];
  readonly winners: readonly Decided[];
  readonly cards_left: readonly string[];
  readonly undo: string;
  readonly events: readonly Event[];
  readonly timers: readonly Timer[];
  readonly shuffler: ShufflerPanel | null;
  readonly devices: readonly DeviceReport[];
}

export interface DealtHand {
  readonly kind: "dealt-hand";
  readonly seat: number;
  readonly cards: readonly string[];
}

export interface Decided {
  readonly seat: number;
  readonly wager: Wager;
  readonly cents: number;
  readonly pays_cents: number;
}

export interface DeckView {
  readonly back: Back;
  readonly place: Place;
  readonly shuffling: boolean;
  readonly proof: Grade | null;
  readonly cut: boolean;
  readonly trouble: string | null;
}

export interface Decline {
  readonly kind: "decline";
  readonly request: number;
  readonly why?: string;
}

export interface DenyBadBeat {
  readonly kind: "deny-bad-beat";
  readonly why: string;
}

export interface DeviceReport {
  readonly device: string;
  readonly up: boolean;
  readonly detail: string;
  readonly done: number | null;
  readonly of: number | null;
  readonly out_of_service: string | null;
}

export interface DiceConfig {
  readonly seats?: number;
  readonly shakes?: number;
  readonly chip_cents?: number;
  readonly odds?: Readonly<Record<string, string>>;
}

export interface DiceView {
  readonly moment: Moment;
  readonly hand: number | null;
  readonly covered: boolean;
  readonly shaken: boolean;
  readonly holder: number | null;
  readonly to_offer: boolean;
  readonly offered: number | null;
  readonly refused: readonly number[];
  readonly short: number;
  readonly faces: readonly number[];
  readonly wagers: readonly WagerUp[];
  readonly pays: readonly PaysView[];
}

export interface DistributeDecks {
  readonly kind: "distribute-decks";
  readonly why: string;
}

export interface Draw {
  readonly kind: "draw";
  readonly seat: number;
  readonly discards?: readonly string[];
  readonly drawn?: readonly string[];
}

export interface Drawn {
  readonly seat: number;
  readonly cards: number;
}

export interface EndFloorCall {
  readonly kind: "end-floor-call";
}

export interface EndHandShuffling {
  readonly kind: "end-hand-shuffling";
}

export interface EnrolKey {
  readonly kind: "enrol-key";
  readonly public: string;
  readonly actor: string;
  readonly role: Role;
}

export interface EnrolPerson {
  readonly kind: "enrol-person";
  readonly person: string;
  readonly roles: readonly Role[];
}

export interface Event {
  readonly number: number;
  readonly wall_ms: number;
  readonly say: string;
  readonly paragraphs: readonly string[];
}

export interface Explain {
  readonly kind: "explain";
  readonly id: string;
  readonly act: Act;
  readonly role?: Role;
}

export interface Explained {
  readonly kind: "explained";
  readonly id: string;
  readonly refusal: Refusal | null;
}

export type Fill =
  | "empty"
  | "short"
  | "plausible"
  | "long"
  | "mixed";

export interface FirmwareList {
  readonly house_key: string;
  readonly serial: number;
  readonly sha256: string;
}

export interface FixedRake {
  readonly kind: "by-pot-size";
  readonly table: readonly FromPot[];
  readonly no_flop_no_drop?: boolean;
}

export interface Fold {
  readonly kind: "fold";
  readonly seat: number;
}

export interface FoulHand {
  readonly kind: "foul-hand";
  readonly seat: number;
  readonly why: string;
}

export interface FromPot {
  readonly from_cents: number;
  readonly takes_cents: number;
}

export type GameName =
  | "holdem"
  | "omaha"
  | "omaha-hilo-8"
  | "big-omaha"
  | "big-omaha-hilo-8"
  | "stud"
  | "stud-hilo"
  | "stud-hilo-8"
  | "super-stud"
  | "super-stud-low"
  | "super-stud-hilo"
  | "super-stud-hilo-8"
  | "draw"
  | "draw-low"
  | "badugi"
  | "five-stud"
  | "mambo-hilo-6"
  | "mini-dice";

export interface Goodbye {
  readonly kind: "goodbye";
  readonly reason: string;
  readonly sign_in: boolean;
}

export type Grade =
  | "attested"
  | "witnessed"
  | "by-hand"
  | "pre-shuffled"
  | "reported"
  | "overridden";

export type Group =
  | "round"
  | "seats"
  | "decks"
  | "shuffler"
  | "table"
  | "dice"
  | "floor"
  | "correct";

export type HandClass =
  | "royal-flush"
  | "straight-flush"
  | "four-of-a-kind"
  | "full-house"
  | "flush"
  | "straight"
  | "three-of-a-kind"
  | "two-pairs"
  | "one-pair"
  | "high-card"
  | "no-pair"
  | "badugi"
  | "three-card-badugi"
  | "two-card-badugi"
  | "one-card-badugi";

export type HeadsUp =
  | "by-paragraph"
  | "usual";

export interface HeldBadBeat {
  readonly number: number;
  readonly losers: readonly number[];
  readonly winners: readonly number[];
  readonly words: string;
  readonly beaten_by: string;
  readonly seats: readonly number[];
  readonly rules: BadBeatRules;
}

export interface Hello {
  readonly kind: "hello";
  readonly version: number;
  readonly standing: Standing;
  readonly actor: string | null;
  readonly roles: readonly Role[];
  readonly software: string;
  readonly bundle: string;
}

export interface IdleTable {
  readonly kind: "idle-table";
  readonly face_up?: boolean;
}

export interface InspectDecks {
  readonly kind: "inspect-decks";
}

export type JamPlace =
  | "feed"
  | "camera"
  | "shelves"
  | "output";

export type Key =
  | "next"
  | "next-held"
  | "no-roll"
  | "no-roll-held"
  | "call-floor"
  | "call-floor-held"
  | "dice-1"
  | "dice-1-held"
  | "dice-2"
  | "dice-2-held"
  | "dice-3"
  | "dice-3-held"
  | "dice-4"
  | "dice-4-held"
  | "dice-5"
  | "dice-5-held"
  | "dice-6"
  | "dice-6-held";

export type KillKind =
  | "kill"
  | "half-kill";

export interface KillRules {
  readonly kind: KillKind;
  readonly pot_cents?: number;
  readonly times_minimum?: number;
}

export interface KillView {
  readonly kind: KillKind;
  readonly button: number | null;
  readonly qualifying_cents: number;
  readonly min_cents: number;
  readonly max_cents: number;
}

export type Known =
  | "attested"
  | "witnessed"
  | "reported";

export interface LeastHand {
  readonly of: HandClass;
  readonly ranks?: string;
}

export interface LeaveSeat {
  readonly kind: "leave-seat";
  readonly seat: number;
}

export type Limit =
  | "fixed"
  | "spread"
  | "pot"
  | "no";

export interface LoadDeck {
  readonly kind: "load-deck";
  readonly back: Back;
}

export interface MakeForcedBet {
  readonly kind: "make-forced-bet";
  readonly seat: number;
}

export type MissedBlind =
  | "big"
  | "small"
  | "first";

export type Mode =
  | "shuffle"
  | "sort";

export type Moment =
  | "idle"
  | "wagers"
  | "covering"
  | "dealer-shakes"
  | "offered"
  | "shooter-shakes"
  | "uncovered"
  | "collecting"
  | "paying";

export interface MuckHand {
  readonly kind: "muck-hand";
  readonly seat: number;
}

export interface NoRake {
  readonly kind: "none";
}

export type NoRoll =
  | "not-flat"
  | "fell-out";

export interface NoteDie {
  readonly kind: "note-die";
  readonly face: number;
}

export interface Offer {
  readonly act: Act;
  readonly label: string;
  readonly group: Group;
  readonly role: Role;
  readonly step: number | null;
  readonly possible: boolean;
  readonly seats: readonly number[];
  readonly why: boolean;
  readonly amounts: Amounts | null;
  readonly cards: readonly CardSlots[];
  readonly dice: boolean;
}

export interface OpenFund {
  readonly kind: "open-fund";
  readonly cents: number;
}

export interface OpenTable {
  readonly kind: "open-table";
}

export interface OrderClearing {
  readonly kind: "order-clearing";
}

export interface OrderReconciliation {
  readonly kind: "order-reconciliation";
}

export interface OrderRecut {
  readonly kind: "order-recut";
  readonly why: string;
}

export interface OrderShakerPassed {
  readonly kind: "order-shaker-passed";
  readonly why: OrderedFor;
}

export type OrderedFor =
  | "delay"
  | "invalid-shakes"
  | "violation";

export interface OverrideGate {
  readonly kind: "override-gate";
  readonly back: Back;
  readonly why: string;
}

export type PartName =
  | "high"
  | "low"
  | "whole";

export interface PassDeadline {
  readonly kind: "pass-deadline";
  readonly name: string;
}

export interface PassShaker {
  readonly kind: "pass-shaker";
}

export interface PayBadBeat {
  readonly kind: "pay-bad-beat";
}

export interface PayWinners {
  readonly kind: "pay-winners";
}

export interface PaysView {
  readonly wager: Wager;
  readonly sums: readonly number[];
  readonly odds: string;
}

export interface PercentageRake {
  readonly kind: "percentage";
  readonly per_mille: number;
  readonly step_cents?: number;
  readonly cap_cents: number;
  readonly no_flop_no_drop?: boolean;
}

export interface Person {
  readonly roles: readonly Role[];
  readonly pin_of?: number;
  readonly revoked?: boolean;
  readonly wrong_pins?: number;
  readonly wrong_at?: Stamp | null;
  readonly wait_s?: number;
  readonly vouched_by?: readonly string[];
}

export interface PersonChoice {
  readonly name: string;
  readonly roles: readonly Role[];
}

export type Phase =
  | "dealing"
  | "betting"
  | "drawing"
  | "showdown"
  | "awarded"
  | "completed";

export type Pins =
  | "unknown"
  | "real"
  | "simulated";

export type Place =
  | "storage"
  | "shuffler"
  | "table"
  | "in-play";

export interface PlaceWager {
  readonly kind: "place-wager";
  readonly seat: number;
  readonly wager: Wager;
  readonly cents: number;
}

export interface PlayerView {
  readonly seat: number;
  readonly folded: boolean;
  readonly cards: number;
  readonly up: readonly string[];
  readonly shown: readonly string[];
  readonly stack_cents: number;
  readonly bet_cents: number;
}

export interface PostMissedBlinds {
  readonly kind: "post-missed-blinds";
  readonly seat: number;
  readonly withdrawn?: boolean;
}

export interface PostedGame {
  readonly game: GameName;
  readonly blinds?: number;
  readonly stakes?: Stakes | null;
  readonly kill?: KillRules | null;
}

export interface PotView {
  readonly number: number;
  readonly cents: number;
  readonly seats: readonly number[];
}

export interface PressKey {
  readonly kind: "press-key";
  readonly key: Key;
}

export interface Previous {
  readonly journal: string;
  readonly number: number;
  readonly hash: string;
}

export interface Push {
  readonly number: number;
  readonly cents: number;
  readonly shares: readonly PushShare[];
  readonly paragraphs: readonly string[];
}

export interface PushShare {
  readonly seat: number;
  readonly part: PartName;
  readonly cents: number;
  readonly odd_cents: number;
  readonly hand: string;
}

export interface PutCoverOn {
  readonly kind: "put-cover-on";
}

export interface Recount {
  readonly kind: "recount";
  readonly back: Back;
  readonly counted: number;
}

export interface Refusal {
  readonly code: Code;
  readonly paragraphs: readonly string[];
  readonly reason: string;
  readonly allowed_by: string;
}

export interface RefuseForAll {
  readonly kind: "refuse-for-all";
}

export interface RefuseShaker {
  readonly kind: "refuse-shaker";
  readonly seat: number;
}

export interface Refused {
  readonly kind: "refused";
  readonly id: string;
  readonly refusal: Refusal;
}

export interface RelieveDealer {
  readonly kind: "relieve-dealer";
  readonly dealer: string;
}

export interface RemoveDeck {
  readonly kind: "remove-deck";
  readonly back: Back;
  readonly why: string;
}

export interface ReportActFailure {
  readonly kind: "report-act-failure";
  readonly journal: string;
  readonly order: number;
  readonly reason: string;
  readonly ended?: boolean;
}

export interface ReportClearing {
  readonly kind: "report-clearing";
  readonly journal: string;
  readonly order: number;
  readonly found: number;
}

export interface ReportDelivery {
  readonly kind: "report-delivery";
  readonly journal: string;
  readonly order: number;
  readonly back: Back;
  readonly counted: number;
  readonly rest?: Rest | null;
}

export interface ReportEmptied {
  readonly kind: "report-emptied";
  readonly place: JamPlace;
}

export interface ReportFirmwareList {
  readonly kind: "report-firmware-list";
  readonly house_key: string;
  readonly serial: number;
  readonly sha256: string;
}

export interface ReportForeign {
  readonly kind: "report-foreign";
  readonly reason: string;
}

export interface ReportIgnoredCheckpoint {
  readonly kind: "report-ignored-checkpoint";
  readonly why: string;
  readonly journal?: string | null;
  readonly number?: number;
}

export interface ReportLoad {
  readonly kind: "report-load";
  readonly journal: string;
  readonly order: number;
  readonly back: Back | null;
  readonly fill: Fill;
}

export interface ReportNewerRecord {
  readonly kind: "report-newer-record";
  readonly number: number;
  readonly hash: string;
  readonly key: string;
  readonly last: number;
  readonly differs?: boolean;
}

export interface ReportProgram {
  readonly kind: "report-program";
  readonly house_key?: string;
  readonly serial?: number;
  readonly sha256?: string;
  readonly differing?: readonly string[];
  readonly differ?: number;
}

export interface ReportReconciliation {
  readonly kind: "report-reconciliation";
  readonly journal: string;
  readonly order: number;
  readonly went_in: number;
  readonly came_out: number;
  readonly lying: number;
  readonly astray: number;
}

export interface ReportRecordEnd {
  readonly kind: "report-record-end";
  readonly why: string;
  readonly last: number;
}

export interface ReportRightPin {
  readonly kind: "report-right-pin";
  readonly person: string;
}

export interface ReportSelfTest {
  readonly kind: "report-self-test";
  readonly journal?: string;
  readonly order?: number;
  readonly failed?: readonly string[];
  readonly worn?: readonly string[];
}

export interface ReportSetAside {
  readonly kind: "report-set-aside";
  readonly topic: string;
  readonly of?: number;
  readonly why: string;
}

export interface ReportShuffle {
  readonly kind: "report-shuffle";
  readonly journal: string;
  readonly order: number;
  readonly mode: Mode | null;
  readonly counted: number | null;
  readonly back: Back;
  readonly duration_ms: number;
  readonly known?: Known;
  readonly why?: string | null;
  readonly nonce_fits?: boolean;
  readonly took_ms?: number | null;
  readonly rest?: Rest | null;
}

export interface ReportShuffleFailure {
  readonly kind: "report-shuffle-failure";
  readonly journal: string;
  readonly order: number;
  readonly reason: string;
  readonly refused?: boolean;
}

export interface ReportStanding {
  readonly kind: "report-standing";
  readonly rest: Rest;
}

export interface ReportTampering {
  readonly kind: "report-tampering";
  readonly forged: number;
  readonly replayed: number;
}

export interface ReportUnreadable {
  readonly kind: "report-unreadable";
  readonly what: string;
  readonly length: number;
  readonly digest: string;
  readonly journal?: string;
  readonly order?: number;
}

export interface ReportWear {
  readonly kind: "report-wear";
  readonly cycles: number;
  readonly since_service: number;
  readonly service_every: number;
  readonly life: number;
}

export interface ReportWrongPin {
  readonly kind: "report-wrong-pin";
  readonly person: string;
}

export interface Request {
  readonly number: number;
  readonly say: string;
  readonly why: string;
  readonly asked_by: string;
  readonly roles: readonly Role[];
  readonly paragraphs: readonly string[];
}

export interface RequestApproval {
  readonly kind: "request-approval";
  readonly act: Approvable;
  readonly why: string;
}

export interface ResetPin {
  readonly kind: "reset-pin";
  readonly person: string;
}

export interface Rest {
  readonly mode?: Mode;
  readonly lid_open?: boolean;
  readonly jam?: JamPlace | null;
  readonly feed?: Back | null;
  readonly shelf?: Back | null;
  readonly shelf_cards?: number;
  readonly output?: Back | null;
  readonly output_cards?: number;
  readonly astray?: number;
  readonly moving?: boolean;
}

export interface RestoreJournal {
  readonly kind: "restore-journal";
  readonly previous: Previous;
  readonly by: string;
  readonly second: string;
  readonly damage?: string;
  readonly by_pins?: boolean;
  readonly carried?: Carried;
}

export interface RevokeKey {
  readonly kind: "revoke-key";
  readonly key: string;
}

export interface RevokePerson {
  readonly kind: "revoke-person";
  readonly person: string;
}

export type Role =
  | "dealer"
  | "floorperson"
  | "poker-shift-supervisor"
  | "casino-supervisor"
  | "technician"
  | "surveillance"
  | "device"
  | "host";

export interface RoundView {
  readonly number: number;
  readonly game: GameName;
  readonly phase: Phase;
  readonly street: StreetName;
  readonly seats: readonly number[];
  readonly board: readonly string[];
  readonly players: readonly PlayerView[];
  readonly pot_cents: number;
  readonly turn: number | null;
}

export interface SenseBoot {
  readonly kind: "sense-boot";
  readonly boot: number;
}

export interface SenseClock {
  readonly kind: "sense-clock";
}

export interface SenseCover {
  readonly kind: "sense-cover";
  readonly on: boolean;
}

export interface SenseDeck {
  readonly kind: "sense-deck";
  readonly back: Back;
}

export interface SenseDevice {
  readonly kind: "sense-device";
  readonly device: string;
  readonly up: boolean;
  readonly detail: string;
  readonly pairing?: string;
}

export interface SenseDisk {
  readonly kind: "sense-disk";
  readonly free_mib: number;
  readonly least_mib: number;
}

export interface SenseDock {
  readonly kind: "sense-dock";
  readonly docked: boolean;
}

export interface SenseFaultLamp {
  readonly kind: "sense-fault-lamp";
  readonly lit: boolean;
}

export interface SenseFeed {
  readonly kind: "sense-feed";
  readonly back: Back;
}

export interface SenseHousing {
  readonly kind: "sense-housing";
  readonly open: boolean;
  readonly why?: string;
}

export interface SenseJam {
  readonly kind: "sense-jam";
  readonly place: JamPlace;
}

export interface SenseLid {
  readonly kind: "sense-lid";
  readonly open: boolean;
}

export interface SensePuck {
  readonly kind: "sense-puck";
  readonly seat: number | null;
}

export interface SenseReadyDark {
  readonly kind: "sense-ready-dark";
}

export interface SenseRestart {
  readonly kind: "sense-restart";
}

export interface SenseShakes {
  readonly kind: "sense-shakes";
  readonly count: number;
}

export interface SenseShelf {
  readonly kind: "sense-shelf";
  readonly back: Back | null;
}

export interface SenseSwitch {
  readonly kind: "sense-switch";
  readonly mode: Mode;
}

export interface SenseTamper {
  readonly kind: "sense-shaker-tamper";
  readonly open: boolean;
  readonly why?: string;
}

export interface ServiceConfig {
  readonly cycles?: number;
  readonly life_percent?: number;
  readonly jams?: number;
}

export type Severity =
  | "notice"
  | "warning"
  | "fault"
  | "violation";

export interface ShowDecks {
  readonly kind: "show-decks";
}

export interface ShowHand {
  readonly kind: "show-hand";
  readonly seat: number;
  readonly cards: readonly string[];
}

export interface Shown {
  readonly kind: "view";
  readonly view: DealerView;
}

export interface ShuffleByHand {
  readonly kind: "shuffle-by-hand";
  readonly back: Back;
}

export interface ShufflerPanel {
  readonly doing: string;
  readonly done: number | null;
  readonly of: number | null;
  readonly jam: JamPlace | null;
  readonly lid_open: boolean;
  readonly housing_open: boolean;
  readonly trouble: string;
  readonly recovery: readonly string[];
  readonly by_hand: boolean;
}

export interface SignIn {
  readonly name: string;
  readonly pin: string;
}

export interface SortDeck {
  readonly kind: "sort-deck";
  readonly back: Back;
}

export interface SpreadDecks {
  readonly kind: "spread-decks";
}

export interface StaffAlert {
  readonly number: number;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly say: string;
  readonly fix: string;
  readonly paragraphs: readonly string[];
  readonly since_ms: number;
  readonly acknowledged_by: string | null;
  readonly over: boolean;
  readonly acknowledge: readonly Role[];
  readonly clear: readonly Role[];
}

export interface Stakes {
  readonly limit: Limit;
  readonly min_cents: number;
  readonly max_cents?: number;
  readonly ante_cents?: number;
  readonly blinds_cents?: readonly number[];
  readonly forced_cents?: number;
  readonly chip_cents?: number;
  readonly raises?: number;
  readonly blind_counts?: boolean;
  readonly heads_up?: HeadsUp;
  readonly rake?: FixedRake | NoRake | PercentageRake | TimeCharge;
  readonly bad_beat?: BadBeatRules | null;
}

export interface Stamp {
  readonly wall_ms: number;
  readonly mono_ms: number;
  readonly boot: string;
  readonly synced: boolean;
}

export type Standing =
  | "controls"
  | "signed-in"
  | "looks-on";

export interface Start {
  readonly kind: "start";
  readonly software: string;
  readonly config: TableConfig;
  readonly day_starts?: number;
  readonly pins?: Pins;
  readonly factory?: string;
  readonly chip?: string;
  readonly port?: string;
  readonly house_key?: string;
}

export interface Step {
  readonly act: Act;
  readonly say: string;
  readonly role: Role;
  readonly seat: number | null;
  readonly key: Key | null;
  readonly amounts: Amounts | null;
  readonly paragraphs: readonly string[];
  readonly expected: boolean;
  readonly seats: readonly number[];
  readonly watch: string;
  readonly do: readonly string[];
  readonly short: string;
}

export interface StepAway {
  readonly kind: "step-away";
  readonly seat: number;
  readonly stakes: AwayStakes;
  readonly cents?: number | null;
}

export interface StepForm {
  readonly step: number;
  readonly cards: readonly CardSlots[];
  readonly may_skip: boolean;
  readonly why: boolean;
  readonly name: boolean;
}

export interface Stood {
  readonly kind: AlertKind;
  readonly about: string;
  readonly severity: Severity;
  readonly say: string;
  readonly paragraphs?: readonly string[];
}

export interface Straddle {
  readonly kind: "straddle";
  readonly seat: number;
  readonly cents?: number | null;
  readonly withdrawn?: boolean;
}

export type StreetName =
  | "deal"
  | "flop"
  | "turn"
  | "river"
  | "third-card"
  | "fourth-card"
  | "fifth-card"
  | "sixth-card"
  | "seventh-card"
  | "community-card"
  | "draw"
  | "second-draw"
  | "third-draw";

export interface TableConfig {
  readonly house: string;
  readonly table: string;
  readonly game?: GameName;
  readonly tracking?: Tracking;
  readonly dealer: string;
  readonly seats: readonly number[];
  readonly all_seats?: readonly number[];
  readonly blinds?: number;
  readonly heads_up?: HeadsUp;
  readonly stakes?: Stakes | null;
  readonly buy_in_cents?: number;
  readonly kill?: KillRules | null;
  readonly games?: readonly PostedGame[];
  readonly button_after_stud?: ButtonAfterStud;
  readonly straddle?: boolean;
  readonly missed_blinds?: boolean;
  readonly seat_changes?: boolean;
  readonly dealers_enrolled?: boolean;
  readonly relief_minutes?: number;
  readonly decks?: readonly [Back, Back];
  readonly shuffler?: boolean;
  readonly accepts?: readonly Grade[];
  readonly idle_minutes?: number;
  readonly idle_without_round_minutes?: number;
  readonly deck_margin_min?: number;
  readonly shuffle_limit_s?: number;
  readonly shuffle_least_s?: number;
  readonly service?: ServiceConfig;
  readonly program_must_match?: boolean;
  readonly dice?: DiceConfig | null;
  readonly approval_limit_s?: number;
}

export interface TakeBack {
  readonly kind: "take-back";
}

export interface TakeSeat {
  readonly kind: "take-seat";
  readonly seat: number;
  readonly cents?: number;
}

export interface TakeSnapshot {
  readonly kind: "take-snapshot";
  readonly of: number;
  readonly digest: string;
  readonly fold: string;
}

export interface TakeWagerDown {
  readonly kind: "take-wager-down";
  readonly seat: number;
  readonly wager: Wager;
}

export interface TimeCharge {
  readonly kind: "time-charge";
  readonly half_hour_cents: number;
}

export interface Timer {
  readonly name: string;
  readonly say: string;
  readonly due_ms: number;
}

export type Tracking =
  | "procedure"
  | "full";

export interface TradeWord {
  readonly step: number;
  readonly word: string;
}

export interface Uncover {
  readonly kind: "uncover";
}

export type Unit =
  | "cents"
  | "cards";

export interface UseCode {
  readonly code: string;
}

export interface VerifyDecks {
  readonly kind: "verify-decks";
}

export interface View {
  readonly version: number;
  readonly journal: string;
  readonly seen: number;
  readonly turn: number;
  readonly started: number;
  readonly game: GameName;
  readonly tracking: Tracking;
  readonly open: boolean;
  readonly seats: readonly number[];
  readonly away: readonly number[];
  readonly stacks_cents: Readonly<Record<string, number>>;
  readonly fund_cents: number | null;
  readonly button: number | null;
  readonly kill: KillView | null;
  readonly puck: number | null;
  readonly rounds: number;
  readonly round: RoundView | null;
  readonly decks: readonly DeckView[];
  readonly devices: Readonly<Record<string, boolean>>;
  readonly floor_called: boolean;
  readonly alerts: readonly AlertView[];
  readonly approvals: readonly ApprovalView[];
  readonly steps: readonly Step[];
  readonly waiting_for: Refusal | null;
  readonly dice: DiceView | null;
  readonly commands: number;
  readonly missed_blinds: Readonly<Record<string, readonly MissedBlind[]>>;
  readonly simulated: boolean;
}

export interface VoidRound {
  readonly kind: "void-round";
  readonly why: string;
}

export type Wager =
  | "place-4"
  | "place-5"
  | "place-6"
  | "place-8"
  | "place-9"
  | "place-10"
  | "field"
  | "any-7"
  | "over-7"
  | "under-7";

export interface WagerUp {
  readonly seat: number;
  readonly wager: Wager;
  readonly cents: number;
  readonly stood_cents: number;
}

export interface WashDeck {
  readonly kind: "wash-deck";
  readonly back: Back;
}
