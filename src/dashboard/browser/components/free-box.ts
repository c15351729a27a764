/** A rectangle of a picture, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** Index of the first box that lies inside the picture and covers none that is taken, or -1. */
export function firstFree(
  boxes: readonly Box[],
  picture: { readonly width: number; readonly height: number },
  taken: readonly Box[],
): number {
  return boxes.findIndex(
    (box) =>
      box.left >= 0 &&
      box.top >= 0 &&
      box.right <= picture.width &&
      box.bottom <= picture.height &&
      !taken.some((other) => overlap(box, other)),
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
