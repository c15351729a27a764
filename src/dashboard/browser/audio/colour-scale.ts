import { viridis } from "../plots/viridis.ts";

/** 256 colours from the lowest to the highest, as bytes red, green, blue. */
export const colourTable: Uint8Array = buildTable();

function buildTable(): Uint8Array {
  const table = new Uint8Array(256 * 3);
  for (let index = 0; index < 256; index += 1) {
    const place = (index / 255) * (viridis.length - 1);
    const below = viridis[Math.floor(place)] ?? [0, 0, 0];
    const above = viridis[Math.ceil(place)] ?? below;
    for (const part of [0, 1, 2] as const) {
      table[index * 3 + part] = Math.round(below[part] + (above[part] - below[part]) * (place % 1));
    }
  }
  return table;
}
