/**
 * What a step still needs from the dealer, and the act that results. Pure: no element, no socket.
 *
 * A step is asked in this order: seat, target seat, cards, amount, reason, second tap, person. A step that needs none of them
 * goes at the first tap.
 */
import type { Act, Adjustment, Amounts, CardSlots, DealerView, Offer, Role, Step, StepForm } from "./messages";

export type Need =
  | { readonly kind: "seat"; readonly seats: readonly number[]; readonly say: string }
  | { readonly kind: "target"; readonly seats: readonly number[] }
  | { readonly kind: "cards"; readonly slots: readonly CardSlots[]; readonly maySkip: boolean }
  | { readonly kind: "amount"; readonly amounts: Amounts }
  | { readonly kind: "dice" }
  | { readonly kind: "why" }
  | { readonly kind: "name" }
  | { readonly kind: "confirm"; readonly say: string }
  /** Who acts, by the PIN: one of these roles, or only the person of this name. */
  | { readonly kind: "person"; readonly roles: readonly Role[]; readonly only: string | null };

export interface Values {
  readonly seat?: number;
  readonly target?: number;
  /** One list of cards for each of the form's slots, in their order; hidden cards are `??`. */
  readonly cards?: readonly (readonly string[])[];
  readonly amount?: number;
  readonly dice?: readonly [number, number];
  readonly why?: string;
  readonly confirmed?: boolean;
  /** The name of the dealer who takes over. */
  readonly name?: string;
  readonly person?: { readonly name: string; readonly role: Role; readonly pin: string };
}

/** An act on the page: a step of the view, or an act that may be requested though it is no step. */
export interface Choice {
  readonly step: Step;
  readonly form: StepForm | null;
  /** Whether two dice are entered. */
  readonly dice?: boolean;
}

/** Acts whose numbers a dealer enters, and the field that takes them. */
const NUMBER_FIELDS = ["to_cents", "cents", "counted", "drawn"] as const;

const ON_DUTY: readonly Role[] = ["dealer", "floorperson", "poker-shift-supervisor", "casino-supervisor"];

const DECIDED_BY_TWO: ReadonlySet<string> = new Set(["request-approval", "approve", "decline"]);

const SECOND_TAP: ReadonlySet<string> = new Set([
  "take-back",
  "foul-hand",
  "leave-seat",
  "close-table",
  "idle-table",
  "remove-deck",
  "decline",
  "end-hand-shuffling",
  "order-shaker-passed",
]);

/** Whether a sensor reports this act; the dealer does it by hand and the page only says so. */
export function isSensed(act: Act): boolean {
  return act.kind.startsWith("sense-") || act.kind.startsWith("report-");
}

export function choices(view: DealerView): Choice[] {
  return view.table.steps.map((step, index) => ({ step, form: formOf(view, index) }));
}

function formOf(view: DealerView, index: number): StepForm | null {
  return view.forms.find((form) => form.step === index) ?? null;
}

/** Return the step that does what an offer says, or null if no step does it now. */
export function choiceOf(view: DealerView, offer: Offer): Choice | null {
  const step = offer.step === null ? undefined : view.table.steps[offer.step];
  return step === undefined || offer.step === null ? null : { step, form: formOf(view, offer.step) };
}

/** Return an offer as a choice although it is no step, for an act that the box said is possible. */
export function asked(offer: Offer): Choice {
  const step: Step = {
    act: offer.act, say: offer.group === "correct" ? `Correct: ${offer.label}` : offer.label, role: offer.role, seat: null, key: null, amounts: offer.amounts,
    paragraphs: [], expected: false, seats: offer.seats, watch: "", do: [], short: "",
  };
  return { step, form: { step: -1, cards: offer.cards, may_skip: false, why: offer.why, name: false }, dice: offer.dice };
}

/** Return what the step still needs, given what was entered so far; the first one is asked next. */
export function needs(choice: Choice, values: Values, view: DealerView, roles: readonly Role[]): Need[] {
  const { step, form } = choice;
  const found: Need[] = [];
  if (values.seat === undefined && asksSeat(choice, view)) found.push({ kind: "seat", seats: seatsOf(choice, view), say: step.say });
  if (step.act.kind === "change-seat" && values.target === undefined) {
    found.push({ kind: "target", seats: view.seats.filter((seat) => !view.table.seats.includes(seat)) });
  }
  const slots = form?.cards ?? [];
  if (slots.some((slot) => !isFixed(slot)) && values.cards === undefined) {
    found.push({ kind: "cards", slots, maySkip: form?.may_skip ?? false });
  }
  if (step.amounts !== null && values.amount === undefined && !isOneAmount(step.amounts)) {
    found.push({ kind: "amount", amounts: step.amounts });
  }
  if (choice.dice === true && values.dice === undefined) found.push({ kind: "dice" });
  if (asksWhy(choice) && values.why === undefined) found.push({ kind: "why" });
  if (asksTwice(choice, view) && values.confirmed !== true) found.push({ kind: "confirm", say: confirmWords(choice, view) });
  const mayAct = rolesOf(choice, view);
  // At the box's own screen a decision by two people takes a PIN of each, also of the dealer on duty.
  const ownScreen = roles.length === 1 && roles[0] === "dealer";
  const byAnother = (ownScreen && DECIDED_BY_TWO.has(step.act.kind)) || !mayAct.some((role) => roles.includes(role));
  if (values.person !== undefined) return found;
  if (form?.name && values.name === undefined) found.push({ kind: "name" });
  else if (form?.name && view.own_pin) found.push(takesOver(values.name ?? "", view));
  else if (byAnother) found.push({ kind: "person", roles: mayAct, only: null });
  return found;
}

/** A dealer who takes over types their own PIN; for one who has none the floor vouches. */
function takesOver(name: string, view: DealerView): Need {
  const known = view.people.some((person) => person.name === name);
  if (known) return { kind: "person", roles: ["dealer"], only: name };
  return { kind: "person", roles: ["floorperson", "poker-shift-supervisor", "casino-supervisor"], only: null };
}

/** Return the roles in which the act may be requested: a request's are those of its second person. */
export function rolesOf({ step }: Choice, view: DealerView): readonly Role[] {
  const act = step.act;
  if (act.kind === "request-approval" || act.kind === "decline") return ON_DUTY;
  if (act.kind === "approve") return view.requests.find((one) => one.number === act.request)?.roles ?? [step.role];
  if (act.kind === "acknowledge-alert") return view.alerts.find((one) => one.number === act.alert)?.acknowledge ?? [step.role];
  if (act.kind === "clear-alert") return view.alerts.find((one) => one.number === act.alert)?.clear ?? [step.role];
  return [step.role];
}

function asksSeat({ step }: Choice, view: DealerView): boolean {
  return step.seats.length > 1 || (step.act.kind === "place-wager" && view.table.seats.length > 1);
}

function seatsOf({ step }: Choice, view: DealerView): readonly number[] {
  return step.act.kind === "place-wager" ? view.table.seats : step.seats;
}

/** A hidden slot of a fixed number needs no hand: its cards are `??`. */
function isFixed(slot: CardSlots): boolean {
  return slot.hidden && slot.least === slot.most;
}

function isOneAmount(amounts: Amounts): boolean {
  return amounts.min === amounts.max && amounts.unit === "cents";
}

function asksWhy({ step, form }: Choice): boolean {
  return form?.why ?? step.act.kind === "request-approval";
}

/** Whether a second tap is asked: for what cannot be repaired at once, and for a fold while a check is free. */
export function asksTwice({ step }: Choice, view: DealerView): boolean {
  const act = step.act;
  if (act.kind === "fold") return view.table.steps.some((one) => one.act.kind === "check" && one.act.seat === act.seat);
  if (act.kind === "award-pot") return act.pushed === true;
  if (act.kind === "count-cards") return act.counted == null && act.said_right !== true && step.amounts === null;
  return SECOND_TAP.has(act.kind);
}

function confirmWords({ step }: Choice, view: DealerView): string {
  if (step.act.kind === "take-back" && view.undo !== "") return `Take back: ${view.undo}`;
  if (step.act.kind === "fold") return `Seat ${step.act.seat} may check for free. Fold anyway?`;
  return step.say;
}

/** Return the act with everything that was entered. */
export function fill({ step, form }: Choice, values: Values, view: DealerView): Act {
  const act: Record<string, unknown> = { ...step.act };
  // Of a request for a second person it is the act asked for that is filled in.
  const inner: Record<string, unknown> = step.act.kind === "request-approval" ? { ...step.act.act } : act;
  if (inner !== act) act["act"] = inner;
  if (values.seat !== undefined) setSeat(inner, values.seat);
  if (values.target !== undefined) act["to"] = values.target;
  const amount = values.amount ?? (step.amounts !== null && isOneAmount(step.amounts) ? step.amounts.min : undefined);
  const field = NUMBER_FIELDS.find((name) => name in inner && !Array.isArray(inner[name]));
  if (amount !== undefined && field !== undefined) inner[field] = amount;
  if (amount !== undefined && inner["kind"] === "adjust-money") setMoney(inner, amount);
  if (values.dice !== undefined) inner["dice"] = values.dice;
  if (values.why !== undefined) {
    act["why"] = values.why;
    if ("why" in inner) inner["why"] = values.why;
  }
  if (form?.name && values.name !== undefined) act["dealer"] = values.name;
  if (values.cards !== undefined && form !== null) setCards(inner, form.cards, values.cards);
  if (step.act.kind === "show-hand") act["cards"] = [...(act["cards"] as string[]), ...upCards(view, step.act.seat)];
  return act as unknown as Act;
}

/** A whole hand is shown: the up-cards belong to it, and are known. */
function upCards(view: DealerView, seat: number): readonly string[] {
  return view.table.round?.players.find((player) => player.seat === seat)?.up ?? [];
}

function setSeat(act: Record<string, unknown>, seat: number): void {
  if (act["kind"] === "award-pot") act["seats"] = [seat];
  else if (act["kind"] === "adjust-money") act["lines"] = [{ ...lineOf(act), seat }];
  else act["seat"] = seat;
}

/** A correction of money has one line on the page; its sign, more or less, comes with the offer. */
function setMoney(act: Record<string, unknown>, amount: number): void {
  const line = lineOf(act);
  act["lines"] = [{ ...line, cents: Math.sign(line.cents) * amount }];
}

function lineOf(act: Record<string, unknown>): Adjustment {
  return (act["lines"] as [Adjustment])[0];
}

function setCards(act: Record<string, unknown>, slots: readonly CardSlots[], entered: readonly (readonly string[])[]): void {
  const all = slots.map((slot, index) => (isFixed(slot) ? hidden(slot.least) : (entered[index] ?? [])));
  if (act["kind"] !== "deal-street") {
    const field = "cards" in act ? "cards" : "discards";
    act[field] = all.flatMap((cards, index) => [...hidden(slots[index]?.down ?? 0), ...cards]);
    return;
  }
  act["board"] = all.filter((_, index) => slots[index]?.seat === null).flat();
  const seats = [...new Set(slots.map((slot) => slot.seat).filter((seat) => seat !== null))];
  const hands = seats.map((seat) => ({
    kind: "dealt-hand",
    seat,
    cards: all.flatMap((cards, index) => (slots[index]?.seat === seat ? [...hidden(slots[index].down), ...cards] : [])),
  }));
  act["hands"] = hands.some((hand) => hand.cards.some((card) => card !== "??")) ? hands : [];
}

export function hidden(count: number): string[] {
  return Array.from({ length: count }, () => "??");
}

/** Whether an amount is one that the step may carry; the largest is always right, since it is all-in. */
export function fits(amounts: Amounts, amount: number): boolean {
  if (amount === amounts.max) return true;
  return amount >= amounts.min && amount < amounts.max && (amount - amounts.min) % amounts.step === 0;
}

/** The identity of a step on a button: a press that began on another identity is dropped. */
export function identity(step: Step, turn: number): string {
  return `${turn} ${JSON.stringify(step.act)} ${step.say}`;
}

const TURN_ACTS: ReadonlySet<string> = new Set(["fold", "check", "call", "bet"]);

/** The choices of the expected step: one, or one for each possible answer; a turn's fold comes first, its raise last. */
export function expected(view: DealerView): Choice[] {
  const all = choices(view);
  // What a sensor reports is done by hand beside the step that the dealer enters.
  const due = all.filter(({ step }) => step.expected);
  const now = [...due.filter(({ step }) => !isSensed(step.act)), ...due.filter(({ step }) => isSensed(step.act))];
  const first = now[0]?.step;
  if (first === undefined) return [];
  if (!TURN_ACTS.has(first.act.kind)) return alike(now).map((choice) => typed(choice, all));
  const order = ["fold", "check", "call", "bet"];
  return all
    .filter(({ step }) => TURN_ACTS.has(step.act.kind) && step.seat === first.seat)
    .sort((one, other) => order.indexOf(one.step.act.kind) - order.indexOf(other.step.act.kind));
}

/** A count is typed here; only by a key it is said to be right or wrong. */
function typed(choice: Choice, all: readonly Choice[]): Choice {
  const act = choice.step.act;
  if (act.kind !== "count-cards" || act.counted != null) return choice;
  const same = all.find(({ step }) => step.amounts !== null && step.act.kind === act.kind && step.act.what === act.what && step.act.back === act.back);
  return same ?? choice;
}

/** Whether a step is only for a key: it says that a count is right or wrong, and here the number is typed. */
export function isOfKeys(step: Step, steps: readonly Step[]): boolean {
  const act = step.act;
  if (act.kind !== "count-cards" || act.counted != null) return false;
  return steps.some((one) => one.amounts !== null && one.act.kind === act.kind && one.act.what === act.what && one.act.back === act.back);
}

/** Expected steps of one kind are answers to one question, such as the six faces of a die. */
function alike(now: Choice[]): Choice[] {
  const kind = now[0]?.step.act.kind;
  return kind === "note-die" || kind === "call-sum" ? now.filter(({ step }) => step.act.kind === kind) : now.slice(0, 1);
}
