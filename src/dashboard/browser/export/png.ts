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

/** Saves a picture as PNG of two pixels a CSS pixel, its caption above. */
export async function picturePng(
  picture: SVGSVGElement,
  { title, sensor, range, zone }: Caption,
  name: string,
): Promise<void> {
  const size = { width: picture.width.baseVal.value, height: picture.height.baseVal.value };
  const styles = getComputedStyle(document.body);
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
  context.fillStyle = getComputedStyle(picture.closest(".card") ?? picture).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = styles.color;
  context.textBaseline = "top";
  for (const [index, line] of lines.entries()) {
    context.font = line.font;
    context.fillText(line.text, margin, margin + index * 20);
  }
  context.drawImage(
    await imageOf(picture),
    margin,
    margin + captionHeight,
    size.width,
    size.height,
  );
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob !== null) downloadBlob(name, blob);
}

/** The styles of the parts of a picture that it has from its style sheets. */
const properties = (
  "fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin paint-order opacity " +
  "mix-blend-mode transform font-family font-size font-weight text-anchor"
).split(" ");

/** The picture on its own: with the styles of its parts, which an image has from no sheet. */
async function imageOf(picture: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const shown = picture.querySelectorAll("*");
  for (const [index, part] of copy.querySelectorAll<SVGElement>("*").entries()) {
    const styles = getComputedStyle(shown[index] ?? picture);
    for (const each of properties) part.style.setProperty(each, styles.getPropertyValue(each));
  }
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
