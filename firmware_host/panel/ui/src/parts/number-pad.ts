/** A number pad for an amount of money or a number of cards, with chips and all-in. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fits } from "../acts";
import type { Amounts } from "../messages";
import { Part } from "../part";
import { money } from "../words";

const CHIPS = [100, 500, 2500, 10000] as const;
const UNBOUNDED = 2 ** 40;

@customElement("number-pad")
export class NumberPad extends Part {
  @property({ attribute: false }) amounts!: Amounts;
  @property({ attribute: false }) chipCents = 1;
  @property({ attribute: false }) allIn = false;
  @property() send = "Enter";
  /** The digits typed, in dollars and cents or in cards. */
  @state() private typed = "";

  protected override render(): TemplateResult {
    const cards = this.amounts.unit === "cards";
    const value = this.value();
    const right = value !== null && fits(this.amounts, value);
    const max = this.amounts.max >= UNBOUNDED ? "" : cards ? String(this.amounts.max) : money(this.amounts.max);
    const range = cards ? `${this.amounts.min} to ${max}` : max === "" ? `${money(this.amounts.min)} or more` : `${money(this.amounts.min)} to ${max}`;
    const wrong = !right && this.typed !== "";
    const shown = this.typed === "" ? (cards ? "–" : "$–") : cards ? this.typed : `$${this.typed}`;
    return html`
      <div class="digits">
        ${["7", "8", "9"].map((digit) => this.key(digit))}
        <button type="button" class="act quiet" data-id="pad back" aria-label="Delete the last digit" aria-keyshortcuts="Backspace" @click=${() => (this.typed = this.typed.slice(0, -1))}>⌫</button>
        ${["4", "5", "6"].map((digit) => this.key(digit))} ${cards || this.amounts.step % 100 === 0 ? html`<span></span>` : this.key(".")}
        ${["1", "2", "3", "0"].map((digit) => this.key(digit))}
      </div>
      <div class="side">
        <output class="amount ${wrong ? "wrong" : ""}" aria-live="polite">${shown}<small>${cards && !wrong ? "" : range}${this.amounts.step > 1 && !cards ? `, in steps of ${money(this.amounts.step)}` : ""}</small></output>
        ${cards ? nothing : html`<div class="row">${CHIPS.filter((chip) => chip >= this.chipCents).map((chip) => html`<button type="button" class="act chip chip-${chip}" data-id="chip ${chip}" @click=${() => this.set((value ?? 0) + chip)}>+${money(chip)}</button>`)}</div>
        <div class="row">
          <button type="button" class="act quiet" data-id="pad min" @click=${() => this.set(this.amounts.min)}>Least ${money(this.amounts.min)}</button>
          ${max === "" ? nothing : html`<button type="button" class="act quiet" data-id="pad max" @click=${() => this.set(this.amounts.max)}>${this.allIn ? "All-in" : "Most"} ${max}</button>`}
        </div>`}
        <button type="button" class="act go" data-id="pad send ${value ?? ""}" data-settle="0" aria-disabled=${right ? nothing : "true"} aria-keyshortcuts="Enter" data-main
          @click=${() => right && this.tell("amount", value)}>${this.send}${right && value !== null ? ` ${cards ? value : money(value)}` : ""}</button>
      </div>`;
  }

  private key(digit: string): TemplateResult {
    return html`<button type="button" class="act digit" data-id="pad ${digit}" aria-keyshortcuts=${digit} @click=${() => this.add(digit)}>${digit}</button>`;
  }

  private add(digit: string): void {
    if (this.typed.length >= 9 || (digit === "." && this.typed.includes("."))) return;
    if (/\.\d\d$/.test(this.typed)) return;
    this.typed = (this.typed === "0" && digit !== "." ? "" : this.typed) + digit;
  }

  private set(value: number): void {
    this.typed = value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2);
  }

  private value(): number | null {
    if (this.typed === "" || this.typed === ".") return null;
    return this.amounts.unit === "cards" ? Number(this.typed) : Math.round(Number(this.typed) * 100);
  }
}
