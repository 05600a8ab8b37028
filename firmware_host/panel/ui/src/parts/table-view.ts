/** The poker table drawn from the dealer's seat; tap a seat to act for it. */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { cardBack, cardFace, cardIndex, chips } from "../cards";
import type { DealerView, PlayerView } from "../messages";
import { cardWords, money, plain, shortMoney } from "../words";
import { inward, PLATE, places, type Place } from "./geometry";
import { Sized } from "./sized";

const CARD = 44;

@customElement("table-view")
export class TableView extends Sized {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) chosen: number | null = null;

  protected override render(): TemplateResult {
    const seats = this.view.seats;
    const spots = places(seats.length, this.wide, this.high);
    return html`<svg viewBox="0 0 ${this.wide} ${this.high}" role="group" aria-label="The table from the dealer's seat">
      <rect class="felt" x="38" y="26" width=${this.wide - 76} height=${this.high - 28} rx="60"></rect>
      ${this.middle()} ${seats.map((seat, at) => this.seat(seat, spots[at] as Place))}
    </svg>`;
  }

  private middle(): SVGTemplateResult {
    const round = this.view.table.round;
    const x = this.wide / 2;
    if (round === null) {
      const say = this.view.table.open ? "Between rounds" : "The table is closed";
      return svg`<text class="middle" x=${x} y=${this.high / 2 + 30} text-anchor="middle">${say}</text>`;
    }
    const board = round.board;
    // Five cards lie between the hands of both sides.
    const card = Math.min(CARD, (this.wide - 2 * (PLATE.width + 40)) / 5 - 4);
    const width = board.length * (card + 4) - 4;
    const y = Math.min(this.high - 100, Math.max(104, this.high / 2 - 16));
    const label = board.length === 0 ? nothing : svg`<title>Board: ${board.map(cardWords).join(", ")}</title>`;
    return svg`<g role="img" aria-label="Board: ${board.map(cardWords).join(", ") || "no cards"}">${label}
        ${board.map((one, at) => cardFace(one, x - width / 2 + at * (card + 4), y, card))}</g>
      ${this.pots(x, board.length === 0 ? y + 34 : y + 84)}`;
  }

  private pots(x: number, y: number): SVGTemplateResult {
    const { pots, table } = this.view;
    if (table.tracking === "procedure" || table.round === null) {
      return svg`<text class="middle" x=${x} y=${y} text-anchor="middle">${plain(table.round?.street ?? "")}</text>`;
    }
    const words = pots.length <= 1
      ? [`Pot ${money(table.round.pot_cents)}`]
      : pots.map((pot) => `${pot.number === 0 ? "Pot" : `Side ${pot.number}`} ${shortMoney(pot.cents)}`);
    const lines = this.wide < 430 ? words : [words.join(" · ")];
    return svg`${lines.map((line, at) => svg`<text class="pot" x=${x} y=${y + at * 22} text-anchor="middle">${line}</text>`)}`;
  }

  private seat(seat: number, place: Place): SVGTemplateResult {
    const { table } = this.view;
    const player = table.round?.players.find((one) => one.seat === seat);
    const taken = table.seats.includes(seat);
    const state = !taken ? "free" : table.away.includes(seat) ? "away" : player?.folded ? "folded" : "";
    const turn = table.round?.turn === seat ? "turn" : "";
    const stack = player?.stack_cents ?? table.stacks_cents[String(seat)];
    const full = table.tracking === "full";
    const under = !taken ? "free" : state === "away" ? "away" : state === "folded" ? "folded" : full && stack !== undefined ? shortMoney(stack) : "";
    // The button lies where the sensors see it; without sensors where it belongs.
    const button = table.puck ?? table.button;
    const marks = [button === seat ? "dealer button" : "", table.kill?.button === seat ? "kill button" : ""].filter(Boolean);
    const name = [`Seat ${seat}`, under, turn && "to act", ...marks, this.said(player)].filter(Boolean).join(", ");
    return svg`<g class="seat ${state} ${turn}">
      ${player === undefined ? nothing : this.cards(player, place)} ${player === undefined || player.bet_cents === 0 ? nothing : this.bet(player, place)}
      <foreignObject x=${place.x - PLATE.width / 2} y=${place.y - PLATE.height / 2} width=${PLATE.width} height=${PLATE.height}>
        ${html`<button type="button" class="plate ${state} ${turn} ${this.chosen === seat ? "chosen" : ""}" data-id="seat ${seat}"
          aria-label=${name} @click=${() => this.tell("open-seat", seat)}><b>${seat}</b><span>${under}</span></button>`}
      </foreignObject>
      ${button === seat ? this.mark("D", place, -1, "button") : nothing}
      ${table.kill?.button === seat ? this.mark("K", place, 1, "kill") : nothing}
      ${table.missed_blinds[String(seat)] === undefined ? nothing : this.mark("!", place, 1, "owes")}
    </g>`;
  }

  private said(player: PlayerView | undefined): string {
    if (player === undefined) return "";
    const shown = player.shown.length > 0 ? player.shown : player.up;
    const bet = player.bet_cents > 0 ? `bet ${money(player.bet_cents)}` : "";
    return [bet, shown.length > 0 ? shown.map(cardWords).join(", ") : player.cards > 0 ? `${player.cards} cards` : ""].filter(Boolean).join(", ");
  }

  private mark(letter: string, place: Place, side: -1 | 1, kind: string): SVGTemplateResult {
    const x = Math.min(this.wide - 11, Math.max(11, place.x + (side * PLATE.width) / 2 - side * 6));
    return svg`<g class="mark ${kind}" transform="translate(${x} ${place.y - PLATE.height / 2 + 10})" aria-hidden="true">
      <circle r="10.500"></circle><text y="5.500" text-anchor="middle">${letter}</text></g>`;
  }

  /** A player's cards: up-cards and shown hands as faces, the others by their number as backs. */
  private cards(player: PlayerView, place: Place): SVGTemplateResult {
    if (player.folded) return svg``;
    const faces = [...player.shown, ...player.up];
    const backs = Math.min(Math.max(0, player.cards - faces.length), 7);
    const step = faces.length > 4 ? 15 : faces.length > 3 ? 14 : 16;
    const peek = faces.length > 0 ? 4 : 7;
    const facesWide = faces.length === 0 ? 0 : 26 + (faces.length - 1) * step;
    const backsWide = backs === 0 ? 0 : faces.length > 0 ? backs * peek : 18 + (backs - 1) * peek;
    const whole = facesWide + backsWide;
    const at = inward(place, place.side === "top" ? PLATE.height / 2 + 4 : PLATE.width / 2 + 4);
    const x = place.side === "top" ? this.inside(at.x - whole / 2, whole) : place.side === "left" ? at.x : at.x - whole;
    const y = this.handTop(place, faces.length > 0 ? 37 : 25);
    return svg`<g class="hand">
      ${Array.from({ length: backs }, (_, index) => cardBack(x + index * peek, y, faces.length > 0 ? 25 : 18, this.inPlay()))}
      ${faces.map((card, index) => cardIndex(card, x + backsWide + index * step, y))}
    </g>`;
  }

  /** A hand and the bet under it are 55 units high and stay at the height of the plate. */
  private handTop(place: Place, height: number): number {
    if (place.side === "top") return place.y + PLATE.height / 2 + 4;
    return Math.min(this.high - height - 20, Math.max(1, place.y - (height + 18) / 2));
  }

  private inPlay(): string {
    return this.view.table.decks.find((deck) => deck.place === "in-play")?.back ?? "";
  }

  private inside(x: number, width: number): number {
    return Math.min(this.wide - width - 2, Math.max(2, x));
  }

  private bet(player: PlayerView, place: Place): SVGTemplateResult {
    const tall = !player.folded && player.shown.length + player.up.length > 0 ? 37 : 25;
    const text = shortMoney(player.bet_cents);
    const wide = 24 + text.length * 10;
    const at = inward(place, PLATE.width / 2 + 4);
    const x = place.side === "top" ? this.inside(place.x - wide / 2, wide) : place.side === "left" ? at.x : at.x - wide;
    const y = this.handTop(place, tall) + tall + 11;
    return svg`${chips(x + 10, y)}<text class="bet" x=${x + 23} y=${y + 6}>${text}</text>`;
  }
}
