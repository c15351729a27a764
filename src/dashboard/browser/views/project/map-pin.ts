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
  /** Level and state in words. */
  readonly description: string;
  /** The sensor's own view. */
  readonly href: string;
}

/** The element of a pin, a link, which stays the same while its sensor changes. */
export interface PinElement {
  readonly link: HTMLAnchorElement;
  readonly name: HTMLSpanElement;
  readonly show: (pin: MapPin) => void;
}

export function createPinElement(): PinElement {
  const link = document.createElement("a");
  link.draggable = false;
  const [circle, mark, level, name] = ["pin-circle", "pin-mark", "pin-level", "pin-name"].map(
    (className) => {
      const span = document.createElement("span");
      span.className = className;
      return span;
    },
  ) as [HTMLSpanElement, HTMLSpanElement, HTMLSpanElement, HTMLSpanElement];
  circle.append(mark, level);
  link.append(circle, name);
  const show = (pin: MapPin) => {
    link.className = `pin ${pin.tone}`;
    link.href = pin.href;
    link.setAttribute("aria-label", `${pin.name}: ${pin.description}`);
    mark.textContent = pin.tone === "above" ? "▲" : "";
    level.textContent = pin.text;
    name.textContent = pin.name;
  };
  return { link, name, show };
}
