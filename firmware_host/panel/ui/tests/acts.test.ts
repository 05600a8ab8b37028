import assert from "node:assert/strict";
import { test } from "node:test";
import { asksTwice, expected, fill, fits, identity, needs, type Choice } from "../src/acts";
import type { Act, DealerView, Step, StepForm } from "../src/messages";
import { others } from "../src/labels";

function step(act: Act, more: Partial<Step> = {}): Step {
  return { act, say: "Say.", role: "dealer", seat: null, key: null, amounts: null, paragraphs: [], expected: false, seats: [], watch: "", do: [], short: "", ...more };
}

function view(steps: readonly Step[], more: object = {}): DealerView {
  const table = { steps, seats: [1, 2, 4], round: null, turn: 7, dice: null };
  return { table, forms: [], offers: [], requests: [], alerts: [], seats: [1, 2, 3, 4], undo: "", own_pin: true, ...more } as unknown as DealerView;
}

function choice(one: Step, form: Partial<StepForm> | null = null): Choice {
  return { step: one, form: form === null ? null : { step: 0, cards: [], may_skip: false, why: false, name: false, ...form } };
}

const DEALER = ["dealer"] as const;
const cents = (min: number, max: number) => ({ min, step: 100, max, unit: "cents" }) as const;

test("a step that needs nothing goes at the first tap", () => {
  const one = choice(step({ kind: "deal" }));
  assert.deepEqual(needs(one, {}, view([one.step]), DEALER), []);
  assert.deepEqual(fill(one, {}, view([])), { kind: "deal" });
});

test("a raise takes its amount, and only a fitting one", () => {
  const raise = choice(step({ kind: "bet", seat: 4, to_cents: 400 }, { amounts: cents(400, 1050) }));
  assert.deepEqual(needs(raise, {}, view([raise.step]), DEALER).map((need) => need.kind), ["amount"]);
  assert.deepEqual(fill(raise, { amount: 900 }, view([])), { kind: "bet", seat: 4, to_cents: 900 });
  assert.ok(fits(cents(400, 1050), 900));
  assert.ok(fits(cents(400, 1050), 1050), "all-in is right whatever the step");
  assert.ok(!fits(cents(400, 1050), 950));
  assert.ok(!fits(cents(400, 1050), 300));
});

test("a single amount is not asked for", () => {
  const raise = choice(step({ kind: "bet", seat: 4, to_cents: 400 }, { amounts: cents(400, 400) }));
  assert.deepEqual(needs(raise, {}, view([raise.step]), DEALER), []);
  assert.deepEqual(fill(raise, {}, view([])), { kind: "bet", seat: 4, to_cents: 400 });
});

test("a fold asks only while a check is free", () => {
  const fold = step({ kind: "fold", seat: 4 });
  const check = step({ kind: "check", seat: 4 });
  assert.ok(asksTwice(choice(fold), view([fold, check])));
  assert.ok(!asksTwice(choice(fold), view([fold])));
});

test("fold is first and raise last, with call between them", () => {
  const steps = [
    step({ kind: "call", seat: 4 }, { expected: true, seat: 4 }),
    step({ kind: "bet", seat: 4, to_cents: 4 }, { seat: 4 }),
    step({ kind: "fold", seat: 4 }, { seat: 4 }),
  ];
  assert.deepEqual(expected(view(steps)).map((one) => one.step.act.kind), ["fold", "call", "bet"]);
});

test("what the dealer enters comes before what a sensor reports", () => {
  const steps = [step({ kind: "sense-deck", back: "red" }, { expected: true }), step({ kind: "deal" }, { expected: true })];
  assert.deepEqual(expected(view(steps)).map((one) => one.step.act.kind), ["deal"]);
});

test("a count is typed on the page, also where a key only says that it is right", () => {
  const said = step({ kind: "count-cards", what: "discards", back: "blue", counted: null, said_right: true }, { expected: true });
  const wrong = step({ kind: "count-cards", what: "discards", back: "blue", counted: null, said_right: false });
  const typed = step({ kind: "count-cards", what: "discards", back: "blue", counted: 0 }, { amounts: { min: 0, step: 1, max: 104, unit: "cards" } });
  const now = view([said, wrong, typed]);
  assert.equal(expected(now)[0]?.step, typed);
  assert.deepEqual(others(now, [typed]), []);
  assert.deepEqual(fill(choice(typed), { amount: 14 }, now), { kind: "count-cards", what: "discards", back: "blue", counted: 14 });
});

test("up-cards are dealt with the hidden cards before them, and not at all if none is entered", () => {
  const slots = [1, 2].map((seat) => ({ seat, least: 1, most: 1, hidden: false, down: 2, say: "" }));
  const deal = choice(step({ kind: "deal-street" }), { cards: slots, may_skip: true });
  assert.deepEqual(fill(deal, { cards: [["As"], ["Kd"]] }, view([])), {
    kind: "deal-street",
    board: [],
    hands: [
      { kind: "dealt-hand", seat: 1, cards: ["??", "??", "As"] },
      { kind: "dealt-hand", seat: 2, cards: ["??", "??", "Kd"] },
    ],
  });
  assert.deepEqual((fill(deal, { cards: [] }, view([])) as { hands: unknown }).hands, []);
});

test("the board is entered without seats", () => {
  const deal = choice(step({ kind: "deal-street" }), { cards: [{ seat: null, least: 3, most: 3, hidden: false, down: 0, say: "the flop" }] });
  assert.deepEqual(fill(deal, { cards: [["As", "Kd", "2c"]] }, view([])), { kind: "deal-street", board: ["As", "Kd", "2c"], hands: [] });
});

test("a hand is shown with its up-cards, in the order they were dealt", () => {
  const show = choice(step({ kind: "show-hand", seat: 4, cards: [] }), { cards: [{ seat: 4, least: 2, most: 2, hidden: false, down: 0, say: "" }] });
  const now = view([], {});
  Object.assign(now.table, { round: { players: [{ seat: 4, up: ["Ah"] }] } });
  assert.deepEqual((fill(show, { cards: [["2c", "3c"]] }, now) as { cards: unknown }).cards, ["2c", "3c", "Ah"]);
});

test("another person's act asks for the PIN last, the dealer's own does not", () => {
  const away = choice(step({ kind: "step-away", seat: 1, stakes: "covered" }, { role: "floorperson", seats: [1, 2] }));
  assert.deepEqual(needs(away, {}, view([away.step]), DEALER).map((need) => need.kind), ["seat", "person"]);
  assert.deepEqual(needs(away, { seat: 2 }, view([away.step]), ["floorperson"]), []);
  assert.deepEqual(fill(away, { seat: 2 }, view([])), { kind: "step-away", seat: 2, stakes: "covered" });
});

test("a request carries the reason twice", () => {
  const ask = choice(step({ kind: "request-approval", act: { kind: "void-round", why: "x" }, why: "x" }));
  assert.deepEqual(needs(ask, {}, view([ask.step]), DEALER).map((need) => need.kind), ["why", "person"]);
  assert.deepEqual(fill(ask, { why: "misdeal" }, view([])), { kind: "request-approval", act: { kind: "void-round", why: "misdeal" }, why: "misdeal" });
});

test("the dealer who takes over gives name and PIN; for an unknown one the floor vouches", () => {
  const relief = choice(step({ kind: "relieve-dealer", dealer: "dealer-1" }), { name: true });
  const now = view([relief.step], { people: [{ name: "dealer-2", roles: ["dealer"] }] });
  assert.deepEqual(needs(relief, {}, now, DEALER), [{ kind: "name" }]);
  assert.deepEqual(needs(relief, { name: "dealer-2" }, now, DEALER), [{ kind: "person", roles: ["dealer"], only: "dealer-2" }]);
  const [vouched] = needs(relief, { name: "dealer-3" }, now, DEALER);
  assert.ok(vouched?.kind === "person" && vouched.only === null && !vouched.roles.includes("dealer"));
  assert.deepEqual(fill(relief, { name: "dealer-2" }, now), { kind: "relieve-dealer", dealer: "dealer-2" });
  assert.deepEqual(needs(relief, { name: "dealer-3" }, { ...now, own_pin: false }, DEALER), []);
});

test("the same act at another turn is another identity", () => {
  assert.notEqual(identity(step({ kind: "complete-betting" }), 1), identity(step({ kind: "complete-betting" }), 2));
});

test("the count of a deck on hold is typed, not offered as 52", () => {
  const act: Act = { kind: "request-approval", act: { kind: "recount", back: "blue", counted: 0 }, why: "x" };
  const ask = choice(step(act, { amounts: { min: 0, step: 1, max: 104, unit: "cards" } }));
  assert.deepEqual(needs(ask, {}, view([ask.step]), DEALER).map((need) => need.kind), ["amount", "why", "person"]);
  assert.deepEqual(fill(ask, { amount: 51, why: "counted twice" }, view([])), {
    kind: "request-approval", act: { kind: "recount", back: "blue", counted: 51 }, why: "counted twice",
  });
});

test("a correction of money names one place, and keeps the sign of what is more or less there", () => {
  const act: Act = { kind: "request-approval", act: { kind: "adjust-money", lines: [{ seat: 1, cents: -100 }], why: "x" }, why: "x" };
  const ask = choice(step(act, { amounts: cents(100, 20000), seats: [1, 4] }));
  assert.deepEqual(needs(ask, {}, view([ask.step]), DEALER).map((need) => need.kind), ["seat", "amount", "why", "person"]);
  assert.deepEqual(fill(ask, { seat: 4, amount: 700, why: "a chip fell" }, view([])), {
    kind: "request-approval", act: { kind: "adjust-money", lines: [{ seat: 4, cents: -700 }], why: "a chip fell" }, why: "a chip fell",
  });
});
