/** Both decks and the shuffler at a glance, in front of the dealer. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { cardBack } from "../cards";
import type { DealerView, DeckView } from "../messages";
import { Part } from "../part";
import { left, placeWords, proofWords } from "../words";

/** When the clock of a deck that is not in play is shown. */
const SOON_MS = 30 * 60_000;

@customElement("deck-strip")
export class DeckStrip extends Part {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) now = 0;

  protected override render(): TemplateResult {
    const { table, counts } = this.view;
    return html`${table.decks.map((deck) => this.deck(deck))}
      <dl class="counts">
        <div><dt>Stub</dt><dd>${counts?.stub ?? "–"}</dd></div>
        <div><dt>Burns</dt><dd>${counts?.burns ?? "–"}</dd></div>
        <div><dt>Discards</dt><dd>${counts?.discards ?? "–"}</dd></div>
      </dl>
      ${this.shuffler()}`;
  }

  private deck(deck: DeckView): TemplateResult {
    const timer = this.view.timers.filter((one) => one.name.includes(deck.back)).sort((a, b) => a.due_ms - b.due_ms)[0];
    const proof = deck.trouble !== null ? "no proof" : deck.proof === null ? "not shuffled" : proofWords(deck.proof);
    const known = deck.shuffling || deck.place === "in-play";
    const overdue = timer !== undefined && timer.due_ms < this.now;
    const soon = timer !== undefined && timer.due_ms - this.now < SOON_MS;
    // Three lines have room: a deck that is cut lies on the table, and near the end of its time the time counts.
    const marks = known || soon ? [placeWords(deck)] : deck.cut ? [proof, "cut"] : [placeWords(deck), proof];
    return html`<button type="button" class="deck at-${deck.place}" data-id="deck ${deck.back}" @click=${() => this.tell("open", "decks")}>
      <svg viewBox="0 0 44 62" aria-hidden="true">${svg`${cardBack(0, 0, 44, deck.back)}`}</svg>
      <span class="words"><b>${deck.back}</b> ${marks.join(", ")}
        ${timer === undefined || !(known || soon) ? nothing : html`<small class=${overdue ? "late" : ""}>${overdue ? "overdue" : left(timer.due_ms - this.now)}</small>`}</span>
    </button>`;
  }

  private shuffler(): TemplateResult | typeof nothing {
    const shuffler = this.view.shuffler;
    if (shuffler === null) return nothing;
    const progress = shuffler.done !== null && shuffler.of !== null;
    const trouble = shuffler.trouble !== "";
    return html`<button type="button" class="shuffler ${trouble ? "trouble" : ""}" data-id="nav decks" aria-keyshortcuts="s" @click=${() => this.tell("open", "decks")}>
      <span><b>Shuffler</b> ${shuffler.by_hand ? "shuffling by hand" : trouble ? "needs you" : shuffler.doing}</span>
      ${progress ? html`<progress max=${shuffler.of ?? 1} value=${shuffler.done ?? 0} aria-label="Cards moved"></progress>` : nothing}
    </button>`;
  }
}
