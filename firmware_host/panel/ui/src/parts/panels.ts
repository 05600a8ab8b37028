/** What takes the table's place when the dealer looks something up: acts, a seat, alerts, hand-over, decks, the push. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { choiceOf, choices, identity, isOfKeys, type Choice } from "../acts";
import { label } from "../labels";
import type { AwardView, DealerView, Group, JamPlace, Offer, Push, StaffAlert } from "../messages";
import { Part } from "../part";
import { clock, GROUPS, left, money, placeWords, plain, proofWords, REACH, roleWords, sentence, timerWords } from "../words";
import "./act-grid";
import { cited } from "./step-bar";

abstract class Panel extends Part {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) now = 0;

  protected head(title: string | TemplateResult): TemplateResult {
    return html`<header class="panel-head"><h2>${title}</h2>
      <button type="button" class="act quiet" data-id="nav back" aria-keyshortcuts="Escape" @click=${() => this.tell("open", null)}>Back</button></header>`;
  }

  protected choiceButton(choice: Choice, classes = ""): TemplateResult {
    const { step } = choice;
    return html`<button type="button" class="act ${classes} ${step.expected ? "is-expected" : ""}" data-act data-id=${identity(step, this.view.table.turn)} title=${step.say}
      @click=${() => this.tell("choose", choice)}><span>${label(step, this.view)}</span>${step.role === "dealer" ? nothing : html`<small>${roleWords(step.role)}</small>`}</button>`;
  }
}

/** The button of an act that is no step now. One that is possible all the same looks so; the box says why another is not. */
export function offerButton(offer: Offer, of: string, onTap: () => void): TemplateResult {
  return html`<button type="button" class="act ${offer.possible ? "" : "not-now"}" data-id="offer ${of}" @click=${onTap}><span>${offer.label}</span>${offer.possible
    ? offer.role === "dealer" ? nothing : html`<small>${roleWords(offer.role)}</small>`
    : html`<i aria-label="not now; why?">?</i>`}</button>`;
}

@customElement("acts-panel")
export class ActsPanel extends Panel {
  @state() private group: Group | null = null;

  protected override render(): TemplateResult {
    const groups = [...new Set(this.view.offers.map((offer) => offer.group))];
    const shown = this.group ?? groups[0] ?? "table";
    const rest = this.rest(shown);
    const items = [...this.view.offers.filter((offer) => offer.group === shown).map((offer) => this.offer(offer)), ...rest.map((choice) => this.choiceButton(choice))];
    return html`<header class="panel-head"><h2 class="visually-hidden">All acts</h2>
        <div class="tabs" role="group" aria-label="Kinds of acts">${groups.map((one) => html`<button type="button" class="act tab" aria-pressed=${one === shown} data-id="group ${one}" @click=${() => (this.group = one)}>${GROUPS[one]}</button>`)}</div>
        <button type="button" class="act quiet" data-id="nav back" aria-keyshortcuts="Escape" @click=${() => this.tell("open", null)}>Back</button></header>
      <act-grid .items=${items} about=${shown} ?wide=${shown === "correct"}></act-grid>`;
  }

  private offer(offer: Offer): TemplateResult {
    const choice = choiceOf(this.view, offer);
    if (choice !== null) return this.choiceButton(choice);
    return offerButton(offer, offer.label, () => this.tell("explain", offer));
  }

  /** Steps that no offer stands for, such as wagers and approvals, are in their group too. */
  private rest(shown: Group): Choice[] {
    const offered = new Set(this.view.offers.map((offer) => choiceOf(this.view, offer)?.step));
    return choices(this.view).filter(({ step }) => !offered.has(step) && groupOf(step.act.kind) === shown && !step.act.kind.startsWith("sense-"));
  }
}

function groupOf(kind: string): Group {
  if (/wager|shaker|cover|dice|sum|die|roll/.test(kind)) return "dice";
  if (/alert|approv|decline|floor|void/.test(kind)) return "floor";
  if (/shuffl|order-|service/.test(kind)) return "shuffler";
  if (/deck|cards|recut/.test(kind)) return "decks";
  if (/seat|away|back|straddle|blinds|chips|currency/.test(kind)) return "seats";
  if (/table|relieve|fund|beat|charge|coin|game/.test(kind)) return "table";
  return "round";
}

@customElement("seat-panel")
export class SeatPanel extends Panel {
  @property({ attribute: false }) seat = 1;

  protected override render(): TemplateResult {
    const { table } = this.view;
    const player = table.round?.players.find((one) => one.seat === this.seat);
    const stack = player?.stack_cents ?? table.stacks_cents[String(this.seat)];
    const facts = [
      table.seats.includes(this.seat) ? (table.away.includes(this.seat) ? "away" : "") : "free",
      stack === undefined ? "" : `${money(stack)} on the table`,
      player?.folded ? "folded" : player !== undefined && player.bet_cents > 0 ? `bet ${money(player.bet_cents)}` : "",
      ...(table.missed_blinds[String(this.seat)] ?? []).map((blind) => `missed the ${plain(String(Object.values(blind)[0] ?? blind))} blind`),
    ].filter(Boolean);
    const own = choices(this.view).filter(({ step }) => step.seat === this.seat || step.seats.includes(this.seat) || (step.act.kind === "place-wager" && table.seats.includes(this.seat)))
      // Wagers stand first, in the same places for every player.
      .sort((one, other) => Number(other.step.act.kind === "place-wager") - Number(one.step.act.kind === "place-wager"));
    const named = this.view.offers.filter((offer) => offer.seats.includes(this.seat) && choiceOf(this.view, offer) === null);
    return html`${this.head(html`Seat ${this.seat}<small>${facts.join(", ")}</small>`)}
      <act-grid about=${String(this.seat)} .items=${[...own.map((choice) => this.mine(choice)), ...named.map((offer) => offerButton(offer, `${this.seat} ${offer.label}`,
        () => this.tell("explain", { ...offer, act: { ...offer.act, seat: this.seat }, seats: [this.seat] })))]}></act-grid>`;
  }

  private mine(choice: Choice): TemplateResult {
    return html`<button type="button" class="act ${choice.step.expected ? "is-expected" : ""}" data-act data-id="${this.seat} ${identity(choice.step, this.view.table.turn)}" title=${choice.step.say}
      @click=${() => this.tell("choose-for", { choice, seat: this.seat })}><span>${label(choice.step, this.view)}</span>${this.under(choice)}</button>`;
  }

  /** What stands under a name: the odds of a wager, or who has to do it. */
  private under({ step }: Choice): TemplateResult | typeof nothing {
    const act = step.act;
    if (act.kind === "place-wager") {
      const pays = this.view.table.dice?.pays.filter((one) => one.wager === act.wager) ?? [];
      return html`<small>${pays.map((one) => one.odds).join(", ")}</small>`;
    }
    return step.role === "dealer" ? nothing : html`<small>${roleWords(step.role)}</small>`;
  }
}

@customElement("alerts-panel")
export class AlertsPanel extends Panel {
  protected override render(): TemplateResult {
    const { alerts, requests } = this.view;
    return html`${this.head("Alerts and requests")}
      <ul class="cards-list" tabindex="0" aria-label="Alerts and requests">
        ${alerts.length + requests.length === 0 ? html`<li class="empty">No alerts and no requests.</li>` : nothing}
        ${requests.map((one) => html`<li class="card-line request"><p><b>${one.say}</b> ${one.asked_by} asks: ${one.why}. A second person has to approve: ${one.roles.map(roleWords).join(" or ")}. ${cited(one.paragraphs)}</p>
          ${this.answers((choice) => (choice.step.act.kind === "approve" || choice.step.act.kind === "decline") && choice.step.act.request === one.number)}</li>`)}
        ${alerts.map((one) => html`<li class="card-line ${one.severity}"><p><b>${one.say}</b> ${one.over ? "The cause is over." : one.fix === "" ? "" : `What to do: ${one.fix}.`} ${cited(one.paragraphs)}<small>since ${clock(one.since_ms)}${one.acknowledged_by === null ? "" : `, seen by ${one.acknowledged_by}`}</small></p>
          ${this.answers((choice) => (choice.step.act.kind === "acknowledge-alert" || choice.step.act.kind === "clear-alert") && choice.step.act.alert === one.number)}</li>`)}
      </ul>`;
  }

  private answers(fits: (choice: Choice) => boolean): TemplateResult {
    return html`<div class="row">${choices(this.view).filter(fits).map((choice) => {
      const words = { approve: "Approve", decline: "Decline", "acknowledge-alert": "Seen", "clear-alert": "Clear" } as Readonly<Record<string, string>>;
      return html`<button type="button" class="act" data-act data-id=${identity(choice.step, 0)} @click=${() => this.tell("choose", choice)}><span>${words[choice.step.act.kind]}</span>${choice.step.role === "dealer" ? nothing : html`<small>${roleWords(choice.step.role)}</small>`}</button>`;
    })}</div>`;
  }
}

@customElement("log-panel")
export class LogPanel extends Panel {
  private colours(): void {
    const four = hasFourColours() ? "2" : "4";
    document.documentElement.dataset["colours"] = four;
    localStorage.setItem("colours", four);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { view } = this;
    const since = view.dealer_since_ms === null ? "" : ` since ${clock(view.dealer_since_ms)}`;
    const relief = choices(view).find(({ step }) => step.act.kind === "relieve-dealer");
    const open = view.alerts.filter((alert) => !alert.over);
    return html`${this.head(html`Hand-over<small>${view.dealer ?? "no dealer"}${since}${view.relief_due ? ", relief is due" : ""}</small>`)}
      <div class="hand-over">
        <ol class="events" tabindex="0" aria-label="What happened in the last half hour, newest first">${view.events.length === 0 ? html`<li class="empty">Nothing happened in the last half hour.</li>` : nothing}
          ${view.events.map((event) => html`<li><time>${clock(event.wall_ms)}</time><span>${event.say} ${cited(event.paragraphs)}</span></li>`)}</ol>
        <div class="standing"><h3>Now</h3><ul tabindex="0" aria-label="What is open now">
          ${open.map((alert) => html`<li class="late">${alert.say}</li>`)}
          ${view.timers.map((timer) => html`<li class=${timer.due_ms < this.now ? "late" : ""}>${timerWords(timer)} ${timer.due_ms < this.now ? "overdue" : left(timer.due_ms - this.now)}</li>`)}
          ${view.shuffler === null ? nothing : html`<li>Shuffler ${view.shuffler.trouble || view.shuffler.doing}</li>`}
          ${view.table.away.length === 0 ? nothing : html`<li>Away: seats ${view.table.away.join(", ")}</li>`}
        </ul><div class="row"><button type="button" class="act quiet" data-id="four colours" aria-pressed=${hasFourColours()} @click=${() => this.colours()}>${hasFourColours() ? "Two card colours" : "Four card colours"}</button>
        ${relief === undefined ? nothing : this.choiceButton(relief, "go")}</div></div>
      </div>`;
  }
}

function hasFourColours(): boolean {
  return document.documentElement.dataset["colours"] === "4";
}

@customElement("decks-panel")
export class DecksPanel extends Panel {
  protected override render(): TemplateResult {
    const { view } = this;
    const shuffler = view.shuffler;
    const own = choices(view).filter(({ step }) => /deck|shuffl|recut|order-|cards/.test(step.act.kind) && !step.act.kind.startsWith("sense-") && !isOfKeys(step, view.table.steps));
    return html`${this.head(html`Decks and shuffler${shuffler === null ? nothing : html`<small>The shuffler ${shuffler.by_hand ? "is not used: shuffle by hand" : shuffler.doing}</small>`}`)}
      <div class="decks">
        ${shuffler === null ? nothing : drawn(shuffler.jam, shuffler.lid_open, shuffler.housing_open)}
        <div class="words" tabindex="0" role="group" aria-label="What to do">
          ${shuffler === null || shuffler.trouble === "" ? this.both() : html`<p class="late"><b>${sentence(shuffler.trouble)}</b>${shuffler.jam === null ? "" : html` Reach into ${REACH[shuffler.jam]}.`}</p>
            <ol class="recovery">${shuffler.recovery.map((one) => html`<li>${one}</li>`)}</ol>`}
        </div>
        <act-grid about="decks" .items=${[...own.map((choice) => this.choiceButton(choice)), ...this.notNow()]}></act-grid>
      </div>`;
  }

  /** The way to shuffling by hand, and back, is always here; while it is closed it says why. */
  private notNow(): TemplateResult[] {
    const closed = this.view.offers.filter((offer) => offer.group === "shuffler" && choiceOf(this.view, offer) === null);
    return closed.map((offer) => offerButton(offer, offer.label, () => this.tell("explain", offer)));
  }

  private both(): TemplateResult {
    return html`<table class="lines"><tbody>${this.view.table.decks.map((deck) => html`<tr><th scope="row">${deck.back}</th><td>${placeWords(deck)}</td><td>${deck.trouble ?? (deck.place === "in-play" ? "being dealt" : deck.proof === null ? "not shuffled" : deck.proof === "attested" ? "shuffled, attested" : proofWords(deck.proof))}${deck.cut ? ", cut" : ""}</td></tr>`)}
      ${this.view.timers.map((timer) => html`<tr class=${timer.due_ms < this.now ? "late" : ""}><td colspan="2">${timerWords(timer)}</td><td>${timer.due_ms < this.now ? "overdue" : left(timer.due_ms - this.now)}</td></tr>`)}</tbody></table>`;
  }
}

/** The shuffler from the dealer's side; the place to reach into is lit. */
function drawn(jam: JamPlace | null, lid: boolean, housing: boolean): TemplateResult {
  const at = (place: JamPlace): string => (jam === place ? "spot here" : "spot");
  const words = jam === null ? "The shuffler" : `The shuffler; reach into ${REACH[jam]}`;
  return html`<svg class="machine" viewBox="0 0 200 190" role="img" aria-label=${words}>
    ${svg`<rect class="body ${housing ? "here" : ""}" x="20" y="50" width="160" height="128" rx="12"></rect>
      <path class="lid ${lid ? "open" : ""}" d=${lid ? "M30 50 58 8 186 22 176 50Z" : "M24 50V36q0-8 8-8h136q8 0 8 8v14Z"}></path>
      <g class=${at("feed")}><rect x="34" y="62" width="60" height="26" rx="4"></rect><text x="64" y="80" text-anchor="middle">feed</text></g>
      <g class=${at("camera")}><rect x="104" y="62" width="62" height="26" rx="4"></rect><text x="135" y="80" text-anchor="middle">camera</text></g>
      <g class=${at("shelves")}><rect x="34" y="96" width="132" height="36" rx="4"></rect><text x="100" y="119" text-anchor="middle">shelves</text></g>
      <g class=${at("output")}><rect x="34" y="140" width="132" height="28" rx="4"></rect><text x="100" y="159" text-anchor="middle">output</text></g>`}
  </svg>`;
}

@customElement("award-card")
export class AwardCard extends Part {
  @property({ attribute: false }) award!: AwardView;

  protected override render(): TemplateResult {
    const { award } = this;
    return html`<h2>Push in this order</h2>
      <div class="pushes" tabindex="0" aria-label="Who gets what">
        ${award.uncalled_seat === null ? nothing : html`<p>Return ${money(award.uncalled_cents)} to seat ${award.uncalled_seat}: nobody called this bet.</p>`}
        ${award.rake_cents === 0 ? nothing : html`<p>Rake ${money(award.rake_cents)}${award.fund_cents === 0 ? "" : `, bad beat fund ${money(award.fund_cents)}`}.</p>`}
        ${award.pushes.map((push) => this.push(push))}
      </div>`;
  }

  private push(push: Push): TemplateResult {
    return html`<section><h3>${push.number === 0 ? "Centre pot" : `Side pot ${push.number}`} <b>${money(push.cents)}</b></h3>
      <ul>${push.shares.map((share) => html`<li><b>Seat ${share.seat}: ${money(share.cents)}</b>${share.part === "whole" ? "" : ` ${share.part}`}${share.odd_cents > 0 ? `, with ${money(share.odd_cents)} odd money` : ""}${share.hand === "" ? "" : html`<small>${share.hand}</small>`}</li>`)}</ul></section>`;
  }
}

export type { StaffAlert };
