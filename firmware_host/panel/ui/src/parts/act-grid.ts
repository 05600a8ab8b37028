/** Buttons in a grid that never grows over its place: what does not fit is on the next page. */
import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Measured } from "./sized";

const ROW = 66;

@customElement("act-grid")
export class ActGrid extends Measured {
  @property({ attribute: false }) items: readonly TemplateResult[] = [];
  /** What the grid is about; another one begins at its first page. */
  @property() about = "";
  /** How narrow a button may become; the style sheet knows the same two. */
  @property({ type: Boolean, reflect: true }) wide = false;
  @state() private room = 12;
  @state() private page = 0;
  private shownAbout = "";

  protected override updated(): void {
    this.measure();
  }

  protected override willUpdate(): void {
    if (this.about !== this.shownAbout) this.page = 0;
    this.shownAbout = this.about;
  }

  protected override render(): TemplateResult {
    if (this.items.length <= this.room) return html`${this.items}`;
    const each = this.room - 1;
    const pages = Math.ceil(this.items.length / each);
    const page = Math.min(this.page, pages - 1);
    return html`${this.items.slice(page * each, (page + 1) * each)}
      <button type="button" class="act quiet last" data-id="more ${page}" @click=${() => (this.page = (page + 1) % pages)}>
        <span>More</span><small>${page + 1} of ${pages}</small>
      </button>`;
  }

  protected override measure(): void {
    const gap = 6;
    const columns = Math.max(1, Math.floor((this.clientWidth + gap) / ((this.wide ? 300 : 148) + gap)));
    const rows = Math.max(1, Math.floor((this.clientHeight + gap) / (ROW + gap)));
    if (columns * rows !== this.room) this.room = Math.max(2, columns * rows);
  }
}
