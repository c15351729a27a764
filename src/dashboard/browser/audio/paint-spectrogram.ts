import { blend, viridis } from "../plots/viridis.ts";
import { binsOfRows } from "./frequency-axis.ts";
import { binCount, type Spectrogram } from "./spectrogram.ts";

/** The span of the colours below the highest level. */
export const spanDecibels = 80;

const rows = 512;

/** 256 colours from the lowest to the highest, as bytes red, green, blue. */
export const colourTable = Uint8Array.from(
  Array.from({ length: 256 }, (_, index) => blend(viridis, index / 255)).flat(),
);

/** Paints a column a pixel. A row shows the highest of its frequencies, so that no tone is lost. */
export function paintSpectrogram(
  canvas: HTMLCanvasElement,
  { columns, levels, sampleRate, isSilent }: Spectrogram,
): void {
  canvas.width = columns;
  canvas.height = rows;
  const picture = new ImageData(columns, rows);
  const { data } = picture;
  for (const [row, { from, to }] of binsOfRows(rows, sampleRate / 2).entries()) {
    for (let column = 0; column < columns; column += 1) {
      let level = -Infinity;
      for (let bin = from; bin <= to; bin += 1) {
        level = Math.max(level, levels[column * binCount + bin] ?? -Infinity);
      }
      const share = isSilent ? 0 : Math.max(0, 1 + level / spanDecibels);
      const colour = Math.round(share * 255) * 3;
      const pixel = (row * columns + column) * 4;
      data[pixel] = colourTable[colour] ?? 0;
      data[pixel + 1] = colourTable[colour + 1] ?? 0;
      data[pixel + 2] = colourTable[colour + 2] ?? 0;
      data[pixel + 3] = 255;
    }
  }
  canvas.getContext("2d")?.putImageData(picture, 0, 0);
}
