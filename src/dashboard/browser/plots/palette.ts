/** The colours of the tokens, as a canvas takes them. */
export interface Palette {
  readonly level: string;
  readonly band: string;
  /** The line of a second series. */
  readonly second: string;
  readonly limit: string;
  readonly alarm: string;
  readonly alarmSoft: string;
  readonly evening: string;
  readonly night: string;
  readonly grid: string;
  readonly hairline: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly surface: string;
  readonly nodata: string;
  readonly nodataSoft: string;
  readonly accent: string;
  readonly font: string;
}

/** The colours that hold at an element: a report redefines the tokens for print. */
export function paletteOf(element: Element): Palette {
  const styles = getComputedStyle(element);
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim() || "#767676";
  return {
    level: token("level"),
    band: token("band"),
    second: token("second"),
    limit: token("limit"),
    alarm: token("alarm"),
    alarmSoft: token("alarm-soft"),
    evening: token("evening"),
    night: token("night"),
    grid: token("grid"),
    hairline: token("hairline"),
    line: token("line"),
    text: token("text"),
    muted: token("muted"),
    surface: token("surface"),
    nodata: token("nodata"),
    nodataSoft: token("nodata-soft"),
    accent: token("accent"),
    font: styles.getPropertyValue("--font").trim() || "sans-serif",
  };
}

/** Diagonal lines, so that an area is told by more than its colour. */
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
