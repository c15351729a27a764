/*
 * The part of a map that shows a set of points (RFC 7946; degrees in WGS 84).
 *
 * The box excludes the widest gap between neighbouring longitudes. If that gap does not contain the antimeridian, the
 * box crosses it. Worked example: longitudes 178, -179 and -177 are in a box from 178 eastward to -177, 5 degrees wide,
 * with its middle at -179.5.
 *
 * At zoom level z the world is 256 * 2^z pixels wide and high in Web Mercator (EPSG:3857). `farthest` is the greatest
 * distance from the center to a side of the box, as a fraction of the world. So 256 * 2^z * farthest <= 224.
 */

/** The smallest box of all points, or null. Across the antimeridian, west is greater than east (RFC 7946, 5.2). */
export function boundingBox(points: readonly Location[]): BoundingBox | null {
  const longitudes = points.map(({ longitude }) => longitude).toSorted((a, b) => a - b);
  const latitudes = points.map(({ latitude }) => latitude);
  const [first, last] = [longitudes[0], longitudes.at(-1)];
  if (first === undefined || last === undefined) return null;
  let [west, east, widestGap] = [first, last, first + 360 - last];
  for (const [index, longitude] of longitudes.entries()) {
    const next = longitudes[index + 1];
    if (next !== undefined && next - longitude > widestGap) {
      [west, east, widestGap] = [next, longitude, next - longitude];
    }
  }
  return [west, Math.min(...latitudes), east, Math.max(...latitudes)];
}

/** The ranges of degrees north and east. */
export const latitudes = { lowest: -90, highest: 90 } as const;
export const longitudes = { lowest: -180, highest: 180 } as const;

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** West, south, east, north. Invariant: south <= north; west > east crosses the antimeridian. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

/** The middle of a box. */
export function centerOf([west, south, east, north]: BoundingBox): Location {
  const middle = middleOf(west, west > east ? east + 360 : east);
  return {
    latitude: middleOf(south, north),
    longitude: middle > 180 ? round(middle - 360) : middle,
  };
}

/** Equal ends are their own middle, unrounded. */
function middleOf(from: number, to: number): number {
  return from === to ? from : round((from + to) / 2);
}

/** Rounds to seven decimals of a degree, a centimetre, never to -0: the middle of 53.3 and 53.4 is 53.35. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0;
}

/**
 * The greatest whole zoom level from 0 to 19 at which a square map of 512 pixels around `center` shows the whole box,
 * at least 32 pixels from its edges. A single point at the center has the level of streets.
 */
export function zoomOf(center: Location, box: BoundingBox): number {
  const [west, south, east, north] = box;
  const width = west > east ? east + 360 - west : east - west;
  const aside = Math.abs(center.longitude - centerOf(box).longitude);
  const farthest = Math.max(
    (width / 2 + Math.min(aside, 360 - aside)) / 360,
    Math.abs(mercatorHeight(north) - mercatorHeight(center.latitude)),
    Math.abs(mercatorHeight(south) - mercatorHeight(center.latitude)),
  );
  if (farthest === 0) return streetZoom;
  const level = Math.floor(Math.log2(224 / 256 / farthest));
  return Math.min(Math.max(level, zoomLevels.lowest), zoomLevels.highest);
}

export const zoomLevels = { lowest: 0, highest: 19 } as const;

/** A level at which a map shows the names of streets. */
export const streetZoom = 16;

/** The height above the equator in Web Mercator as a fraction of the world's height, -0.5 to 0.5. */
function mercatorHeight(latitude: number): number {
  const shown = Math.min(Math.max(latitude, -mercatorEnd), mercatorEnd);
  return Math.asinh(Math.tan((shown * Math.PI) / 180)) / (2 * Math.PI);
}

/** The latitude at which the map of the world ends, 85.05 degrees: the height there is 0.5. */
const mercatorEnd = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
