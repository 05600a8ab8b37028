/**
 * The guard of all buttons: what was aimed at is what happens, or nothing.
 *
 * Every button carries `data-id`, the identity of what it does. A press counts only if its button had the same identity
 * when the finger went down, and had it for a moment before: otherwise it is dropped and the page says so. "Pressed" is
 * painted at once, without asking anybody.
 */

/** How long a button must have meant the same thing before a press counts: shorter than anybody reads a new label. */
export const SETTLE_MS = 250;

/**
 * A button says with `data-settle` if it takes another time: longer, if a hand that goes on tapping must not press the
 * button; none, if its identity follows only what the person enters on the same pad, as with Enter after the last digit.
 */
const settleMs = (button: HTMLElement): number => Number(button.dataset["settle"] ?? SETTLE_MS);

/** How long presses are dropped after an entry was taken away: a hand on its way to a digit must not press an act. */
const REST_MS = 1000;

export interface Press {
  readonly button: HTMLButtonElement;
  readonly id: string;
  /** The newest fact that was painted when the finger went down. */
  readonly seen: number;
}

export type Dropped = "changed" | "too-soon" | "woke";

const buttonAt = (event: Event): HTMLButtonElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[data-id]") : null;

export class PressGuard {
  /** The fact that is painted now; the page sets it after each paint. */
  painted = 0;
  private press: Press | null = null;
  private refused: Dropped | null = null;
  private readonly since = new WeakMap<Element, { id: string; at: number }>();
  private asleep = false;
  private fingers = 0;
  private restsUntil = 0;
  private settling: number | undefined;
  private settledAt = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly onDrop: (why: Dropped) => void,
  ) {}

  /** Whether a finger is down now. */
  get isDown(): boolean {
    return this.fingers > 0;
  }

  /** Return the press that led to the click being handled. */
  get seen(): number {
    return this.press?.seen ?? this.painted;
  }

  /** Begin to guard. The root has `data-ready` while every button has meant the same for long enough. */
  listen(): void {
    const look = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-id"] };
    new MutationObserver(() => this.noteMeanings()).observe(this.root, look);
    const at = { capture: true } as const;
    this.root.addEventListener("pointerdown", (event) => this.down(event), at);
    window.addEventListener("pointerup", () => this.up(), at);
    window.addEventListener("pointercancel", () => this.cancel(), at);
    this.root.addEventListener("click", (event) => this.click(event), at);
    this.root.addEventListener("keydown", (event) => {
      const button = buttonAt(event);
      if (button !== null && !event.repeat && (event.key === "Enter" || event.key === " ")) this.begin(button);
    }, at);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.fallAsleep();
    });
  }

  /** Drop presses for a moment: the table has taken away what was being entered, and other buttons lie there now. */
  rest(): void {
    this.restsUntil = performance.now() + REST_MS;
  }

  /** The next tap only wakes the screen. */
  fallAsleep(): void {
    this.asleep = true;
    window.setTimeout(() => (this.asleep = false), 600);
  }

  /** Note when the meaning of each button began. */
  private noteMeanings(): void {
    const now = performance.now();
    let longest = 0;
    for (const button of this.root.querySelectorAll<HTMLButtonElement>("button[data-id]")) {
      const id = button.dataset["id"] ?? "";
      if (this.since.get(button)?.id === id) continue;
      this.since.set(button, { id, at: now });
      longest = Math.max(longest, settleMs(button));
    }
    if (longest === 0) return;
    this.settledAt = Math.max(this.settledAt, now + longest);
    this.root.removeAttribute("data-ready");
    window.clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.root.toggleAttribute("data-ready", true), this.settledAt - now);
  }

  /** Press a button for a key that is not on it; returns whether the press counted. */
  byKey(button: HTMLButtonElement): void {
    this.begin(button);
    button.click();
  }

  private down(event: PointerEvent): void {
    this.fingers += 1;
    const button = buttonAt(event);
    this.press = null;
    this.refused = null;
    if (this.asleep) {
      this.refused = "woke";
      return;
    }
    if (button !== null) this.begin(button);
  }

  private begin(button: HTMLButtonElement): void {
    const id = button.dataset["id"] ?? "";
    const meant = this.since.get(button);
    const now = performance.now();
    const young = meant === undefined || meant.id !== id || now - meant.at < settleMs(button) || now < this.restsUntil;
    this.refused = young ? "too-soon" : null;
    this.press = { button, id, seen: this.painted };
    if (!young) button.toggleAttribute("data-pressed", true);
  }

  private up(): void {
    this.fingers = Math.max(0, this.fingers - 1);
    const press = this.press;
    if (press === null) return;
    press.button.removeAttribute("data-pressed");
    const gone = !press.button.isConnected;
    if (gone || press.button.dataset["id"] !== press.id) {
      this.refused = "changed";
      if (gone) this.drop();
    }
  }

  private cancel(): void {
    this.press?.button.removeAttribute("data-pressed");
    this.press = null;
    this.fingers = 0;
  }

  private click(event: MouseEvent): void {
    const button = buttonAt(event);
    if (button === null && this.refused !== "woke") return;
    // An assistive program clicks without a finger or a key: the button as it is now is meant.
    if (button !== null && this.press === null && this.refused === null && event.detail === 0) this.begin(button);
    const press = this.press;
    // A key has no release that is sure to be seen.
    if (press !== null) window.setTimeout(() => press.button.removeAttribute("data-pressed"), 100);
    const same = button !== null && press?.button === button && press.id === button.dataset["id"];
    if (same && this.refused === null && button.getAttribute("aria-disabled") !== "true") return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (button?.getAttribute("aria-disabled") === "true" && this.refused === null) return;
    this.refused ??= "changed";
    this.drop();
  }

  private drop(): void {
    const why = this.refused ?? "changed";
    this.press?.button.removeAttribute("data-pressed");
    this.press = null;
    this.refused = null;
    this.onDrop(why);
  }
}
