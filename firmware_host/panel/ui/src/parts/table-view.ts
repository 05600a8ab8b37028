/** The poker table drawn from the dealer's seat; tap a seat to act for it. */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { cardBack, cardFace, cardIndex, chips } from "../cards";
import type { DealerView, PlayerView } from "../messages";
import { cardWords, money, plain, shortMoney } from "../words";
import { CARD, fan, fanSize, inward, PLATE, places, type Place } from "./geometry";
import { Sized } from "./sized";

const FACE = 44;

@customElement("table-view")
export class TableView extends Sized {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) chosen: number | null = null;

  protected override render(): TemplateResult {
    const seats = this.view.seats;
    const spots = places(seats.length, this.wide, this.high);
    return html`<svg viewBox="0 0 ${this.wide} ${this.high}" role="group" aria-label="The table from the dealer's seat">
      <rect class="felt" x="38" y="26" width=${this.wide - 76} height=${this.high - 28} rx="60"></rect>
      ${this.piles()} ${this.middle()} ${seats.map((seat, at) => this.seat(seat, spots[at] as Place))}
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
    // Five cards lie between the hands of both sides, which are wider when more than two cards are shown.
    const beside = round.players.some((player) => player.cards > 2) ? 76 : 40;
    const card = Math.max(26, Math.min(FACE, (this.wide - 2 * (PLATE.width + beside)) / 5 - 4));
    const width = board.length * (card + 4) - 4;
    const tall = round.players.some((player) => player.shown.length + player.up.length > 4);
    const y = Math.min(this.high - (tall ? 90 : 116), Math.max(tall ? 122 : 98, this.high / 2 - 30));
    const label = board.length === 0 ? nothing : svg`<title>Board: ${board.map(cardWords).join(", ")}</title>`;
    return svg`<g role="img" aria-label="Board: ${board.map(cardWords).join(", ") || "no cards"}">${label}
        ${board.map((one, at) => cardFace(one, x - width / 2 + at * (card + 4), y, card))}</g>
      ${this.pots(x, board.length === 0 ? y + 34 : y + card * 1.41 + 20)}`;
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
    // Before the table opens its seats are not filled yet, though players wait for it.
    const empty = table.open || table.seats.length > 0 ? "free" : "";
    const under = !taken ? empty : state === "away" ? "away" : state === "folded" ? "folded" : full && stack !== undefined ? shortMoney(stack) : "";
    // The button lies where the sensors see it; without sensors where it belongs.
    const button = table.puck ?? table.button;
    const marks = [button === seat ? "dealer button" : "", table.kill?.button === seat ? "kill button" : ""].filter(Boolean);
    const name = [`Seat ${seat}`, under, turn && "to act", ...marks, this.said(player)].filter(Boolean).join(", ");
    return svg`<g class="seat ${state} ${turn}">
      ${player === undefined ? nothing : this.cards(player, place)} ${player === undefined || player.bet_cents === 0 ? nothing : this.bet(player, place)}
      <foreignObject x=${place.x - PLATE.width / 2} y=${place.y - PLATE.height / 2} width=${PLATE.width} height=${PLATE.height}>
        ${html`<button type="button" class="plate ${state} ${turn} ${this.chosen === seat ? "chosen" : ""}" data-id="seat ${seat}"
          aria-label=${name} @click=${() => this.tell("open-seat", seat)}><b>${seat}</b> <span>${under}</span></button>`}
      </foreignObject>
      ${button === seat ? this.mark("D", place, -1, "button") : nothing}
      ${table.kill?.button === seat ? this.mark("K", place, 1, "kill") : nothing}
      ${table.missed_blinds[String(seat)] === undefined ? nothing : this.mark("!", place, 1, "owes")}
    </g>`;
  }

  private said(player: PlayerView | undefined): string {
    if (player === undefined) return "";
    const shown = player.shown.length > 0 ? player.shown : player.up;
    const drew = this.view.drawn.find((one) => one.seat === player.seat);
    const bet = player.bet_cents > 0 ? `bet ${money(player.bet_cents)}` : "";
    return [bet, drew === undefined ? "" : drewWords(drew.cards), shown.length > 0 ? shown.map(cardWords).join(", ") : player.cards > 0 ? `${player.cards} cards` : ""].filter(Boolean).join(", ");
  }

  private mark(letter: string, place: Place, side: -1 | 1, kind: string): SVGTemplateResult {
    const x = Math.min(this.wide - 11, Math.max(11, place.x + (side * PLATE.width) / 2 - side * 6));
    return svg`<g class="mark ${kind}" transform="translate(${x} ${place.y - PLATE.height / 2 + 10})" aria-hidden="true">
      <circle r="10.500"></circle><text y="5.500" text-anchor="middle">${letter}</text></g>`;
  }

  /** A player's cards: up-cards and shown hands as faces with the others peeking out above, or all as backs. */
  private cards(player: PlayerView, place: Place): SVGTemplateResult {
    if (player.folded) return svg``;
    const faces = [...player.shown, ...player.up];
    const { backs, width, height } = handSize(player);
    const at = inward(place, PLATE.width / 2 + 4);
    const x = place.side === "top" ? this.inside(place.x - width / 2, width) : place.side === "left" ? at.x : at.x - width;
    const y = this.handTop(player, place);
    if (faces.length === 0) {
      const drew = this.view.drawn.find((one) => one.seat === player.seat);
      const middle = place.side === "left" ? x + Math.max(30, width / 2) : place.side === "right" ? x + width - Math.max(30, width / 2) : x + width / 2;
      return svg`<g class="hand">
        ${Array.from({ length: backs }, (_, index) => cardBack(x + index * BACKS.peek, y, BACKS.width, this.inPlay()))}
        ${drew === undefined ? nothing : svg`<g class="drew" transform="translate(${middle} ${y + height / 2})">
          <rect x="-29" y="-9" width="58" height="18" rx="5"></rect><text y="5" text-anchor="middle">${drewWords(drew.cards)}</text></g>`}
      </g>`;
    }
    const down = y + backs * BACKS.above;
    return svg`<g class="hand">
      ${Array.from({ length: backs }, (_, index) => cardBack(x + index * BACKS.above, y + index * BACKS.above, CARD.width, this.inPlay()))}
      ${fan(faces.length).map((spot, index) => cardIndex(faces[index] ?? "??", x + spot.x, down + spot.y))}
    </g>`;
  }

  /** A hand, with the bet under it if there is one, stays at the height of its seat and inside the table. */
  private handTop(player: PlayerView, place: Place): number {
    if (place.side === "top") return place.y + PLATE.height / 2 + 4;
    const height = player.folded ? 0 : handSize(player).height;
    const bet = player.bet_cents > 0 ? 20 : 0;
    return Math.min(this.high - height - bet, Math.max(1, place.y - (height + (height > 60 ? 0 : 18)) / 2));
  }

  private inPlay(): string {
    return this.view.table.decks.find((deck) => deck.place === "in-play")?.back ?? "";
  }

  private inside(x: number, width: number): number {
    return Math.min(this.wide - width - 2, Math.max(2, x));
  }

  private bet(player: PlayerView, place: Place): SVGTemplateResult {
    const text = shortMoney(player.bet_cents);
    const wide = 24 + text.length * 10;
    const at = inward(place, PLATE.width / 2 + 4);
    const x = place.side === "top" ? this.inside(place.x - wide / 2, wide) : place.side === "left" ? at.x : at.x - wide;
    const y = this.handTop(player, place) + (player.folded ? 0 : handSize(player).height) + 11;
    return svg`${chips(x + 10, y)}<text class="bet" x=${x + 23} y=${y + 6}>${text}</text>`;
  }

  /** Stub, burns and discards before the dealer, as many burns as lie there. */
  private piles(): SVGTemplateResult | typeof nothing {
    const { counts, table } = this.view;
    if (counts === null || table.round === null) return nothing;
    const x = this.wide / 2;
    const y = this.high - PILE.height - 4;
    const burns = counts.burns ?? 0;
    const words = [`Stub ${counts.stub ?? "not counted"}`, `burns ${counts.burns ?? "not counted"}`, `discards ${counts.discards ?? "not counted"}`];
    const back = (left: number, top: number): SVGTemplateResult => cardBack(left, top, PILE.width, this.inPlay());
    return svg`<g class="piles" role="img" aria-label=${words.join(", ")}>
      ${counts.stub === 0 ? nothing : [4, 2, 0].map((up) => back(x - 30, y - up))}
      ${Array.from({ length: Math.min(burns, 8) }, (_, at) => back(x + 6 + at * PILE.peek, y))}
      ${counts.discards === 0 ? nothing : svg`<g transform="rotate(-12 ${x - 62} ${y + 14})">${back(x - 72, y)}</g><g transform="rotate(9 ${x - 62} ${y + 14})">${back(x - 70, y)}</g>`}
    </g>`;
  }
}

const BACKS = { width: 18, peek: 7, above: 3, most: 7 } as const;

const PILE = { width: 20, height: 29, peek: 6 } as const;

/** How many backs are drawn for a hand, and how much room it takes. */
function handSize(player: PlayerView): { backs: number; width: number; height: number } {
  const faces = player.shown.length + player.up.length;
  const hidden = Math.max(0, player.cards - faces);
  if (faces === 0) {
    const backs = Math.min(hidden, BACKS.most);
    return { backs, width: BACKS.width + Math.max(0, backs - 1) * BACKS.peek, height: 25 };
  }
  const backs = Math.min(hidden, 3);
  const { width, height } = fanSize(faces);
  return { backs, width, height: height + backs * BACKS.above };
}

function drewWords(cards: number): string {
  return cards === 0 ? "pat" : `drew ${cards}`;
}
