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
  /** Whether the digits of a keyboard press these buttons; while dice are entered they are the faces. */
  @property({ attribute: false }) digits = true;
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
    // Taking back keeps its place, so that nothing else moves there.
    const back = this.steps.find(({ act }) => act.kind === "take-back");
    const others = this.steps.filter((step) => step !== back);
    const all = others.length;
    const room = this.room - 2;
    const shown = all <= room ? others : others.slice(0, room);
    return html`${back === undefined ? this.nothingToTakeBack() : this.one(back, 9)} ${shown.map((step, at) => this.one(step, at))}
      <button type="button" class="act quiet" data-id="nav acts" aria-keyshortcuts="a" @click=${() => this.tell("open", "acts")}>
        <span>All acts${all > shown.length ? ` (${all - shown.length} more)` : ""}</span><kbd aria-hidden="true">a</kbd>
      </button>`;
  }

  private nothingToTakeBack(): TemplateResult | typeof nothing {
    const offer = this.view.offers.find(({ act }) => act.kind === "take-back");
    if (offer === undefined) return nothing;
    return html`<button type="button" class="act not-now" data-id="offer take-back" aria-keyshortcuts="b" @click=${() => this.tell("explain", offer)}>
      <span>Take back</span><i aria-label="not now; why?">?</i></button>`;
  }

  private one(step: Step, at: number): TemplateResult {
    const key = shortcut(step.act) ?? (at < 9 && this.digits ? String(at + 1) : null);
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
    const style = getComputedStyle(this);
    const gap = Number.parseFloat(style.rowGap) || 6;
    const columns = style.gridTemplateColumns.split(" ").length;
    const row = this.firstElementChild?.clientHeight ?? 60;
    const rows = Math.max(1, Math.floor((this.clientHeight + gap + 2) / (row + 2 + gap)));
    const room = Math.max(2, columns * rows);
    if (room !== this.room) this.room = room;
  }
}
