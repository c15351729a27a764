/**
 * Where to look on a map to see a set of points (RFC 7946; degrees in WGS 84).
 *
 * The box of points is the smallest that holds them all, cut at the widest gap between neighbouring
 * longitudes: where that gap is not the one around the antimeridian, the box crosses it, and its west
 * is greater than its east (RFC 7946, 5.2). Example: longitudes 178, -179 and -177 lie in a box from
 * 178 east over the antimeridian to -177, 5 degrees wide, with its middle at -179.5.
 */
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

/** Degrees north and east that there are. */
export const latitudes = { lowest: -90, highest: 90 } as const;
export const longitudes = { lowest: -180, highest: 180 } as const;

/** A place, within those. */
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

/** Of one place it is that place itself, however finely it is given. */
function middleOf(from: number, to: number): number {
  return from === to ? from : round((from + to) / 2);
}

/**
 * Seven decimals of a degree, about a centimetre on the ground. Without rounding the middle of 53.3 and
 * 53.4 would be 53.349999999999994: binary fractions, which say nothing of a place. Never -0.
 */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0;
}

/**
 * The greatest whole zoom level from 0 to 19 at which a square map of 512 pixels around `center` shows
 * all of the box, 32 pixels off its edges. At level z the world is 256 * 2^z pixels wide and high in
 * Web Mercator (EPSG:3857), which ends at 85.05 degrees: so, with `reach` the greater part of the
 * world's width or height from the center to a side of the box, 256 * 2^z * reach <= 224. Where there
 * is nothing to spread over, streets are shown.
 */
export function zoomOf(center: Location, box: BoundingBox): number {
  const [west, south, east, north] = box;
  const width = west > east ? east + 360 - west : east - west;
  const aside = Math.abs(center.longitude - centerOf(box).longitude);
  const reach = Math.max(
    (width / 2 + Math.min(aside, 360 - aside)) / 360,
    Math.abs(mercatorHeight(north) - mercatorHeight(center.latitude)),
    Math.abs(mercatorHeight(south) - mercatorHeight(center.latitude)),
  );
  if (reach === 0) return streetZoom;
  const level = Math.floor(Math.log2(224 / 256 / reach));
  return Math.min(Math.max(level, zoomLevels.lowest), zoomLevels.highest);
}

export const zoomLevels = { lowest: 0, highest: 19 } as const;

/** A level at which streets have their names. */
export const streetZoom = 16;

/** Height above the equator as a part of the height of the world, -0.5 to 0.5. */
function mercatorHeight(latitude: number): number {
  const shown = Math.min(Math.max(latitude, -mercatorEnd), mercatorEnd);
  return Math.asinh(Math.tan((shown * Math.PI) / 180)) / (2 * Math.PI);
}

/** Where the square of the world ends, in degrees: the height there is 0.5. */
const mercatorEnd = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
