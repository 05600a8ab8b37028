/** Two dice: one tap for each, in either order. */
import { html, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { die } from "../cards";
import { Part } from "../part";

@customElement("dice-pad")
export class DicePad extends Part {
  @state() private first = 0;

  protected override render(): TemplateResult {
    return html`<p>${this.first === 0 ? "The first die" : `First die ${this.first}. The second die`}</p>
      <div class="answers faces">${[1, 2, 3, 4, 5, 6].map((face) => html`<button type="button" class="answer face" data-id="die ${this.first} ${face}" aria-label=${String(face)} aria-keyshortcuts=${String(face)}
        @click=${() => this.enter(face)}><svg viewBox="0 0 40 40" aria-hidden="true">${die(face, 0, 0, 40)}</svg></button>`)}</div>`;
  }

  private enter(face: number): void {
    if (this.first === 0) this.first = face;
    else this.tell("dice", [this.first, face]);
  }
}
