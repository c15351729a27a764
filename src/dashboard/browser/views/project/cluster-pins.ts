/** A pin on the map, in pixels from its upper left corner. */
export interface PinPosition {
  readonly x: number;
  readonly y: number;
  /** True for a pin that stands for others near it: one above its limit is never hidden by another. */
  readonly isFirst: boolean;
}

/**
 * Groups of pins that would cover each other, as indices: the first of each group is drawn, for the others as well.
 * Each of a group is nearer than `distance` to its first, and firsts are at least that far apart.
 */
export function clusterPins(pins: readonly PinPosition[], distance: number): number[][] {
  const groups: number[][] = [];
  const order = [...pins.keys()].toSorted(
    (left, right) => Number(pins[right]?.isFirst) - Number(pins[left]?.isFirst),
  );
  for (const index of order) {
    const pin = pins[index];
    const near = groups.find(([first = -1]) => {
      const other = pins[first];
      return (
        pin !== undefined &&
        other !== undefined &&
        Math.hypot(pin.x - other.x, pin.y - other.y) < distance
      );
    });
    if (near === undefined) groups.push([index]);
    else near.push(index);
  }
  return groups;
}
