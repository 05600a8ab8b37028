/**
 * Places that buttons keep from one view to the next. Pure.
 *
 * What is still there stays where it is; what comes back gets its former place, unless another has it now; what goes leaves a gap.
 */
export class Slots {
  private shown = new Map<string, number>();
  private readonly homes = new Map<string, number>();

  /** Place the items, the most important first, by their keys; return one item or null for each place. */
  place<T>(items: readonly (readonly [key: string, item: T])[], room: number): (T | null)[] {
    const wanted = items.slice(0, Math.max(0, room));
    const placed = new Map<string, number>();
    const taken = new Set<number>();
    const put = (key: string, at: number | undefined): void => {
      if (at === undefined || at >= room || placed.has(key) || taken.has(at)) return;
      placed.set(key, at);
      taken.add(at);
    };
    for (const [key] of wanted) put(key, this.shown.get(key));
    for (const [key] of wanted) put(key, this.homes.get(key));
    const known = new Set(this.homes.values());
    const places = Array.from({ length: Math.max(0, room) }, (_, at) => at);
    for (const [key] of wanted) {
      if (placed.has(key)) continue;
      // A place that nothing else came from stays free for what comes back.
      put(key, places.find((at) => !taken.has(at) && !known.has(at)) ?? places.find((at) => !taken.has(at)));
      this.homes.set(key, placed.get(key) ?? 0);
    }
    this.shown = placed;
    const found = places.map((): T | null => null);
    for (const [key, item] of wanted) found[placed.get(key) ?? 0] = item;
    while (found.length > 0 && found[found.length - 1] === null) found.pop();
    return found;
  }
}
