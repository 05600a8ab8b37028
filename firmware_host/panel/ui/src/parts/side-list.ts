/** The other legal steps, one tap away; the last button shows all acts. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { identity } from "../acts";
import { label, shortcut } from "../labels";
import type { DealerView, Role, Step } from "../messages";
import { Part } from "../part";

@customElement("side-list")
export class SideList extends Part {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) steps: readonly Step[] = [];
  @property({ attribute: false }) roles: readonly Role[] = [];
  @state() private room = 8;
  private readonly observer = new ResizeObserver(() => this.measure());

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  protected override render(): TemplateResult {
    const all = this.steps.length;
    const shown = all <= this.room - 1 ? this.steps : this.steps.slice(0, this.room - 1);
    return html`${shown.map((step, at) => this.one(step, at))}
      <button type="button" class="act quiet" data-id="nav acts" aria-keyshortcuts="a" @click=${() => this.tell("open", "acts")}>
        <span>All acts${all > shown.length ? ` (${all - shown.length} more)` : ""}</span><kbd aria-hidden="true">a</kbd>
      </button>`;
  }

  private one(step: Step, at: number): TemplateResult {
    const key = shortcut(step.act) ?? (at < 9 ? String(at + 1) : null);
    const other = this.roles.includes(step.role) ? nothing : html`<small>${step.role.replaceAll("-", " ")}</small>`;
    return html`<button
      type="button"
      class="act ${step.act.kind}"
      data-act
      data-id=${identity(step, this.view.table.turn)}
      title=${step.say}
      aria-keyshortcuts=${key ?? nothing}
      @click=${() => this.tell("choose-step", step)}
    >
      <span>${label(step, this.view)}</span>${other}${key === null ? nothing : html`<kbd aria-hidden="true">${key}</kbd>`}
    </button>`;
  }

  private measure(): void {
    const columns = this.clientWidth >= 250 ? 2 : 1;
    const rows = Math.max(1, Math.floor((this.clientHeight + 6) / 66));
    const room = Math.max(2, columns * rows);
    if (room !== this.room) this.room = room;
  }
}
