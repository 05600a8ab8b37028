/** Card faces, backs, chips and dice as SVG: the rank in the text font, the suit as a path; four colours on request. */
import { svg, type SVGTemplateResult } from "lit";

/** Suits drawn in a square of 20 units. */
export const SUIT_PATHS: Readonly<Record<string, string>> = {
  h: "M10 18.5 2.6 10.9A4.6 4.6 0 0 1 2.6 4.300A4.700 4.700 0 0 1 9.2 4.200L10 5.100 10.8 4.200A4.700 4.700 0 0 1 17.4 4.300A4.600 4.600 0 0 1 17.4 10.900Z",
  d: "M10 .8 17 10 10 19.200 3 10Z",
  s: "M10 1C12 4.500 18 7.500 18 11.800A3.900 3.900 0 0 1 11.200 14.400C11.300 16.600 12 18 13.200 19H6.800C8 18 8.700 16.600 8.800 14.400A3.900 3.900 0 0 1 2 11.800C2 7.500 8 4.500 10 1Z",
  c: "M10 1A4.200 4.200 0 0 1 13.600 7.400 4.200 4.200 0 1 1 11.200 13.900C11.300 16.400 12 18 13.200 19H6.800C8 18 8.700 16.400 8.800 13.900A4.200 4.200 0 1 1 6.400 7.400 4.200 4.200 0 0 1 10 1Z",
};

const rankOf = (card: string): string => (card[0] === "T" ? "10" : (card[0] ?? ""));

/** A small face whose rank and suit stand at its left edge, so that cards may lie over one another. */
export function cardIndex(card: string, x: number, y: number): SVGTemplateResult {
  // A card that lies face up and was not entered.
  if (card === "??") return svg`<g class="card index" transform="translate(${x} ${y})"><rect width="26" height="37" rx="3.500"></rect></g>`;
  const suit = card[1] ?? "s";
  return svg`<g class="card index suit-${suit}" transform="translate(${x} ${y})">
    <rect width="26" height="37" rx="3.500"></rect>
    <text class=${card[0] === "T" ? "ten" : ""} x="2" y="15.500">${rankOf(card)}</text>
    <path transform="translate(1.500 17) scale(.56)" d=${SUIT_PATHS[suit] ?? ""}></path>
  </g>`;
}

/** A face of `width` units, 44 wide where it is to be read from afar; drawn from its upper left corner. */
export function cardFace(card: string, x: number, y: number, width: number): SVGTemplateResult {
  if (card === "??") return cardBack(x, y, width);
  const suit = card[1] ?? "s";
  const height = width * 1.41;
  const half = rankOf(card).length > 1;
  return svg`<g class="card suit-${suit}" transform="translate(${x} ${y}) scale(${width / 44})">
    <rect width="44" height=${(height * 44) / width} rx="5"></rect>
    <text class="rank ${half ? "ten" : ""}" x="22" y="29" text-anchor="middle">${rankOf(card)}</text>
    <path transform="translate(11 34) scale(1.1)" d=${SUIT_PATHS[suit] ?? ""}></path>
  </g>`;
}

export function cardBack(x: number, y: number, width: number, back = ""): SVGTemplateResult {
  return svg`<g class="card-back ${back}" transform="translate(${x} ${y}) scale(${width / 44})">
    <rect width="44" height="62" rx="5"></rect><rect class="inner" x="5" y="5" width="34" height="52" rx="3"></rect>
  </g>`;
}

export function suitMark(suit: string): SVGTemplateResult {
  return svg`<path d=${SUIT_PATHS[suit] ?? ""}></path>`;
}

const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

/** A die's face of `size` units; 0 is a die nobody has read. */
export function die(face: number, x: number, y: number, size: number): SVGTemplateResult {
  const pips = PIPS[face] ?? [];
  return svg`<g class="die ${face === 0 ? "unread" : ""}" transform="translate(${x} ${y}) scale(${size / 40})">
    <rect width="40" height="40" rx="8"></rect>
    ${pips.map(([column, row]) => svg`<circle cx=${10 + column * 10} cy=${10 + row * 10} r="3.600"></circle>`)}
  </g>`;
}

/** A stack of chips that stands for a bet. */
export function chips(x: number, y: number): SVGTemplateResult {
  return svg`<g class="chips" transform="translate(${x} ${y})">
    ${[4, 0, -4].map((dy) => svg`<ellipse cx="0" cy=${dy} rx="9" ry="4.500"></ellipse>`)}
  </g>`;
}
