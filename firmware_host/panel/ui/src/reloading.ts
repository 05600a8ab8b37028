/** Keeps the page fresh: reloads it between rounds when the box has a newer bundle or the heap grew; keeps the screen on. */
import { VERSION } from "./messages-version";
import type { Hello } from "./messages";

const GROWTH_BYTES = 64_000_000;
const LOOK_MS = 30_000;
const KEY = "reloaded-for";

interface HeapPerformance {
  readonly memory?: { readonly usedJSHeapSize: number };
}

export class Reloading {
  private first: number | null = null;
  private lookedAt = 0;
  private lock: Promise<unknown> | null = null;

  get heapBytes(): number | null {
    return (performance as unknown as HeapPerformance).memory?.usedJSHeapSize ?? null;
  }

  /** Call between rounds only. */
  look(hello: Hello | null): void {
    if (hello !== null && (hello.bundle !== own() || hello.version !== VERSION)) this.reloadFor(hello.bundle);
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

  /** Reload once for a bundle: should the box go on serving another one, the page stays as it is. */
  private reloadFor(bundle: string): void {
    if (bundle === "" || sessionStorage.getItem(KEY) === bundle) return;
    sessionStorage.setItem(KEY, bundle);
    location.reload();
  }
}

function own(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=bundle]")?.content ?? "";
}
