/** The dealer's page: joins the connection, the guard of presses and the parts; it decides nothing about the game. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { asked, choices, expected, fill, needs, type Choice, type Values } from "./acts";
import { Connection, type Link } from "./connection";
import { others } from "./labels";
import type { Code, DealerView, Offer, Role, Step } from "./messages";
import { Part } from "./part";
import "./parts/card-pad";
import "./parts/deck-strip";
import "./parts/dice-view";
import "./parts/entry-panel";
import "./parts/note-strip";
import type { Note } from "./parts/note-strip";
import "./parts/number-pad";
import "./parts/panels";
import "./parts/person-pad";
import "./parts/side-list";
import { post } from "./parts/sign-in";
import "./parts/step-bar";
import "./parts/table-view";
import "./parts/why-pad";
import { PressGuard, type Dropped } from "./press";
import { Reloading } from "./reloading";
import { money, plain } from "./words";

type Open = "acts" | "alerts" | "log" | "decks" | { readonly seat: number } | null;

interface Entry {
  readonly choice: Choice;
  readonly values: Values;
  readonly refused: string;
}

function isDieEntered(now: readonly Choice[]): boolean {
  const kind = now[0]?.step.act.kind;
  return kind === "note-die" || kind === "call-sum";
}

const ASLEEP_AFTER_MS = 5 * 60_000;

const CORRECTED: ReadonlySet<Code> = new Set(["wrong-cards", "wrong-amount"]);

const DROPPED: Readonly<Record<Dropped, string>> = {
  changed: "The button changed while you pressed it, so nothing was sent.",
  "too-soon": "The button had just changed, so nothing was sent. Read it and tap again.",
  woke: "That tap only woke the screen; nothing was sent.",
};

@customElement("dealer-page")
export class DealerPage extends Part {
  @state() private link!: Link;
  @state() private open: Open = null;
  @state() private entry: Entry | null = null;
  @state() private note: Note | null = null;
  @state() private sending = false;
  @state() private asleep = false;
  @state() private now = Date.now();
  private readonly guard = new PressGuard(this, (why) => this.dropped(why));
  private readonly connection = new Connection(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`,
    (link) => this.hear(link),
    () => ({ fact: this.guard.painted, heapBytes: this.reloading.heapBytes }),
  );
  private readonly reloading = new Reloading();
  private touchedAt = Date.now();

  constructor() {
    super();
    this.link = this.connection.link;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.guard.listen();
    window.setInterval(() => this.tick(), 1000);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("pointerdown", () => (this.touchedAt = Date.now()), { capture: true });
    void this.begin();
  }

  private async begin(): Promise<void> {
    const code = new URLSearchParams(location.hash.slice(1)).get("code");
    if (code !== null) {
      history.replaceState(null, "", location.pathname + location.search);
      const refused = await post("/screen", { code });
      if (refused !== "") this.note = { title: refused, refusal: null };
    }
    this.connection.start();
  }

  private get roles(): readonly Role[] {
    return this.link.hello?.roles ?? [];
  }

  private get mayAct(): boolean {
    return this.link.hello !== null && this.link.hello.standing !== "looks-on";
  }

  private hear(link: Link): void {
    if (link.hello !== null && link.hello !== this.link.hello) this.reloading.note(link.hello);
    this.link = link;
    // What one person began is not finished by the next.
    if (link.signIn) this.entry = null;
    if (this.entry !== null && link.view !== null && !this.isPossible(this.entry.choice, link.view)) {
      this.entry = null;
      this.guard.rest();
      this.note = { title: "The table moved on, so your entry is no longer possible. Nothing was sent.", refusal: null };
    }
  }

  private isPossible(choice: Choice, view: DealerView): boolean {
    if (choice.form?.step === -1 || this.sending) return true;
    const same = JSON.stringify(choice.step.act);
    return view.table.steps.some((step) => JSON.stringify(step.act) === same);
  }

  private tick(): void {
    this.now = Date.now();
    const view = this.link.view;
    const rests = view !== null && !view.table.open && this.entry === null;
    if (rests && Date.now() - this.touchedAt > ASLEEP_AFTER_MS) this.asleep = true;
    if (view?.table.open) this.reloading.keepAwake();
    const between = view === null || (view.table.round === null && (view.table.dice === null || view.table.dice.moment === "idle" || view.table.dice.moment === "wagers"));
    if (between && this.entry === null && !this.sending && !this.guard.isDown) this.reloading.look(this.link.hello);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    // The keyboard follows: Enter is then for what is being entered, not for the button that opened it.
    const opened = (changed.has("entry") && this.entry !== null && changed.get("entry") == null) || (changed.has("open") && this.open !== null);
    if (opened) this.querySelector<HTMLElement>(".panel")?.focus({ preventScroll: true });
    requestAnimationFrame(() => {
      // Parts render in the same turn; what is painted now is this view.
      const view = this.link.view;
      if (view !== null && this.guard.painted !== view.table.seen) {
        this.guard.painted = view.table.seen;
        this.dataset["painted"] = String(view.table.seen);
      }
    });
  }

  protected override render(): TemplateResult {
    const { view, live, signIn, goodbye } = this.link;
    if (signIn) return html`<sign-in reason=${goodbye} @signed-in=${() => this.connection.again()}></sign-in>`;
    if (view === null) return html`<main class="empty-page"><h1>Table</h1><p role="status">${this.waitingWords()}</p></main>`;
    this.toggleAttribute("data-stale", !live);
    this.toggleAttribute("data-busy", this.sending);
    this.toggleAttribute("data-looks-on", !this.mayAct);
    const now = expected(view);
    const first = (now.find(({ step }) => step.expected) ?? now[0])?.step;
    return html`<main class="page ${view.table.tracking}" @choose=${this.onChoose} @choose-for=${this.onChooseFor} @choose-step=${this.onChooseStep}
        @open=${(event: CustomEvent<Open>) => this.show(event.detail)} @open-seat=${(event: CustomEvent<number>) => this.show({ seat: event.detail })}
        @values=${this.onValues} @explain=${(event: CustomEvent<Offer>) => void this.explain(event.detail)} @close-note=${() => (this.note = null)}>
      ${this.head(view)}
      <section class="work" aria-label="Table">
        ${this.work(view, now)}
        <note-strip .note=${this.note}></note-strip>
      </section>
      <footer class="foot">
        <step-bar .view=${view} .expected=${now} .mayAct=${this.mayAct} .entering=${this.entry !== null}></step-bar>
        ${this.floor(view)}
      </footer>
      <output class="visually-hidden" aria-live="polite">${first?.say ?? view.table.waiting_for?.allowed_by ?? ""}</output>
      ${live ? nothing : html`<p class="stale" role="alert">Not connected since ${this.since()}: the screen shows an old state. Wait with the game; if this lasts, fetch a floorperson.</p>`}
      ${this.asleep ? html`<button type="button" class="sleep" data-id="wake" aria-label="Wake the screen" @click=${() => this.wake()}></button>` : nothing}
    </main>`;
  }

  private waitingWords(): string {
    if (this.link.goodbye !== "") return this.link.goodbye;
    return this.link.heardAt === null ? "Connecting to the table …" : `Not connected since ${this.since()}. Wait; if this lasts, fetch a floorperson.`;
  }

  private since(): string {
    return this.link.heardAt === null ? "this page was opened" : new Date(this.link.heardAt).toLocaleTimeString("en-US", { hour12: false });
  }

  private head(view: DealerView): TemplateResult {
    const { table } = view;
    const waiting = view.alerts.filter((alert) => alert.acknowledged_by === null).length + view.requests.length;
    const all = view.alerts.length + view.requests.length;
    const where = table.round !== null ? `Round ${table.round.number}, ${plain(table.round.street)}` : table.dice !== null && table.open ? `Round ${table.rounds}` : table.open ? "Between rounds" : "Closed";
    const standing = this.mayAct ? "" : this.link.hello?.standing === "looks-on" ? "View only" : "";
    return html`<header class="head">
      <h1><b>${view.name}</b> <span>${view.title}</span></h1>
      <p class="where ${table.kill === null ? "" : "two-lines"}"><span>${standing || where}</span>${table.kill === null ? nothing : html`<small>${table.kill.button === null ? "limits" : "kill limits"} ${money(table.kill.min_cents)} and ${money(table.kill.max_cents)}</small>`}${table.simulated ? html`<small>simulated</small>` : nothing}</p>
      <nav aria-label="Look up">
        <button type="button" class="act quiet nav" data-id="nav alerts" aria-keyshortcuts="l" @click=${() => this.toggle("alerts")} ?data-waiting=${waiting > 0}>Alerts${all > 0 ? html` <b class="count">${all}</b>` : nothing}</button>
        ${this.link.hello?.standing === "signed-in" ? html`<button type="button" class="act quiet nav" data-id="nav sign-out" @click=${() => void this.signOut()}>Sign out</button>` : nothing}
        <button type="button" class="act quiet nav ${view.relief_due ? "due" : ""}" data-id="nav log" aria-keyshortcuts="o" @click=${() => this.toggle("log")}>${view.relief_due ? "Relief due" : "Hand-over"}</button>
      </nav>
    </header>`;
  }

  private work(view: DealerView, now: readonly Choice[]): TemplateResult {
    const at = this.now + this.link.aheadMs;
    if (this.entry !== null) {
      return html`<entry-panel class="panel" tabindex="-1" .view=${view} .choice=${this.entry.choice} .values=${this.entry.values} .roles=${this.roles} refused=${this.entry.refused}></entry-panel>`;
    }
    if (this.open === "acts") return html`<acts-panel class="panel" tabindex="-1" .view=${view}></acts-panel>`;
    if (this.open === "alerts") return html`<alerts-panel class="panel" tabindex="-1" .view=${view}></alerts-panel>`;
    if (this.open === "log") return html`<log-panel class="panel" tabindex="-1" .view=${view} .now=${at}></log-panel>`;
    if (this.open === "decks") return html`<decks-panel class="panel" tabindex="-1" .view=${view} .now=${at}></decks-panel>`;
    if (this.open !== null) return html`<seat-panel class="panel" tabindex="-1" .view=${view} .seat=${this.open.seat}></seat-panel>`;
    const dice = view.table.dice !== null;
    const steps = others(view, now.map(({ step }) => step));
    const listed = dice && view.table.tracking === "full";
    const push = view.award !== null && now[0]?.step.act.kind.startsWith("award");
    return html`<div class="table">
        ${dice ? html`<dice-view .view=${view}></dice-view>` : html`<table-view .view=${view}></table-view><deck-strip .view=${view} .now=${at}></deck-strip>`}
      </div>
      <div class="aside">
        <side-list class=${push ? "shortest" : listed ? "short" : ""} .view=${view} .steps=${steps} .roles=${this.roles} .digits=${!isDieEntered(now)}></side-list>
        ${push ? html`<award-card .award=${view.award}></award-card>` : nothing}
        ${listed ? html`<wager-list .view=${view}></wager-list>` : nothing}
      </div>`;
  }

  private floor(view: DealerView): TemplateResult {
    const step = view.table.steps.find(({ act }) => act.kind === "call-floor" || act.kind === "end-floor-call");
    const called = view.table.floor_called;
    return html`<button type="button" class="act floor ${called ? "called" : ""}" data-act data-id="floor ${called}" aria-keyshortcuts="h"
      @click=${() => step === undefined ? undefined : this.choose({ step, form: null })}>
      <span>${called ? html`Floor called <small>tap when here</small>` : "Call floor"}</span></button>`;
  }

  private readonly onChoose = (event: CustomEvent<Choice>): void => this.choose(event.detail);

  private readonly onChooseStep = (event: CustomEvent<Step>): void => {
    const found = this.link.view === null ? undefined : choices(this.link.view).find(({ step }) => step === event.detail);
    if (found !== undefined) this.choose(found);
  };

  private readonly onChooseFor = (event: CustomEvent<{ choice: Choice; seat: number }>): void => {
    const { choice, seat } = event.detail;
    const open = choice.step.seats.length > 0 || choice.step.act.kind === "place-wager";
    this.choose(choice, open ? { seat } : {});
  };

  private readonly onValues = (event: CustomEvent<Values>): void => {
    if (this.entry !== null) this.choose(this.entry.choice, event.detail);
  };

  /** Send the act of a step, or ask first for what it still needs. */
  private choose(choice: Choice, values: Values = {}): void {
    const view = this.link.view;
    if (view === null || !this.mayAct || !this.link.live || this.sending) return;
    this.note = null;
    if (needs(choice, values, view, this.roles).length > 0) {
      this.entry = { choice, values, refused: "" };
      return;
    }
    void this.send(choice, values);
  }

  private async send(choice: Choice, values: Values): Promise<void> {
    const view = this.link.view;
    if (view === null) return;
    this.sending = true;
    const seen = this.guard.seen;
    try {
      const answer = await this.connection.ask(fill(choice, values, view), seen, values.person);
      if (answer.kind === "accepted") {
        // The buttons stay away until what they did is seen.
        await this.connection.shows(Math.max(0, ...(answer.numbers ?? [])));
        this.entry = null;
        // Who takes over sees what changed.
        if (choice.step.act.kind === "relieve-dealer") this.open = "log";
        else if (this.open !== "alerts") this.open = null;
        return;
      }
      const { refusal } = answer;
      const pin = refusal.code === "wrong-pin" || refusal.code === "locked-out";
      if (pin && this.entry !== null) {
        const { person: _, ...rest } = values;
        this.entry = { choice, values: rest, refused: `${refusal.reason}; ${refusal.allowed_by}` };
        return;
      }
      // Cards and amounts that were refused are corrected, not entered again.
      if (!CORRECTED.has(refusal.code)) this.entry = null;
      this.note = { title: choice.step.say, refusal };
    } finally {
      this.sending = false;
    }
  }

  private async explain(offer: Offer): Promise<void> {
    if (!this.link.live) return;
    // Whether a correction is possible depends on what is entered.
    if (offer.group === "correct") return this.choose(asked(offer));
    const refusal = await this.connection.explain(offer.act, offer.role);
    if (refusal === null) this.choose(asked(offer));
    else this.note = { title: offer.label, refusal };
  }

  private async signOut(): Promise<void> {
    const refused = await post("/sign-out", {});
    if (refused !== "") this.note = { title: refused, refusal: null };
  }

  private toggle(panel: Open): void {
    this.show(this.open === panel && this.entry === null ? null : panel);
  }

  private show(panel: Open): void {
    this.entry = null;
    this.note = null;
    this.open = panel;
  }

  private dropped(why: Dropped): void {
    this.note = { title: DROPPED[why], refusal: null };
  }

  private wake(): void {
    this.asleep = false;
    this.touchedAt = Date.now();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target instanceof HTMLInputElement) return;
    const isEnter = event.key === "Enter" || event.key === " ";
    if (isEnter && target.closest("button") !== null) return;
    const panel = this.querySelector(".panel");
    // Enter presses what is being entered, else the expected step.
    const main = (this.entry === null ? this : panel ?? this).querySelector<HTMLButtonElement>("button[data-main]");
    const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const shown = [...this.querySelectorAll<HTMLButtonElement>("button[aria-keyshortcuts]")];
    const named = (button: HTMLButtonElement): boolean => button.getAttribute("aria-keyshortcuts") === wanted;
    const found = isEnter ? main : ((panel === null ? undefined : shown.find((one) => panel.contains(one) && named(one))) ?? shown.find(named));
    if (found == null) return;
    event.preventDefault();
    this.guard.byKey(found);
  }
}
