import { extremes } from "../plots/extremes.ts";

/** Metres of a degree of latitude, on a sphere of the mean radius of the earth. */
const metresPerDegree = 111_195;

/** A picture in pixels; the positions keep the margin free. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Places in a picture: north up, metres alike in both directions. `metres` is the length of a pixel. */
export function positionsIn<
  Located extends { readonly latitude: number; readonly longitude: number },
>(located: readonly Located[], { width, height, margin }: Picture) {
  const [south, north] = extremes(located.map(({ latitude }) => latitude));
  const [west, east] = extremes(located.map(({ longitude }) => longitude));
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, high] = [(east - west) * narrowing, north - south];
  // One place, or many at one: any scale will do.
  const scale =
    Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high, Number.MAX_SAFE_INTEGER) ||
    1;
  return {
    metres: metresPerDegree / scale,
    positions: located.map((each) => ({
      ...each,
      x: width / 2 + (each.longitude - (west + east) / 2) * narrowing * scale,
      y: height / 2 - (each.latitude - (south + north) / 2) * scale,
    })),
  };
}
