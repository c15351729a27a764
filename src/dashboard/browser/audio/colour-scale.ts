/** Viridis: dark blue over green to yellow, evenly light to the eye, also for the colour-blind. */
const stops: readonly (readonly [red: number, green: number, blue: number])[] = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 74, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [109, 205, 89],
  [180, 222, 44],
  [253, 231, 37],
];

/** 256 colours from the lowest to the highest, as bytes red, green, blue. */
export const colourTable: Uint8Array = buildTable();

function buildTable(): Uint8Array {
  const table = new Uint8Array(256 * 3);
  for (let index = 0; index < 256; index += 1) {
    const place = (index / 255) * (stops.length - 1);
    const below = stops[Math.floor(place)] ?? [0, 0, 0];
    const above = stops[Math.ceil(place)] ?? below;
    for (const part of [0, 1, 2] as const) {
      table[index * 3 + part] = Math.round(below[part] + (above[part] - below[part]) * (place % 1));
    }
  }
  return table;
}
