/** Where the seats are on a drawn table, as the dealer sees them: seat 1 at the dealer's left, then clockwise. */

export interface Place {
  readonly x: number;
  readonly y: number;
  /** The side of the table, from which the seat's cards and bets lie inwards. */
  readonly side: "left" | "top" | "right";
}

export const PLATE = { width: 72, height: 50 } as const;

/** Return the places of so many seats, equally far apart along the left, far and right edge. */
export function places(count: number, width: number, height: number): Place[] {
  const left = PLATE.width / 2;
  const right = width - left;
  const top = PLATE.height / 2;
  const bottom = height - PLATE.height / 2;
  const rise = bottom - top;
  const across = right - left;
  const length = 2 * rise + across;
  return Array.from({ length: count }, (_, at) => {
    const way = count === 1 ? length / 2 : (at * length) / (count - 1);
    if (way < rise - 1) return { x: left, y: bottom - way, side: "left" };
    if (way <= rise + across + 1) return { x: Math.min(right, left + way - rise), y: top, side: "top" };
    return { x: right, y: top + (way - rise - across), side: "right" };
  });
}

/** Return the point this far inwards from a seat. */
export function inward(place: Place, by: number): { x: number; y: number } {
  if (place.side === "left") return { x: place.x + by, y: place.y };
  if (place.side === "right") return { x: place.x - by, y: place.y };
  return { x: place.x, y: place.y + by };
}
