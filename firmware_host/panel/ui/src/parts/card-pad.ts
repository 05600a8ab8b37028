/** The 52 cards: one tap a card, the next place by itself; cards that are out cannot be tapped. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { cardIndex, suitMark } from "../cards";
import type { CardSlots } from "../messages";
import { Part } from "../part";
import { cardWords, rank } from "../words";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
const SUITS = ["s", "h", "d", "c"] as const;

@customElement("card-pad")
export class CardPad extends Part {
  @property({ attribute: false }) slots: readonly CardSlots[] = [];
  @property({ attribute: false }) left: readonly string[] = [];
  @property({ attribute: false }) maySkip = false;
  @state() private entered: readonly (readonly string[])[] = [];
  /** A rank typed on a keyboard that waits for its suit. */
  @state() private typed = "";

  override connectedCallback(): void {
    super.connectedCallback();
    this.entered = this.slots.map(() => []);
    // First of all: here the letters of the suits press no other button.
    document.addEventListener("keydown", this.key, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.key, { capture: true });
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toUpperCase();
    const found = letter === "1" || letter === "0" ? "T" : letter;
    const suit = event.key.toLowerCase();
    if (this.slots.every((slot) => slot.hidden)) return;
    if ((SUITS as readonly string[]).includes(suit)) {
      if (this.typed !== "") this.take(this.typed + suit);
      this.typed = "";
    } else if ((RANKS as readonly string[]).includes(found)) this.typed = found;
    else if (event.key === "Backspace") this.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  protected override render(): TemplateResult {
    const hiddenOnly = this.slots.every((slot) => slot.hidden);
    return html`<div class="slots">
        <button type="button" class="act quiet" data-id="nav back" aria-keyshortcuts="Escape" @click=${() => this.tell("open", null)}>Back</button>
        <div class="places" tabindex="0" role="group" aria-label="What is entered">${this.slots.map((slot, at) => this.place(slot, at))}</div>
        <button type="button" class="act quiet" data-id="cards back" aria-label="Delete the last card" @click=${() => this.back()}>⌫</button>
        ${hiddenOnly ? nothing : this.maySkip && this.entered.every((cards) => cards.length === 0)
          ? html`<button type="button" class="act quiet" data-id="cards skip" @click=${() => this.tell("cards", [])}>Not entered</button>`
          : html`<button type="button" class="act go" data-main data-settle="0" data-id="cards done ${this.complete()}" aria-disabled=${this.complete() ? nothing : "true"} aria-keyshortcuts="Enter"
              @click=${() => this.complete() && this.tell("cards", this.entered)}>${this.typed === "" ? "Done" : `${this.typed}…`}</button>`}
      </div>
      ${hiddenOnly ? this.counts() : this.grid()}`;
  }

  private place(slot: CardSlots, at: number): TemplateResult {
    const cards = this.entered[at] ?? [];
    const now = at === this.current();
    const open = Math.max(0, slot.most - cards.length);
    return html`<span class="slot ${now ? "now" : ""}">
      <small>${this.slots.length > 3 && slot.seat !== null ? slot.seat : slot.say}</small>
      <svg viewBox="0 0 ${Math.max(1, slot.most) * 30} 40" role="img" aria-label=${cards.map(cardWords).join(", ") || "no cards yet"}>
        ${cards.map((card, index) => cardIndex(card, index * 30 + 1, 1))}
        ${Array.from({ length: open }, (_, index) => svg`<rect class="hole" x=${(cards.length + index) * 30 + 1} y="1" width="26" height="38" rx="4"></rect>`)}
      </svg></span>`;
  }

  protected override updated(): void {
    this.querySelector(".slot.now")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  private grid(): TemplateResult {
    const used = new Set(this.entered.flat());
    return html`<div class="cards" role="group" aria-label="Cards">
      ${SUITS.map((suit) => RANKS.map((one) => {
        const card = one + suit;
        const free = this.left.includes(card) && !used.has(card);
        return html`<button type="button" class="act one-card suit-${suit}" data-id="card ${card}" aria-label=${asPrinted(card)} aria-disabled=${free ? nothing : "true"}
          @click=${() => free && this.take(card)}><span>${rank(card)}</span><svg viewBox="0 0 20 20" aria-hidden="true">${suitMark(suit)}</svg></button>`;
      }))}
    </div>`;
  }

  /** Cards that stay face down: only how many. */
  private counts(): TemplateResult {
    const slot = this.slots[this.current()] ?? this.slots[0];
    if (slot === undefined) return html``;
    return html`<div class="how-many" role="group" aria-label="How many cards">
      ${Array.from({ length: slot.most - slot.least + 1 }, (_, at) => slot.least + at).map((count) => html`<button type="button" class="act digit" data-id="count ${count}" aria-keyshortcuts=${String(count)}
        @click=${() => this.tell("cards", this.slots.map((one) => (one === slot ? Array.from({ length: count }, () => "??") : [])))}>${count === 0 && slot.least === 0 ? "Stands pat" : count}</button>`)}
    </div>`;
  }

  private current(): number {
    return this.slots.findIndex((slot, at) => (this.entered[at]?.length ?? 0) < slot.most);
  }

  private complete(): boolean {
    return this.slots.every((slot, at) => (this.entered[at]?.length ?? 0) >= slot.least);
  }

  private take(card: string): void {
    const at = this.current();
    if (at < 0 || !this.left.includes(card) || this.entered.flat().includes(card)) return;
    this.entered = this.entered.map((cards, index) => (index === at ? [...cards, card] : cards));
  }

  private back(): void {
    const at = this.entered.findLastIndex((cards) => cards.length > 0);
    this.entered = this.entered.map((cards, index) => (index === at ? cards.slice(0, -1) : cards));
  }
}

/** A card in words with the number that is printed on it, so that who speaks to the page says what is to be read there. */
function asPrinted(card: string): string {
  const words = cardWords(card);
  return /\d/.test(rank(card)) ? words.replace(/^\w+/, rank(card)) : words;
}
