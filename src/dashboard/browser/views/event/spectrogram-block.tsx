import "./spectrogram-block.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type AxisMark, frequencyMarks, timeMarks } from "../../audio/frequency-axis.ts";
import { nextTask } from "../../audio/next-task.ts";
import { viridisGradient } from "../../plots/viridis.ts";
import { paintSpectrogram, spanDecibels } from "../../audio/paint-spectrogram.ts";
import type { Playback } from "../../audio/playback.ts";
import { computeSpectrogram, type Spectrogram, strongestTones } from "../../audio/spectrogram.ts";
import { DataTable, tableOf } from "../../components/data-table.tsx";
import { levelColumn, numberColumn, textColumn } from "../../components/plain-table.tsx";

/** The frequencies of a recording over time. A click plays from there. */
export function SpectrogramBlock({ playback }: { readonly playback: Playback }) {
  const { buffer } = playback;
  const spectrogram = useSpectrogram(buffer);
  const [isTable, setTable] = useState(false);
  const [isPainted, setPainted] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const nyquist = buffer.sampleRate / 2;
  const share = playback.time.value / buffer.duration;
  // The player draws anew with each frame of the playhead; these look at all levels.
  const summary = useMemo(() => spectrogram && summaryOf(spectrogram), [spectrogram]);
  const table = useMemo(
    () => (isTable && spectrogram !== null ? tonesOf(spectrogram) : null),
    [isTable, spectrogram],
  );
  useEffect(() => {
    if (canvas.current === null || spectrogram === null) return;
    paintSpectrogram(canvas.current, spectrogram);
    setPainted(true);
  }, [spectrogram]);
  return (
    <div
      class="spectrogram column-2"
      data-testid="spectrogram"
      data-hertz={nyquist}
      data-ready={isPainted ? "true" : "false"}
      aria-busy={!isPainted}
    >
      <div class="row spread">
        <h3>
          Spectrogram <span class="quantity">relative, not calibrated</span>
        </h3>
        <button
          type="button"
          class="no-print"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          Show as table
        </button>
      </div>
      <div class="spectrogram-picture muted tiny">
        <span class="axis-title frequency number">kHz</span>
        <Marks marks={frequencyMarks(nyquist)} side="bottom" />
        <div
          class="spectrogram-field"
          onClick={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            playback.seek(((event.clientX - left) / width) * buffer.duration);
          }}
        >
          <canvas ref={canvas} role="img" aria-label={summary ?? "Spectrogram"} />
          <div
            class="playhead"
            ref={(line) => line?.style.setProperty("left", `${(share * 100).toFixed(3)}%`)}
          />
        </div>
        <Marks marks={timeMarks(buffer.duration)} side="left" />
        <span class="axis-title time number">s</span>
        <div class="spectrogram-legend" aria-hidden="true">
          <span>0 dB</span>
          <span
            class="colours"
            ref={(ramp) => ramp?.style.setProperty("background", viridisGradient)}
          />
          <span>−{spanDecibels} dB</span>
        </div>
      </div>
      {isTable && table !== null && <DataTable {...table} />}
    </div>
  );
}

function useSpectrogram(buffer: AudioBuffer): Spectrogram | null {
  const [spectrogram, setSpectrogram] = useState<Spectrogram | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) =>
      buffer.getChannelData(index),
    );
    void computeSpectrogram(channels, buffer.sampleRate, nextTask, leaving.signal).then(
      (computed) => computed !== null && setSpectrogram(computed),
    );
    return () => leaving.abort();
  }, [buffer]);
  return spectrogram;
}

/** The marks of an axis, at their share of its length. */
function Marks(props: { readonly marks: readonly AxisMark[]; readonly side: "bottom" | "left" }) {
  const { marks, side } = props;
  return (
    <div class={side === "bottom" ? "marks frequency" : "marks time"} aria-hidden="true">
      {marks.map(({ fraction, text }) => (
        <span
          key={text}
          ref={(mark) => mark?.style.setProperty(side, `${(fraction * 100).toFixed(3)}%`)}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

/** The picture in a sentence. */
function summaryOf(spectrogram: Spectrogram): string {
  const { durationSeconds, sampleRate, isSilent } = spectrogram;
  const extent = `Spectrogram of ${durationSeconds.toFixed(1)} s, 0 to ${sampleRate / 2000} kHz`;
  if (isSilent) return `${extent}: digital silence`;
  const [loudest] = strongestTones(spectrogram).toSorted((a, b) => b.level - a.level);
  if (loudest === undefined) return extent;
  return `${extent}: loudest at ${kilohertz(loudest.hertz)} kHz in second ${loudest.second + 1}`;
}

/** The picture as a table with one row for each second. */
const tonesOf = (spectrogram: Spectrogram) =>
  tableOf(
    "The strongest frequency of each second; levels relative to the highest",
    strongestTones(spectrogram),
    [
      textColumn("Second", ({ second }) => `${second}–${second + 1}`),
      numberColumn("Frequency, kHz", ({ hertz }) => kilohertz(hertz)),
      levelColumn("Level, dB", ({ level }) => level),
    ],
  );

function kilohertz(hertz: number): string {
  return (hertz / 1000).toFixed(2);
}
