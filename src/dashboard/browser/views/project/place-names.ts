import { type Box, boxAround, firstFree } from "../../components/free-box.ts";

/** A pin on the map, in pixels from its upper left corner, and how wide its name would be. */
export interface PinPlace {
  readonly x: number;
  readonly y: number;
  readonly nameWidth: number;
}

/** The position of a pin's name; null if it has no room, and is shown only while it is pointed at. */
export type NamePlace = "below" | "above" | null;

export const pinSize = 44;
/** How far the number of pins that one stands for reaches beyond it, in the styles as well. */
export const badgeReach = 12;
const nameHeight = 20;
const gap = 2;
const places = ["below", "above"] as const;

/**
 * Finds room for the names of pins, in the order given: below the pin, else above it. A name covers no other pin, no
 * other name and none of the `obstacles`, and is not cut by the edge of the map. More than twelve pins have no names.
 */
export function placeNames(
  pins: readonly PinPlace[],
  map: { readonly width: number; readonly height: number },
  obstacles: readonly Box[] = [],
): NamePlace[] {
  if (pins.length > 12) return pins.map(() => null);
  const circles = pins.map(({ x, y }) => boxAround(x, y, pinSize, pinSize));
  const taken = [...obstacles];
  return pins.map((pin, index) => {
    const others = circles.filter((_, other) => other !== index);
    const boxes = places.map((place) => nameBox(pin, place));
    const free = firstFree(boxes, map, [...others, ...taken]);
    taken.push(...boxes.slice(free, free + 1));
    return places[free] ?? null;
  });
}

function nameBox({ x, y, nameWidth }: PinPlace, place: "above" | "below"): Box {
  const distance = pinSize / 2 + gap + nameHeight / 2;
  return boxAround(x, place === "below" ? y + distance : y - distance, nameWidth, nameHeight);
}
