/** A reason or a name: usual ones at one tap, others by letters on the screen or on a keyboard. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Act, Approvable } from "../messages";
import { Part } from "../part";

const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"] as const;

const USUAL: Readonly<Partial<Record<Act["kind"] | Approvable["kind"], readonly string[]>>> = {
  "foul-hand": ["too many cards", "too few cards", "mixed with other cards", "card left the table"],
  "request-approval": ["misdeal", "card exposed", "wrong number of cards", "dealer's error", "shuffler out of use"],
  "remove-deck": ["card damaged", "card missing", "opened six hours ago", "requested by the floor"],
  "approve-hand-shuffling": ["shuffler jammed", "shuffler out of use", "shuffler in service"],
  "order-recut": ["asked by a player", "cut not seen", "cover card missing"],
  "adjust-money": ["miscounted", "a chip fell", "wrong change"],
};

const ANY: readonly string[] = ["asked by a player", "dealer's error", "ordered by the floor"];

/** Return the usual reasons for an act; for a request those of the act asked for, where it has some of its own. */
export function reasons(act: Act): readonly string[] {
  const own = act.kind === "request-approval" ? USUAL[act.act.kind] : undefined;
  return own ?? USUAL[act.kind] ?? ANY;
}

@customElement("why-pad")
export class WhyPad extends Part {
  @property() asks: "Why" | "Name" = "Why";
  /** What is offered at one tap. */
  @property({ attribute: false }) suggestions: readonly string[] = ANY;
  @state() private text = "";
  @state() private letters = false;

  protected override render(): TemplateResult {
    return html`<label class="field"><span>${this.asks}</span>
        <input name="why" autocomplete="off" maxlength="200" .value=${this.text} @input=${(event: InputEvent) => (this.text = (event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => event.key === "Enter" && this.send(this.text)} />
        <button type="button" class="act go" data-settle="0" data-id="why send ${this.text}" aria-disabled=${this.text.trim() === "" ? "true" : nothing} @click=${() => this.send(this.text)}>Enter</button></label>
      ${this.letters ? this.keyboard() : this.usual()}`;
  }

  private usual(): TemplateResult {
    return html`<div class="usual">
      ${this.suggestions.map((one) => html`<button type="button" class="act" data-id="why ${one}" @click=${() => this.send(one)}>${one}</button>`)}
      <button type="button" class="act quiet" data-id="why other" @click=${() => (this.letters = true)}>${this.asks === "Name" ? "Another name" : "Other words"}</button>
    </div>`;
  }

  private keyboard(): TemplateResult {
    const rows = this.asks === "Name" ? ["1234567890-", ...ROWS] : ROWS;
    return html`<div class="letters rows-${rows.length}">${rows.map((row, at) => html`<div class="row">
      ${[...row].map((letter) => html`<button type="button" class="act digit" data-id="letter ${letter}" @click=${() => (this.text += letter)}>${letter}</button>`)}
      ${at === rows.length - 1 ? html`<button type="button" class="act digit wide" data-id="letter space" @click=${() => (this.text += " ")}>space</button>
        <button type="button" class="act digit" data-id="letter back" aria-label="Delete the last letter" @click=${() => (this.text = this.text.slice(0, -1))}>⌫</button>` : nothing}
    </div>`)}</div>`;
  }

  private send(text: string): void {
    if (text.trim() !== "") this.tell("why", text.trim());
  }
}
