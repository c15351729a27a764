import type { TimeZone } from "../time/local-time.ts";
import { downloadBlob } from "./download.ts";

/** The caption of a picture, which may travel without its page. */
export interface Caption {
  /** With the quantity: `Level, LAeq,5 min`. */
  readonly title: string;
  /** Name of the sensor. */
  readonly sensor: string;
  /** As people read it: `25 to 31 March 2019`. */
  readonly range: string;
  readonly zone: TimeZone;
}

const scale = 2;
const margin = 16;

/**
 * Saves a canvas as PNG with two pixels a CSS pixel and its caption above. A canvas that has fewer is enlarged: a
 * plot that can be drawn again at twice the ratio passes a canvas of that.
 */
export async function canvasPng(
  { canvas, ...caption }: Caption & { readonly canvas: HTMLCanvasElement },
  name: string,
): Promise<void> {
  const width = canvas.clientWidth || canvas.width / scale;
  const height = canvas.clientHeight || canvas.height / scale;
  await savePicture(canvas, { width, height }, caption, canvas, name);
}

async function savePicture(
  picture: CanvasImageSource,
  size: { readonly width: number; readonly height: number },
  { title, sensor, range, zone }: Caption,
  /** Element with the colours of the picture. */
  element: Element,
  name: string,
): Promise<void> {
  // A plot that was drawn again for the file stands in no document.
  const styles = getComputedStyle(element.isConnected ? element : document.body);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return;
  const font = styles.getPropertyValue("--font") || "sans-serif";
  const lines = [
    ...wrapped(context, title, `600 16px ${font}`, size.width),
    ...wrapped(context, `${sensor} · ${range} · ${zone}`, `14px ${font}`, size.width),
  ];
  const captionHeight = lines.length * 20 + margin / 2;
  canvas.width = Math.round((size.width + 2 * margin) * scale);
  canvas.height = Math.round((size.height + captionHeight + 2 * margin) * scale);
  context.scale(scale, scale);
  context.fillStyle = styles.getPropertyValue("--surface") || "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = styles.getPropertyValue("--text") || "#000000";
  context.textBaseline = "top";
  for (const [index, line] of lines.entries()) {
    context.font = line.font;
    context.fillText(line.text, margin, margin + index * 20);
  }
  context.drawImage(picture, margin, margin + captionHeight, size.width, size.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob !== null) downloadBlob(name, blob);
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
