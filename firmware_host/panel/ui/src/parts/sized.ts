/** Parts that measure the room they have, each time it changes. */
import { state } from "lit/decorators.js";
import { Part } from "../part";

export abstract class Measured extends Part {
  private readonly observer = new ResizeObserver(() => this.measure());

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  /** Called when the part has another size. */
  protected abstract measure(): void;
}

/** A part that draws to its own size, in units of at least one pixel, so that letters keep their size. */
export abstract class Sized extends Measured {
  @state() protected wide = 480;
  @state() protected high = 240;

  protected override measure(): void {
    if (this.clientWidth === 0 || this.clientHeight === 0) return;
    const scale = Math.min(1.7, Math.max(1, Math.min(this.clientWidth / 480, this.clientHeight / 250)));
    this.wide = Math.round(this.clientWidth / scale);
    this.high = Math.round(this.clientHeight / scale);
  }
}
