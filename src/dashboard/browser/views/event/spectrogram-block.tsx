import "./spectrogram-block.css";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type AxisMark,
  type FrequencyScale,
  frequencyMarks,
  timeMarks,
} from "#dashboard/browser/audio/frequency-axis.ts";
import { nextTask } from "#dashboard/browser/audio/next-task.ts";
import { paintSpectrogram, spanDecibels } from "#dashboard/browser/audio/paint-spectrogram.ts";
import type { Playback } from "#dashboard/browser/audio/playback.ts";
import {
  computeSpectrogram,
  type Spectrogram,
  strongestTones,
} from "#dashboard/browser/audio/spectrogram.ts";
import { DataTable, type TableContent } from "#dashboard/browser/components/data-table.tsx";
import { roundedLevel } from "#dashboard/browser/components/level-text.ts";
import { showsTables } from "#dashboard/browser/state/tables.ts";

/** Which frequencies a recording has at which time. A click plays from there. */
export function SpectrogramBlock({ playback }: { readonly playback: Playback }) {
  const { buffer } = playback;
  const spectrogram = useSpectrogram(buffer);
  const [scale, setScale] = useState<FrequencyScale>("linear");
  const [isTable, setTable] = useState(showsTables.value);
  const [isPainted, setPainted] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const nyquist = buffer.sampleRate / 2;
  useEffect(() => {
    if (canvas.current === null || spectrogram === null) return;
    paintSpectrogram(canvas.current, spectrogram, scale);
    setPainted(true);
  }, [spectrogram, scale]);
  return (
    <div
      class="spectrogram"
      data-testid="spectrogram"
      data-hertz={nyquist}
      data-ready={isPainted ? "true" : "false"}
      aria-busy={!isPainted}
    >
      <div class="row spread">
        <h3>
          Spectrogram <span class="facts">relative, not calibrated</span>
        </h3>
        <div class="row no-print">
          <div class="row" role="group" aria-label="Frequency axis">
            {(["linear", "log"] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={scale === name}
                onClick={() => setScale(name)}
              >
                {name === "linear" ? "Linear" : "Log"}
              </button>
            ))}
          </div>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            Show as table
          </button>
        </div>
      </div>
      <div class="spectrogram-picture">
        <span class="axis-title frequency">kHz</span>
        <Marks marks={frequencyMarks(scale, nyquist)} side="bottom" />
        <div
          class="spectrogram-field"
          onClick={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            playback.seek(((event.clientX - left) / width) * buffer.duration);
          }}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={spectrogram === null ? "Spectrogram" : summaryOf(spectrogram)}
          />
          <Playhead playback={playback} />
        </div>
        <Marks marks={timeMarks(buffer.duration)} side="left" />
        <span class="axis-title time">s</span>
        <div class="spectrogram-legend" aria-hidden="true">
          <span>0 dB</span>
          <span class="colours" />
          <span>−{spanDecibels} dB</span>
        </div>
      </div>
      {isTable && spectrogram !== null && <DataTable {...tableOf(spectrogram)} />}
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
function Marks({
  marks,
  side,
}: {
  readonly marks: readonly AxisMark[];
  readonly side: "bottom" | "left";
}) {
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

function Playhead({ playback }: { readonly playback: Playback }) {
  const share = playback.time.value / playback.buffer.duration;
  return (
    <div
      class="playhead"
      ref={(line) => line?.style.setProperty("left", `${(share * 100).toFixed(3)}%`)}
    />
  );
}

function summaryOf(spectrogram: Spectrogram): string {
  const { durationSeconds, sampleRate, isSilent } = spectrogram;
  const extent = `Spectrogram of ${durationSeconds.toFixed(1)} s, 0 to ${sampleRate / 2000} kHz`;
  if (isSilent) return `${extent}: digital silence`;
  const [loudest] = strongestTones(spectrogram).toSorted((a, b) => b.level - a.level);
  if (loudest === undefined) return extent;
  return `${extent}: loudest at ${kilohertz(loudest.hertz)} kHz in second ${loudest.second + 1}`;
}

function tableOf(spectrogram: Spectrogram): TableContent {
  return {
    caption: "The strongest frequency of each second; levels relative to the highest",
    columns: [
      { title: "Second", isNumber: true },
      { title: "Frequency, kHz", isNumber: true },
      { title: "Level, dB", isNumber: true },
    ],
    rows: strongestTones(spectrogram).map(({ second, hertz, level }) => [
      `${second}–${second + 1}`,
      kilohertz(hertz),
      roundedLevel(level),
    ]),
  };
}

function kilohertz(hertz: number): string {
  return (hertz / 1000).toFixed(2);
}
