/** The base of every element: light DOM, so that labels, ARIA ids and the one style sheet reach it. */
import { LitElement } from "lit";

export abstract class Part extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Tell the page what was chosen here; elements know no socket. */
  protected tell<T>(name: string, detail: T): void {
    this.dispatchEvent(new CustomEvent<T>(name, { detail, bubbles: true }));
  }
}
