import type { TimeZone } from "../time/local-time.ts";
import { downloadBlob } from "./download.ts";

/** The caption of a picture, which may travel without its page. */
export interface Caption {
  /** With the quantity: `Level, LAeq,5 min`. */
  readonly title: string;
  /** Names. */
  readonly project: string;
  readonly sensor: string;
  /** As people read it: `25 to 31 March 2019`. */
  readonly range: string;
  readonly zone: TimeZone;
}

const scale = 2;
const margin = 16;

/** Saves a picture as PNG of two pixels a CSS pixel, light as paper, its caption above and its legend below. */
export async function picturePng(
  picture: SVGSVGElement,
  { title, project, sensor, range, zone }: Caption,
  name: string,
): Promise<void> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return;
  const size = picture.getBoundingClientRect();
  const [ground = "", ink = "", font = ""] = onSheet((sheet) => {
    const styles = getComputedStyle(sheet);
    return ["--surface", "--text", "--font"].map((each) => styles.getPropertyValue(each));
  });
  const image = await imageOf(picture);
  const entries = picture.closest(".level-plot")?.querySelectorAll(".legend-list li") ?? [];
  const marks = await Promise.all(
    [...entries].flatMap(({ textContent, firstElementChild }) =>
      firstElementChild instanceof SVGSVGElement
        ? [imageOf(firstElementChild).then((mark) => ({ mark, text: textContent }))]
        : [],
    ),
  );
  const lines = [
    ...wrapped(context, title, `600 16px ${font}`, size.width),
    ...wrapped(context, `${project} · ${sensor} · ${range} · ${zone}`, `14px ${font}`, size.width),
  ];
  const captionHeight = lines.length * 20 + margin / 2;
  const legendFont = `12px ${font}`;
  context.font = legendFont;
  const legend = placed(
    marks.map((entry) => ({ ...entry, width: 24 + context.measureText(entry.text).width })),
    size.width,
  );
  const legendTop = margin + captionHeight + size.height + margin / 2;
  const legendHeight = 20 * (1 + (legend.at(-1)?.row ?? -1));
  canvas.width = Math.round((size.width + 2 * margin) * scale);
  canvas.height = Math.round((legendTop + legendHeight + margin) * scale);
  context.scale(scale, scale);
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.textBaseline = "top";
  for (const [index, line] of lines.entries()) {
    context.font = line.font;
    context.fillText(line.text, margin, margin + index * 20);
  }
  context.drawImage(image, margin, margin + captionHeight, size.width, size.height);
  context.font = legendFont;
  for (const { mark, text, x, row } of legend) {
    const top = legendTop + 20 * row;
    context.drawImage(mark, margin + x, top, 18, 12);
    context.fillText(text, margin + x + 24, top);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob !== null) downloadBlob(name, blob);
}

/** Entries beside each other, in as many rows as they need. */
function placed<Entry extends { readonly width: number }>(
  entries: readonly Entry[],
  width: number,
): (Entry & { readonly x: number; readonly row: number })[] {
  let [end, row] = [0, 0];
  return entries.map((entry) => {
    if (end > 0 && end + entry.width > width) [end, row] = [0, row + 1];
    const x = end;
    end += entry.width + margin;
    return { ...entry, x, row };
  });
}

/** A sheet gives its parts the colours of paper. It is gone again before anything of it is shown. */
function onSheet<Read>(read: (sheet: HTMLElement) => Read): Read {
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  document.body.append(sheet);
  try {
    return read(sheet);
  } finally {
    sheet.remove();
  }
}

/** The styles of the parts of a picture that it has from its style sheets. */
const properties = (
  "fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin paint-order opacity " +
  "mix-blend-mode transform font-family font-size font-weight text-anchor"
).split(" ");

/** A picture on its own: with the styles of its parts, which an image has from no style sheet. */
async function imageOf(picture: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  // Firefox draws no image without a size.
  const { width, height } = picture.getBoundingClientRect();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  onSheet((sheet) => {
    sheet.append(copy);
    for (const part of copy.querySelectorAll<SVGElement>("*")) {
      const styles = getComputedStyle(part);
      for (const each of properties) part.style.setProperty(each, styles.getPropertyValue(each));
    }
  });
  const image = new Image();
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** A text in lines that are not wider than the picture; a word that is goes on in the next line. */
function wrapped(
  context: CanvasRenderingContext2D,
  text: string,
  font: string,
  width: number,
): { text: string; font: string }[] {
  context.font = font;
  const lines: string[] = [];
  let line = "";
  for (const piece of text.split(/(?<=\s)/).flatMap((word) => word.match(/.{1,20}/gsu) ?? [])) {
    if (line !== "" && context.measureText(line + piece.trimEnd()).width > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trimEnd()].map((part) => ({ text: part, font }));
}
