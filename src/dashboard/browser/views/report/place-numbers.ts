import { type Box, boxAround, firstFree } from "../../components/free-box.ts";

/** The number of a dot in the plan, in pixels. */
interface PlacedNumber {
  /** The middle of the text. */
  readonly x: number;
  readonly y: number;
  /** The end of a line from the dot to a number that has no room beside it. */
  readonly leader: readonly [x: number, y: number] | null;
}

export const dotRadius = 4;
const digit = { width: 8, height: 12 };

/** How far a number is from its dot: beside it, or further away, in more directions. */
const beside = 7;
const further = [20, 34, 48, 62];
const straight = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
] as const;
const slanting = [
  [0.7, -0.7],
  [0.7, 0.7],
  [-0.7, -0.7],
  [-0.7, 0.7],
] as const;

/**
 * Finds room for the numbers of dots, in the order given: to the right, else to the left, above, below, else at the end
 * of a line. A number covers no dot, no other number and none of the obstacles.
 */
export function placeNumbers(
  dots: readonly { readonly x: number; readonly y: number }[],
  picture: { readonly width: number; readonly height: number },
  obstacles: readonly Box[],
): PlacedNumber[] {
  const size = 2 * dotRadius;
  const taken = [...obstacles, ...dots.map(({ x, y }) => boxAround(x, y, size, size))];
  return dots.map(({ x, y }, index) => {
    const width = digit.width * String(index + 1).length;
    const boxAt = (distance: number, [right, down]: readonly [number, number]) => {
      const [middleX, middleY] = [distance + width / 2, distance + digit.height / 2];
      return boxAround(x + right * middleX, y + down * middleY, width, digit.height);
    };
    const near = straight.map((direction) => boxAt(beside, direction));
    const far = further.flatMap((distance) =>
      [...straight, ...slanting].map((direction) => boxAt(distance, direction)),
    );
    const boxes = [...near, ...far];
    const free = Math.max(0, firstFree(boxes, picture, taken));
    const { left, top, right, bottom } = boxes[free] ?? boxAt(beside, straight[0]);
    taken.push({ left, top, right, bottom });
    const edge = [Math.min(right, Math.max(left, x)), Math.min(bottom, Math.max(top, y))] as const;
    return {
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      leader: free < near.length ? null : edge,
    };
  });
}
