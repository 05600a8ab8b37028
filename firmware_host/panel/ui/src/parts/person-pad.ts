/** Another person acts for once: choose the name, then type the PIN on digits in a new order each time. */
import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { PersonChoice, Role } from "../messages";
import { Part } from "../part";
import { roleWords } from "../words";

@customElement("person-pad")
export class PersonPad extends Part {
  @property({ attribute: false }) people: readonly PersonChoice[] = [];
  @property({ attribute: false }) roles: readonly Role[] = [];
  @property({ attribute: false }) only: string | null = null;
  @property() refused = "";
  @state() private chosen: PersonChoice | null = null;
  @state() private typed = "";
  private digits = shuffled();

  protected override render(): TemplateResult {
    const fitting = this.people.filter(
      (person) => person.roles.some((role) => this.roles.includes(role)) && (this.only === null || person.name === this.only),
    );
    const chosen = this.chosen ?? (fitting.length === 1 ? fitting[0] : undefined) ?? null;
    return html`<div class="people" role="group" aria-label="Who">
        ${fitting.length === 0 ? html`<p class="empty">No ${this.roles.map(roleWords).join(" or ")} is enrolled here.</p>` : ""}
        ${fitting.map((person) => html`<button type="button" class="act ${chosen === person ? "chosen" : ""}" aria-pressed=${chosen === person} data-id="person ${person.name}" @click=${() => (this.chosen = person)}>
          <span>${person.name}</span><small>${person.roles.filter((role) => this.roles.includes(role)).map(roleWords).join(", ")}</small></button>`)}
      </div>
      ${this.pad(chosen)}`;
  }

  private pad(chosen: PersonChoice | null): TemplateResult {
    const ready = chosen !== null && this.typed.length >= 4;
    return html`<div class="pin">
      <output class="amount" aria-live="off" aria-label="${this.typed.length} digits typed">${"•".repeat(this.typed.length)}<small class=${this.refused === "" ? "" : "wrong"}>${this.refused || (chosen === null ? "Choose who you are" : `PIN of ${chosen.name}`)}</small></output>
      <div class="digits pin-digits">
        ${this.digits.map((digit) => html`<button type="button" class="act digit" data-id="pin ${digit}" aria-keyshortcuts=${digit} @click=${() => (this.typed = (this.typed + digit).slice(0, 12))}>${digit}</button>`)}
        <button type="button" class="act quiet" data-id="pin back" aria-label="Delete the last digit" aria-keyshortcuts="Backspace" @click=${() => (this.typed = this.typed.slice(0, -1))}>⌫</button>
        <button type="button" class="act go" data-main data-id="pin send" aria-keyshortcuts="Enter" aria-disabled=${ready ? "false" : "true"} @click=${() => ready && this.send(chosen, this.typed)}>Enter</button>
      </div></div>`;
  }

  private send(person: PersonChoice, pin: string): void {
    const role = this.roles.find((one) => person.roles.includes(one));
    this.typed = "";
    this.digits = shuffled();
    if (role !== undefined) this.tell("person", { name: person.name, role, pin });
  }
}

/** The ten digits in a random order, so that smudges and glances tell nothing. */
function shuffled(): readonly string[] {
  const digits = [..."0123456789"];
  const random = crypto.getRandomValues(new Uint32Array(digits.length));
  for (let at = digits.length - 1; at > 0; at -= 1) {
    const other = (random[at] ?? 0) % (at + 1);
    [digits[at], digits[other]] = [digits[other] ?? "", digits[at] ?? ""];
  }
  return digits;
}
