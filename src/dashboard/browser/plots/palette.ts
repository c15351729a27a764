const tokens = {
  level: "level",
  band: "band",
  /** The line of a second series. */
  second: "second",
  limit: "limit",
  alarm: "alarm",
  evening: "evening",
  night: "night",
  grid: "grid",
  hairline: "hairline",
  line: "line",
  text: "text",
  muted: "muted",
  surface: "surface",
  nodata: "nodata",
  nodataSoft: "nodata-soft",
  accent: "accent",
} as const;

/** The colours of the tokens, as a canvas takes them, and the font. */
export type Palette = Readonly<Record<keyof typeof tokens | "font", string>>;

/** The colours that hold at an element: a report redefines the tokens for print. */
export function paletteOf(element: Element): Palette {
  const styles = getComputedStyle(element);
  const valueOf = (token: string) => styles.getPropertyValue(`--${token}`).trim();
  const colours = Object.entries(tokens).map(([name, token]) => [
    name,
    valueOf(token) || "#767676",
  ]);
  return { ...Object.fromEntries(colours), font: valueOf("font") || "sans-serif" } as Palette;
}

/** Diagonal lines, so that an area is recognised by more than its colour. */
export function hatch(
  context: CanvasRenderingContext2D,
  colour: string,
  pixel: number,
  direction: "/" | "\\" = "/",
): CanvasPattern | string {
  const size = Math.max(4, Math.round(8 * pixel));
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const lines = tile.getContext("2d");
  if (lines === null) return colour;
  lines.strokeStyle = colour;
  lines.lineWidth = Math.max(1, pixel);
  lines.beginPath();
  for (const shift of [-size, 0, size]) {
    const [left, right] = [shift - 1, shift + size + 1];
    lines.moveTo(direction === "/" ? left : right, size + 1);
    lines.lineTo(direction === "/" ? right : left, -1);
  }
  lines.stroke();
  return context.createPattern(tile, "repeat") ?? colour;
}
