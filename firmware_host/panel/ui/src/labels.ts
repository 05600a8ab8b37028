/** Short names of steps for buttons, and the keys of a keyboard that press them. */
import { choiceOf, isOfKeys, isSensed } from "./acts";
import type { Act, DealerView, Step } from "./messages";
import { wagerWords } from "./words";

/** Return a label of a few words; what to say in full is the step's own sentence. */
export function label(step: Step, view: DealerView): string {
  const act = step.act;
  if (step.short !== "") return step.short;
  switch (act.kind) {
    case "show-hand":
      return `Seat ${act.seat} shows`;
    case "muck-hand":
      return `Seat ${act.seat} mucks`;
    case "straddle":
      return act.withdrawn === true ? `Seat ${act.seat}: no straddle` : `Seat ${act.seat} straddles`;
    case "post-missed-blinds":
      return act.withdrawn === true ? `Seat ${act.seat} waits for the blind` : `Seat ${act.seat} posts missed blinds`;
    case "order-shaker-passed":
      return `Pass the shaker: ${act.why.replace("-", " ")}`;
    case "convert-currency":
      return "Exchange currency";
    case "take-back":
      return "Take back";
    case "request-approval":
      if (act.act.kind === "override-gate") return `Ask: deal the ${act.act.back} deck anyway`;
      return `Ask: ${nameOf(act.act.kind)}${"back" in act.act ? ` of the ${act.act.back} deck` : ""}`;
    case "place-wager":
      return wagerWords(act.wager);
    case "accept-shaker":
      return `Seat ${act.seat} accepts`;
    case "refuse-shaker":
      return `Seat ${act.seat} declines`;
    case "refuse-for-all":
      return "All decline";
    case "relieve-dealer":
      return "Relieve the dealer";
    case "take-wager-down":
      return `Seat ${act.seat}: ${act.wager.replace("-", " ")} back`;
    case "come-back":
      return `Seat ${act.seat} is back`;
    case "leave-seat":
      return step.seat === null ? "Player gives up the seat" : `Seat ${step.seat} is given up`;
    case "step-away":
      return act.stakes === "covered" ? "Away: cover chips" : "Away: count chips";
    case "change-seat":
      return `Seat ${act.seat} moves`;
    case "award-uncontested":
      return act.seat == null ? "All others folded" : "All folded: who wins?";
    case "award-pot":
      return act.pushed === true ? "Pot went to another seat" : "Push the pot";
    case "count-cards":
      if (act.counted == null) return act.said_right === true ? "The count is right" : "The count is wrong";
      return `Count the ${act.what === "deck" ? `${act.back} deck` : act.what}`;
    default:
      return offered(step, view) ?? shorten(step.say);
  }
}

function offered(step: Step, view: DealerView): string | null {
  const found = view.offers.find((offer) => choiceOf(view, offer)?.step === step);
  return found?.label ?? null;
}

function nameOf(kind: Act["kind"]): string {
  return kind.replaceAll("-", " ");
}

function shorten(say: string): string {
  return say.replace(/\.$/, "");
}

const KEYS: Readonly<Partial<Record<Act["kind"], string>>> = {
  fold: "f",
  check: "c",
  call: "c",
  bet: "r",
  "take-back": "b",
  "call-floor": "h",
  "end-floor-call": "h",
  "muck-hand": "m",
  "pass-shaker": "p",
  "refuse-shaker": "n",
  "call-no-roll": "n",
};

/** Return the key that presses this step's button; the expected step is pressed by Enter. */
export function shortcut(act: Act): string | null {
  if (act.kind === "note-die") return String(act.face);
  if (act.kind === "call-sum") return String(act.dice[1]);
  return KEYS[act.kind] ?? null;
}

/** The steps that the dealer may take now besides the expected ones, the nearest first. */
export function others(view: DealerView, shown: readonly Step[]): Step[] {
  const away: ReadonlySet<string> = new Set([
    "call-floor", "end-floor-call", "acknowledge-alert", "clear-alert",
    // Wagers are taken by a tap on the player's seat.
    "place-wager", "take-wager-down",
  ]);
  const known = new Set(shown.map((step) => JSON.stringify(step.act)));
  const rest = view.table.steps.filter((step) => {
    const act = JSON.stringify(step.act);
    // Two keys may do the same; on the page it is one button.
    if (known.has(act) || away.has(step.act.kind) || isSensed(step.act) || isOfKeys(step, view.table.steps)) return false;
    known.add(act);
    return true;
  });
  return rest.map((step, at) => ({ step, at })).sort((a, b) => order(a.step) - order(b.step) || a.at - b.at).map(({ step }) => step);
}

function order(step: Step): number {
  if (step.act.kind === "take-back") return 0;
  if (step.expected) return 1;
  if (step.key !== null) return 2;
  if (step.act.kind === "approve" || step.act.kind === "decline") return 3;
  if (step.role !== "dealer") return 7;
  return SELDOM.has(step.act.kind) ? 6 : 4;
}

const SELDOM: ReadonlySet<string> = new Set([
  "idle-table", "close-table", "convert-currency", "change-game", "change-seat", "relieve-dealer", "request-approval",
]);
