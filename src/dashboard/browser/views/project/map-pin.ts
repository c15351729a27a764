import { splitAtEnd } from "../../components/end-kept.tsx";

/** A sensor on the map. */
export interface MapPin {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** `above`: red ring and a mark. `off`: grey, for what is not measured now. */
  readonly tone: "above" | "plain" | "off";
  /** The level, or a dash. */
  readonly text: string;
  /** Level and state in words; empty where neither is known. */
  readonly description: string;
  /** The sensor's own view. */
  readonly href: string;
}

export type PinElement = ReturnType<typeof createPinElement>;

/** The element of a pin, a link, which stays the same while its sensor changes. */
export function createPinElement() {
  const link = document.createElement("a");
  link.draggable = false;
  const words = span("visually-hidden");
  const circle = span("pin-circle");
  const mark = span("pin-mark alarm");
  const level = span("pin-level");
  const name = span("pin-name end-kept tiny");
  const more = span("pin-more");
  circle.append(mark, level, more);
  // The number of pins that it hides; null for one that is hidden itself.
  const gather = (hidden: number | null) => {
    link.hidden = hidden === null;
    more.textContent = hidden === null || hidden === 0 ? "" : `+${hidden}`;
    link.dataset["more"] = String(hidden ?? 0);
  };
  // Screen readers get the words in place of the picture, in an order that makes sense.
  for (const part of [circle, name]) part.setAttribute("aria-hidden", "true");
  link.append(words, circle, name);
  const show = (pin: MapPin) => {
    link.className = `pin ${pin.tone}`;
    link.href = pin.href;
    words.textContent = [pin.name, pin.description].filter(Boolean).join(": ");
    mark.textContent = pin.tone === "above" ? "▲" : "";
    level.textContent = pin.text;
    name.replaceChildren(...splitAtEnd(pin.name).map((part) => span("", part)));
  };
  return { link, name, show, gather };
}

function span(className: string, text = ""): HTMLSpanElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}
