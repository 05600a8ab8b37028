/** Amounts, times and names as people read them. */
import type { DeckView, Grade, Group, JamPlace, Role, Timer, Wager } from "./messages";

/** Return an amount: `$4`, or `$0.50` where cents are left. */
export function money(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return rest === 0 ? `${sign}$${whole}` : `${sign}$${whole}.${String(rest).padStart(2, "0")}`;
}

/** Return an amount in at most six letters, for a seat: `$12.5k`. */
export function shortMoney(cents: number): string {
  return cents < 1_000_000_0 ? money(cents) : `$${(Math.floor(cents / 10_000_0) * 0.1).toFixed(1)}k`.replace(".0k", "k");
}

export function clock(wallMs: number): string {
  return new Date(wallMs).toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** Return how long something lasts yet, or how far it is over: `2 h 05 min`, `40 s`. */
export function left(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

/** Return what a clock of the table is about; its own sentence is the warning near its end. */
export function timerWords(timer: Timer): string {
  const [kind, ...rest] = timer.name.split("-");
  const deck = rest.join("-");
  if (kind === "change") return `The ${deck} deck leaves the table in`;
  if (kind === "sort") return `The ${deck} deck is due in suit and sequence in`;
  if (timer.name === "stub-count") return "The stub is to be counted in";
  const said = timer.say === "" ? plain(timer.name) : timer.say.replace(/[.]$/, "");
  return `${said[0]?.toUpperCase()}${said.slice(1)}:`;
}

/** Return where a deck is, or what happens to it. */
export function placeWords(deck: DeckView): string {
  if (deck.shuffling) return "being shuffled";
  if (deck.place === "table") return "on the table";
  if (deck.place === "shuffler") return "in the shuffler";
  return deck.place === "storage" ? "waiting" : plain(deck.place);
}

const PROOFS: Readonly<Partial<Record<Grade, string>>> = {
  attested: "shuffled",
  witnessed: "shuffled, witnessed",
  "by-hand": "shuffled by hand",
};

/** Return how a deck was shuffled; the usual grade of proof is not named. */
export function proofWords(grade: Grade): string {
  return PROOFS[grade] ?? plain(grade);
}

export const SUITS: Readonly<Record<string, string>> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

const RANKS: Readonly<Record<string, string>> = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven",
  6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce",
};

/** Return a card in words: `ace of spades`. */
export function cardWords(card: string): string {
  if (card === "??") return "a card face down";
  return `${RANKS[card[0] ?? ""] ?? card} of ${SUITS[card[1] ?? ""] ?? ""}`;
}

/** Return a rank as printed on a card. */
export function rank(card: string): string {
  return card[0] === "T" ? "10" : (card[0] ?? "");
}

export const GROUPS: Readonly<Record<Group, string>> = {
  round: "Round",
  seats: "Seats",
  decks: "Decks",
  shuffler: "Shuffler",
  table: "Table",
  dice: "Dice",
  floor: "Floor",
  correct: "Correct",
};

export function roleWords(role: Role): string {
  return role.replaceAll("-", " ");
}

export function plain(tag: string): string {
  return tag.replaceAll("-", " ");
}

export function sentence(text: string): string {
  return text === "" ? "" : `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

export function wagerWords(wager: Wager): string {
  const named = wager.replace("-", " ");
  return `${named[0]?.toUpperCase()}${named.slice(1)}`;
}

export const REACH: Readonly<Record<JamPlace, string>> = {
  feed: "the feed, behind the lid",
  camera: "the camera window, under the lid",
  shelves: "the shelves, under the lid",
  output: "the output, at the front",
};
