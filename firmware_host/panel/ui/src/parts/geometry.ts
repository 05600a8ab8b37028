/** Where the seats are on a drawn table, as the dealer sees them: seat 1 at the dealer's left, then clockwise. */

export interface Place {
  readonly x: number;
  readonly y: number;
  /** The side of the table, from which the seat's cards and bets lie inwards. */
  readonly side: "left" | "top" | "right";
}

export const PLATE = { width: 68, height: 50 } as const;

/** The width beside a seat in which its hand lies. */
const HAND = 72;

/** Return the places of so many seats: as many at the left as at the right, the others along the far edge. */
export function places(count: number, width: number, height: number): Place[] {
  const inset = PLATE.width + HAND;
  const room = Math.max(0, width - 2 * inset);
  const most = Math.floor(room / (PLATE.width + 2));
  const beside = Math.max(0, Math.ceil((count - most) / 2));
  const far = count - 2 * beside;
  const left = PLATE.width / 2;
  const top = PLATE.height / 2;
  const pitch = beside > 1 ? (height - PLATE.height) / (beside - 1) : 0;
  const column = Array.from({ length: beside }, (_, row) => (beside === 1 ? height / 2 : height - top - row * pitch));
  return [
    ...column.map((y): Place => ({ x: left, y, side: "left" })),
    ...Array.from({ length: far }, (_, at): Place => ({ x: inset + (room * (at + 0.5)) / far, y: top, side: "top" })),
    ...column.reverse().map((y): Place => ({ x: width - left, y, side: "right" })),
  ];
}

export const CARD = { width: 26, height: 37, most: 18, line: 29 } as const;

/** The room of a hand beside its seat, up to the next seat's. */
export const HAND_WIDTH = HAND - 3;

/** Return where so many faces lie from the corner of a hand: each with its rank and suit free, in two lines if more than four. */
export function fan(count: number, width: number = HAND_WIDTH): { x: number; y: number }[] {
  const each = count > 4 ? Math.ceil(count / 2) : count;
  const step = each > 1 ? Math.min(CARD.most, (width - CARD.width) / (each - 1)) : 0;
  return Array.from({ length: count }, (_, at) => ({ x: (at % each) * step, y: Math.floor(at / each) * CARD.line }));
}

/** Return how wide and high a fan is. */
export function fanSize(count: number): { width: number; height: number } {
  const spots = fan(count);
  return {
    width: Math.max(0, ...spots.map(({ x }) => x)) + CARD.width,
    height: Math.max(0, ...spots.map(({ y }) => y)) + CARD.height,
  };
}

/** Return the point this far inwards from a seat. */
export function inward(place: Place, by: number): { x: number; y: number } {
  if (place.side === "left") return { x: place.x + by, y: place.y };
  if (place.side === "right") return { x: place.x - by, y: place.y };
  return { x: place.x, y: place.y + by };
}
