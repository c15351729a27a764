import { type Spectrogram, strongestTones } from "../../audio/spectrogram.ts";
import type { TableContent } from "../../components/data-table.tsx";
import { levelColumns, numbers, texts } from "../../components/plain-table.tsx";

/** The picture in a sentence. */
export function summaryOf(spectrogram: Spectrogram): string {
  const { durationSeconds, sampleRate, isSilent } = spectrogram;
  const extent = `Spectrogram of ${durationSeconds.toFixed(1)} s, 0 to ${sampleRate / 2000} kHz`;
  if (isSilent) return `${extent}: digital silence`;
  const [loudest] = strongestTones(spectrogram).toSorted((a, b) => b.level - a.level);
  if (loudest === undefined) return extent;
  return `${extent}: loudest at ${kilohertz(loudest.hertz)} kHz in second ${loudest.second + 1}`;
}

/** The picture as a table: a row a second. */
export function tableOf(spectrogram: Spectrogram): TableContent {
  return {
    caption: "The strongest frequency of each second; levels relative to the highest",
    columns: [...texts("Second"), ...numbers("Frequency, kHz"), ...levelColumns("Level, dB")],
    rows: strongestTones(spectrogram).map(({ second, hertz, level }) => [
      `${second}–${second + 1}`,
      kilohertz(hertz),
      level.toFixed(2),
    ]),
  };
}

function kilohertz(hertz: number): string {
  return (hertz / 1000).toFixed(2);
}
