/** Viridis in nine even steps, evenly light to the eye, also for people who confuse red and green. */
export const viridis: readonly (readonly [red: number, green: number, blue: number])[] = [
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
