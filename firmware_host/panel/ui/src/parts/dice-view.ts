/** The mini-dice table from the dealer's seat: the shaker, the offer, the wagers with what each pays, losers and winners. */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { die } from "../cards";
import type { DealerView, Decided, DiceView as Dice, Moment } from "../messages";
import { money, shortMoney, wagerWords } from "../words";
import { PLATE, places, type Place } from "./geometry";
import { Sized } from "./sized";

const MOMENTS: Readonly<Record<Moment, string>> = {
  idle: "The table is closed",
  wagers: "Wagers are open",
  covering: "No more bets",
  "dealer-shakes": "The dealer shakes",
  offered: "The shaker is offered",
  "shooter-shakes": "The shaker is shaken",
  uncovered: "Call the sum",
  collecting: "Collect the losers",
  paying: "Pay the winners",
};

@customElement("dice-view")
export class DiceTable extends Sized {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) chosen: number | null = null;

  protected override render(): TemplateResult | typeof nothing {
    const dice = this.view.table.dice;
    if (dice === null) return nothing;
    const spots = places(this.view.seats.length, this.wide, this.high);
    return html`<svg viewBox="0 0 ${this.wide} ${this.high}" role="group" aria-label="The table from the dealer's seat">
      <rect class="felt" x="38" y="26" width=${this.wide - 76} height=${this.high - 28} rx="60"></rect>
      ${this.shaker(dice)} ${this.view.seats.map((seat, at) => this.seat(dice, seat, spots[at] as Place))}
    </svg>`;
  }

  private shaker(dice: Dice): SVGTemplateResult {
    const x = this.wide / 2;
    const y = this.high / 2 + 6;
    const shown = dice.moment === "uncovered" || dice.moment === "collecting" || dice.moment === "paying";
    const faces = shown ? [dice.faces[0] ?? 0, dice.faces[1] ?? 0] : [];
    const who = dice.hand === null ? "with the dealer" : `with seat ${dice.hand}`;
    const live = this.view.devices.find((device) => device.device === "shaker");
    const count = live?.done ?? null;
    const counted = count === null ? "" : `, shakes counted: ${count}`;
    const lines = [dice.moment === "offered" && dice.offered !== null ? `Offered to seat ${dice.offered}` : MOMENTS[dice.moment], this.second(dice, who)];
    return svg`<g class="shaker ${dice.covered ? "covered" : "open"}" role="img" aria-label="Shaker ${who}, ${dice.covered ? "covered" : "open"}${counted}">
        ${faces.length > 0
          ? faces.map((face, at) => die(face, x - 50 + at * 54, y - 42, 46))
          : svg`<path class="cup" d="M${x - 34} ${y - 44}h68l-8 50q-26 10-52 0Z"></path>${dice.covered ? svg`<ellipse class="lid" cx=${x} cy=${y - 44} rx="38" ry="9"></ellipse>` : nothing}
            ${count === null ? nothing : svg`<text class="count" x=${x} y=${y - 12} text-anchor="middle">${count}</text>`}`}
      </g>
      <text class="pot" x=${x} y=${y + 34} text-anchor="middle">${lines[0]}</text>
      <text class="middle" x=${x} y=${y + 57} text-anchor="middle">${lines[1]}</text>`;
  }

  private second(dice: Dice, who: string): string {
    if (dice.moment === "dealer-shakes" || dice.moment === "shooter-shakes") {
      const short = dice.short > 0 ? `, too few shakes ${dice.short}×` : "";
      return `${who}${dice.covered ? ", covered" : ""}${dice.shaken ? ", shaken" : ""}${short}`;
    }
    if (dice.moment === "offered") return dice.refused.length > 0 ? `declined: ${dice.refused.join(", ")}` : "";
    if (dice.moment === "wagers") return dice.holder === null ? (dice.to_offer ? "the shaker will be offered" : "") : `seat ${dice.holder} shakes next`;
    return dice.faces.length === 2 ? `${dice.faces[0]} and ${dice.faces[1]}: ${(dice.faces[0] ?? 0) + (dice.faces[1] ?? 0)}` : "";
  }

  private seat(dice: Dice, seat: number, place: Place): SVGTemplateResult {
    const { table } = this.view;
    const taken = table.seats.includes(seat);
    const away = table.away.includes(seat);
    const shooter = dice.holder === seat || dice.hand === seat;
    const asked = dice.offered === seat;
    const own = dice.wagers.filter((one) => one.seat === seat);
    const sum = own.reduce((total, one) => total + one.cents, 0);
    const under = !taken ? "free" : away ? "away" : shooter ? "shaker" : sum > 0 ? shortMoney(sum) : "";
    const state = !taken ? "free" : away ? "away" : "";
    const said = own.map((one) => `${wagerWords(one.wager)} ${money(one.cents)}`);
    const name = [`Seat ${seat}`, under, asked ? "asked to take the shaker" : "", ...said].filter(Boolean).join(", ");
    return svg`<g class="seat ${state}">
      <foreignObject x=${place.x - PLATE.width / 2} y=${place.y - PLATE.height / 2} width=${PLATE.width} height=${PLATE.height}>
        ${html`<button type="button" class="plate ${state} ${asked ? "turn" : ""} ${this.chosen === seat ? "chosen" : ""}" data-id="seat ${seat}"
          aria-label=${name} @click=${() => this.tell("open-seat", seat)}><b>${seat}</b> <span>${under}</span></button>`}
      </foreignObject></g>`;
  }
}

@customElement("wager-list")
export class WagerList extends Sized {
  @property({ attribute: false }) view!: DealerView;

  protected override render(): TemplateResult | typeof nothing {
    const dice = this.view.table.dice;
    if (dice === null) return nothing;
    const { losers, winners } = this.view;
    if (losers.length + winners.length > 0) return this.decided(losers, winners);
    if (dice.wagers.length === 0) return html`<p class="empty">No wagers yet. Tap a seat to take its wagers.</p>`;
    return html`<table class="lines">
      <caption>Wagers</caption>
      <thead><tr><th scope="col">Seat</th><th scope="col">On</th><th scope="col">Bet</th><th scope="col">Pays</th></tr></thead>
      <tbody>${dice.wagers.map((one) => html`<tr>
        <th scope="row">${one.seat}</th><td>${wagerWords(one.wager)}</td><td>${money(one.cents)}</td>
        <td>${dice.pays.filter((pays) => pays.wager === one.wager).map((pays) => pays.odds).join(", ")}</td></tr>`)}</tbody>
    </table>`;
  }

  private decided(losers: readonly Decided[], winners: readonly Decided[]): TemplateResult {
    const collecting = this.view.table.dice?.moment === "collecting";
    return html`<table class="lines">
      <caption>${collecting ? "Collect, then pay" : "Pay in this order"}</caption>
      <tbody>
        ${collecting ? losers.map((one) => html`<tr class="lose"><th scope="row">${one.seat}</th><td>${wagerWords(one.wager)}</td><td>${money(one.cents)}</td><td>lost</td></tr>`) : nothing}
        ${winners.map((one) => html`<tr class="win"><th scope="row">${one.seat}</th><td>${wagerWords(one.wager)}</td><td>${money(one.cents)}</td><td>+${money(one.pays_cents)}</td></tr>`)}
      </tbody>
    </table>`;
  }
}
