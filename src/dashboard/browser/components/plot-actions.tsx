import { useRef } from "preact/hooks";
import type { TableContent } from "./data-table.tsx";
import { ExportButtons } from "./export-buttons.tsx";
import { tableCsv } from "../export/csv.ts";
import { downloadText } from "../export/download.ts";
import { canvasPng, svgPng } from "../export/png.ts";
import { csvType, fileName } from "../export/samples-export.ts";
import { weighting } from "../state/address.ts";
import { useSensor } from "../state/project-scope.tsx";

/** The files of a plot. */
export interface PlotFile {
  /** Ends the name of the file: `heat-map`. */
  readonly name: string;
  /** With the quantity. */
  readonly title: string;
  readonly table: () => TableContent;
  /** False for a block that is nothing but a list. */
  readonly hasPicture?: boolean;
  /** Draws it, where the block has no canvas and no SVG. */
  readonly draw?: () => HTMLCanvasElement | null;
}

/** CSV of the table of a plot, and PNG of the picture in the block that these buttons are in. */
export function PlotActions(props: PlotFile) {
  const { name, title, table, hasPicture = true, draw } = props;
  const { sensor, range, zone } = useSensor();
  const place = useRef<HTMLSpanElement>(null);
  const nameOf = (extension: string) => {
    const about = { sensorId: sensor.id, range, weighting: weighting.value };
    return fileName(about, extension).replace(/\.(?=[a-z]+$)/, `_${name}.`);
  };
  const savePicture = async () => {
    const picture = place.current?.closest("section")?.querySelector(".plot-picture");
    const caption = { title, sensor: sensor.name, range: `${range.from} to ${range.to}`, zone };
    const svg = picture?.querySelector<SVGSVGElement>('svg[role="img"]');
    if (svg != null) await svgPng({ svg, ...caption }, nameOf("png"));
    const canvas = draw?.() ?? oneCanvas([...(picture?.querySelectorAll("canvas") ?? [])]);
    if (svg == null && canvas !== null) await canvasPng({ canvas, ...caption }, nameOf("png"));
    return null;
  };
  return (
    <span ref={place}>
      <ExportButtons
        csv={() => downloadText(nameOf("csv"), csvType, tableCsv(table()))}
        png={hasPicture ? savePicture : undefined}
      />
    </span>
  );
}

/** Pixels a CSS pixel, as `canvasPng` takes a canvas that stands in no document. */
const scale = 2;
const lineHeight = 20;
const below = 10;

/** A picture of several canvases, each below its name. */
function oneCanvas(canvases: readonly HTMLCanvasElement[]): HTMLCanvasElement | null {
  const [first] = canvases;
  if (first === undefined || canvases.length === 1) return first ?? null;
  const all = document.createElement("canvas");
  const context = all.getContext("2d");
  if (context === null) return null;
  const width = first.clientWidth;
  const heights = canvases.map(({ clientHeight }) => lineHeight + clientHeight + below);
  all.width = width * scale;
  all.height = heights.reduce((sum, height) => sum + height, 0) * scale;
  context.scale(scale, scale);
  const styles = getComputedStyle(first);
  context.fillStyle = styles.color;
  context.font = `12px ${styles.fontFamily}`;
  context.textBaseline = "middle";
  let top = 0;
  for (const [index, canvas] of canvases.entries()) {
    const name = canvas.getAttribute("aria-label") ?? "";
    context.fillText(name, 0, top + lineHeight / 2, width);
    context.drawImage(canvas, 0, top + lineHeight, width, canvas.clientHeight);
    top += heights[index] ?? 0;
  }
  return all;
}
