export type Colour = readonly [red: number, green: number, blue: number];

/** Viridis in nine even steps, evenly light to the eye, also for people who confuse red and green. */
export const viridis: readonly Colour[] = [
  [68, 1, 84],
  [71, 45, 123],
  [59, 82, 139],
  [44, 114, 142],
  [33, 145, 140],
  [40, 174, 128],
  [94, 201, 98],
  [173, 220, 48],
  [253, 231, 37],
];

/** The colours as a style, the highest at the top. */
export const viridisGradient = `linear-gradient(${viridis
  .toReversed()
  .map((colour) => `rgb(${colour.join(" ")})`)
  .join()})`;

/** The colour at a part of the way, 0 to 1. */
export function blend(colours: readonly Colour[], part: number): Colour {
  const place = Math.min(1, Math.max(0, part)) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  const [from = [0, 0, 0], to = from] = [colours[index], colours[index + 1]];
  const mixed = (channel: 0 | 1 | 2) =>
    Math.round(from[channel] + (to[channel] - from[channel]) * (place - index));
  return [mixed(0), mixed(1), mixed(2)];
}
