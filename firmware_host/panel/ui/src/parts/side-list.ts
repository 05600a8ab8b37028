/** The other legal steps, one tap away, each in a place it keeps; the second button shows all acts. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { identity } from "../acts";
import { label, shortcut } from "../labels";
import type { DealerView, Role, Step } from "../messages";
import { Slots } from "../slots";
import { Measured } from "./sized";

@customElement("side-list")
export class SideList extends Measured {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) steps: readonly Step[] = [];
  @property({ attribute: false }) roles: readonly Role[] = [];
  /** Whether the digits of a keyboard press these buttons; while dice are entered they are the faces. */
  @property({ attribute: false }) digits = true;
  @state() private room = 8;
  private readonly slots = new Slots();

  protected override render(): TemplateResult {
    // Taking back and the list of all acts keep their places, so that nothing else moves there.
    const back = this.steps.find(({ act }) => act.kind === "take-back");
    const others = this.steps.filter((step) => step !== back);
    const shown = this.slots.place(keyed(others), this.room - 2);
    const more = others.length - shown.filter((step) => step !== null).length;
    return html`${back === undefined ? this.nothingToTakeBack() : this.one(back, 9)}
      <button type="button" class="act quiet" data-id="nav acts" aria-keyshortcuts="a" @click=${() => this.tell("open", "acts")}>
        <span>All acts${more > 0 ? ` (${more} more)` : ""}</span><kbd aria-hidden="true">a</kbd>
      </button>
      ${shown.map((step, at) => (step === null ? html`<span></span>` : this.one(step, at)))}`;
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

  protected override measure(): void {
    const style = getComputedStyle(this);
    const gap = Number.parseFloat(style.rowGap) || 6;
    const columns = style.gridTemplateColumns.split(" ").length;
    const row = this.firstElementChild?.clientHeight ?? 60;
    const rows = Math.max(1, Math.floor((this.clientHeight + gap + 2) / (row + 2 + gap)));
    const room = Math.max(2, columns * rows);
    if (room !== this.room) this.room = room;
  }
}

/** Name each step by what it does, whoever it is for: the next player's muck lies where the last one's lay. */
function keyed(steps: readonly Step[]): (readonly [string, Step])[] {
  const times = new Map<string, number>();
  return steps.map((step) => {
    const act = step.act;
    const inner = act.kind === "request-approval" ? act.act : act;
    const about = inner as { readonly back?: string; readonly what?: string; readonly game?: string; readonly why?: string };
    const kind = [act.kind, inner.kind, about.back, about.what, about.game, act.kind.startsWith("call-") || act.kind.startsWith("order-") ? about.why : ""].join(" ");
    const nth = (times.get(kind) ?? 0) + 1;
    times.set(kind, nth);
    return [`${kind} ${nth}`, step] as const;
  });
}
