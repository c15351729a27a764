import { array, assert, constantFrom, double, oneof, property, record } from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  boundingBox,
  type BoundingBox,
  centerOf,
  type Location,
  zoomOf,
} from "../../src/acoustics/map-view.ts";

/** Points, each as longitude and latitude. */
const at = (...coordinates: [longitude: number, latitude: number][]): Location[] =>
  coordinates.map(([longitude, latitude]) => ({ longitude, latitude }));

test("Without points there is no box", () => {
  expect(boundingBox([])).toBeNull();
});

const boxes: [what: string, points: Location[], box: BoundingBox, middle: [number, number]][] = [
  ["one point", at([-6.25, 53.5]), [-6.25, 53.5, -6.25, 53.5], [-6.25, 53.5]],
  ["one point twice", at([1, 2], [1, 2]), [1, 2, 1, 2], [1, 2]],
  ["points on both sides of Greenwich", at([-1, 50], [3, 52]), [-1, 50, 3, 52], [1, 51]],
  [
    "the antimeridian",
    at([178, -17], [-179, -18], [-177, -16]),
    [178, -18, -177, -16],
    [-179.5, -17],
  ],
  ["a middle east of the antimeridian", at([170, 0], [-160, 0]), [170, 0, -160, 0], [-175, 0]],
  ["a middle west of it", at([160, 0], [-170, 0]), [160, 0, -170, 0], [175, 0]],
  ["a middle on it", at([170, 0], [-170, 0]), [170, 0, -170, 0], [180, 0]],
  ["the antimeridian as 180 and -180", at([180, 1], [-180, 3]), [180, 1, -180, 3], [180, 2]],
  ["a point on the antimeridian", at([180, 0], [-170, 0]), [180, 0, -170, 0], [-175, 0]],
  ["half the world either way", at([-90, 0], [90, 0]), [-90, 0, 90, 0], [0, 0]],
  ["just more than half the world", at([-90.5, 0], [90, 0]), [90, 0, -90.5, 0], [179.75, 0]],
  ["points all around", at([-120, 0], [0, 10], [120, -10]), [-120, -10, 120, 10], [0, 0]],
  ["both poles", at([0, 90], [10, -90]), [0, -90, 10, 90], [5, 0]],
  // Their middles have binary fractions, and are rounded to seven decimals.
  ["fractions", at([-6.3, 53.3], [-6.2, 53.4]), [-6.3, 53.3, -6.2, 53.4], [-6.25, 53.35]],
  ["fractions, west", at([179.3, 0.1], [-179.9, 0.2]), [179.3, 0.1, -179.9, 0.2], [179.7, 0.15]],
  ["fractions, east", at([179.9, -0.1], [-179.3, 0.1]), [179.9, -0.1, -179.3, 0.1], [-179.7, 0]],
  ["a middle between two decimals", at([0, 0], [1e-7, -1e-8]), [0, -1e-8, 1e-7, 0], [1e-7, 0]],
  // The middle of one point is not rounded.
  [
    "many decimals",
    at([-6.123456789, 53.5]),
    [-6.123456789, 53.5, -6.123456789, 53.5],
    [-6.123456789, 53.5],
  ],
];
for (const [what, points, box, [longitude, latitude]] of boxes) {
  test(`The smallest box and its middle: ${what}`, () => {
    expect(boundingBox(points)).toEqual(box);
    expect(centerOf(box)).toEqual({ longitude, latitude });
  });
}

// Quarters of a degree and their sums are exact in binary fractions; + 0 turns -0 into 0.
const quarters = (end: number) =>
  double({ min: -end, max: end, noNaN: true }).map((degrees) => Math.round(degrees * 4) / 4 + 0);
const location = record({
  longitude: oneof(quarters(180), constantFrom(-180, 180, 179.75, -179.75)),
  latitude: oneof(quarters(90), constantFrom(-90, 90)),
});
const locations = array(location, { minLength: 1, maxLength: 12 });

/** How far east of `from` a longitude is, 0 to 360. */
const eastOf = (from: number, longitude: number) => (longitude - from + 360) % 360;

function requireBox(points: readonly Location[]): BoundingBox {
  const box = boundingBox(points);
  if (box === null) throw new Error("points have a box");
  return box;
}

const widthOf = ([west, , east]: BoundingBox) => (west > east ? east + 360 - west : east - west);

test("Every point lies in the box, and a point lies on each side", () => {
  assert(
    property(locations, (points) => {
      const [west, south, east, north] = requireBox(points);
      const has = (of: (point: Location) => boolean) => points.some(of);
      return (
        has(({ longitude }) => longitude === west) &&
        has(({ longitude }) => longitude === east) &&
        has(({ latitude }) => latitude === south) &&
        has(({ latitude }) => latitude === north) &&
        points.every(
          ({ longitude, latitude }) =>
            latitude >= south &&
            latitude <= north &&
            (west > east
              ? longitude >= west || longitude <= east
              : longitude >= west && longitude <= east),
        )
      );
    }),
  );
});

test("No narrower box holds all points", () => {
  assert(
    property(locations, (points) => {
      const widths = points.map(({ longitude: west }) =>
        Math.max(...points.map(({ longitude }) => eastOf(west, longitude))),
      );
      expect(widthOf(requireBox(points)) % 360).toBe(Math.min(...widths));
    }),
  );
});

test("The order of points does not matter", () => {
  assert(
    property(locations, (points) => {
      expect(boundingBox(points.toReversed())).toEqual(boundingBox(points));
      expect(boundingBox([...points.slice(1), ...points.slice(0, 1)])).toEqual(boundingBox(points));
    }),
  );
});

test("The middle is as far from west as from east, and a longitude from -180 to 180", () => {
  assert(
    property(locations, (points) => {
      const box = requireBox(points);
      const { longitude } = centerOf(box);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(eastOf(box[0], longitude) * 2).toBe(widthOf(box));
    }),
  );
});

for (const [what, center, box, zoom] of [
  ["one point shows its streets", [-6, 53], [-6, 53, -6, 53], 16],
  ["a point at a pole", [0, 90], [0, 90, 0, 90], 16],
  ["a point with many decimals", [1 / 3, 1 / 3], [1 / 3, 1 / 3, 1 / 3, 1 / 3], 16],
  ["the whole world has the lowest", [0, 0], [-180, -90, 180, 90], 0],
  ["a tiny box has the highest", [0, 0], [0, 0, 0.00001, 0.00001], 19],
  // 360 / 2^8 degrees are 256 pixels at level 8, and 448 pixels are 1.75 times that.
  ["exactly as wide as the map", [0, 0], [-1.23046875, 0, 1.23046875, 0], 8],
  ["a little wider than the map", [0, 0], [-1.2305, 0, 1.2305, 0], 7],
  ["the same over the antimeridian", [180, 0], [178.76953125, 0, -178.76953125, 0], 8],
  ["the same around -180 in place of 180", [-180, 0], [178.76953125, 0, -178.76953125, 0], 8],
  ["a center beside the middle needs more", [1.23046875, 0], [-1.23046875, 0, 1.23046875, 0], 7],
  ["high in the north a box is higher than wide", [0, 80], [-0.1, 79, 0.1, 81], 5],
  ["a box far from the center", [0, 0], [179, 0, 180, 0], 0],
] as [string, [number, number], BoundingBox, number][]) {
  test(`The zoom that shows a box: ${what}`, () => {
    const [longitude, latitude] = center;
    expect(zoomOf({ longitude, latitude }, box)).toBe(zoom);
  });
}

test("The zoom is the highest at which all points are 32 pixels inside a map of 512 pixels", () => {
  assert(
    property(locations, location, (points, other) => {
      const box = requireBox(points);
      for (const center of [centerOf(box), other]) {
        const zoom = zoomOf(center, box);
        const pixels = Math.max(...points.map((point) => pixelsApart(center, point)));
        const size = 2 ** zoom;
        expect([Number.isInteger(zoom), zoom >= 0, zoom <= 19]).toEqual([true, true, true]);
        if (zoom > 0) expect(pixels * size).toBeLessThanOrEqual(224.000001);
        else expect(pixels).toBeLessThanOrEqual(256.000001);
        if (pixels > 0 && zoom < 19 && isNear(center, box)) {
          expect(pixels * size * 2).toBeGreaterThan(223.999999);
        }
      }
    }),
  );
});

/** True if the shortest way from the center to each point does not go around the world. */
function isNear(center: Location, box: BoundingBox): boolean {
  const aside = Math.abs(center.longitude - centerOf(box).longitude);
  return widthOf(box) / 2 + Math.min(aside, 360 - aside) <= 180;
}

/** The greater of the distances along both axes in pixels at level 0, by another formula of EPSG:3857. */
function pixelsApart(from: Location, to: Location): number {
  const height = (latitude: number) => {
    const radians = (Math.max(-85.05112878, Math.min(85.05112878, latitude)) * Math.PI) / 180;
    return (Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * 256;
  };
  const aside = Math.abs(from.longitude - to.longitude);
  return Math.max(
    (Math.min(aside, 360 - aside) / 360) * 256,
    Math.abs(height(from.latitude) - height(to.latitude)),
  );
}
