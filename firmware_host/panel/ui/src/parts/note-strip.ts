/** A refusal or a remark, above the expected step and never over it. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Refusal } from "../messages";
import { Part } from "../part";
import { sentence } from "../words";
import { cited } from "./step-bar";

export interface Note {
  readonly title: string;
  readonly refusal: Refusal | null;
}

@customElement("note-strip")
export class NoteStrip extends Part {
  @property({ attribute: false }) note: Note | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (this.note === null) return nothing;
    const { title, refusal } = this.note;
    return html`<div class="note ${refusal === null ? "remark" : "refusal"}" role="status">
      <div class="words"><b>${title}</b>
        ${refusal === null ? nothing : html`<span>${sentence(refusal.reason)}</span> ${refusal.allowed_by === "" ? nothing : html`<span class="allowed">What to do: ${sentence(refusal.allowed_by)}</span>`} ${cited(refusal.paragraphs)}`}
      </div>
      <button type="button" class="act quiet" data-id="note close" aria-keyshortcuts="Escape" @click=${() => this.tell("close-note", null)}>OK</button>
    </div>`;
  }
}
