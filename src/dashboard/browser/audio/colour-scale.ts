import { blend, viridis } from "../plots/viridis.ts";

/** 256 colours from the lowest to the highest, as bytes red, green, blue. */
export const colourTable = Uint8Array.from(
  Array.from({ length: 256 }, (_, index) => blend(viridis, index / 255)).flat(),
);
