/** Keeps the page fresh: reloads it between rounds when the box has a newer bundle or the heap grew; keeps the screen on. */
import { VERSION } from "./messages-version";
import type { Hello } from "./messages";

const GROWTH_BYTES = 64_000_000;
const KEY = "reloaded-for-version";
const LOOK_MS = 30_000;

interface HeapPerformance {
  readonly memory?: { readonly usedJSHeapSize: number };
}

export class Reloading {
  private first: number | null = null;
  /** The bundle that the box served when this page was loaded. */
  private own: string | null = null;
  private lookedAt = 0;
  private lock: Promise<unknown> | null = null;

  get heapBytes(): number | null {
    return (performance as unknown as HeapPerformance).memory?.usedJSHeapSize ?? null;
  }

  /** Note what the box serves; a page that could misread its messages reloads at once, but only once. */
  note(hello: Hello): void {
    this.own ??= hello.bundle;
    if (hello.version === VERSION || sessionStorage.getItem(KEY) === String(hello.version)) return;
    sessionStorage.setItem(KEY, String(hello.version));
    location.reload();
  }

  /** Call between rounds only. */
  look(hello: Hello | null): void {
    if (hello !== null && hello.bundle !== this.own) location.reload();
    if (Date.now() - this.lookedAt < LOOK_MS) return;
    this.lookedAt = Date.now();
    const heap = this.heapBytes;
    if (heap === null) return;
    this.first ??= heap;
    if (heap > this.first + GROWTH_BYTES) location.reload();
  }

  /** Keep the screen on while the table is open; asked again after the page was hidden. */
  keepAwake(): void {
    if (this.lock !== null || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    this.lock = navigator.wakeLock.request("screen").then(
      (lock) => lock.addEventListener("release", () => (this.lock = null)),
      () => undefined,
    );
  }
}
