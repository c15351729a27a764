import { useEffect, useState } from "preact/hooks";
import { Facts } from "../components/facts.tsx";
import {
  comparedLevels,
  countText,
  exactText,
  levelText,
  signedLevel,
} from "../components/level-text.ts";
import { percentText } from "../components/share-text.ts";
import { sourceNames } from "../data/limit-words.ts";
import { dateTimeText, offsetText, zoneAbbreviation, zoneOf } from "../time/local-time.ts";
import type { LevelPicture } from "./level-picture.ts";
import type { PlotParts } from "./level-plot-props.ts";
import { type LevelData, type LevelPoint, nearestPoint } from "./level-data.ts";

/** An entry of a plot's read-out: a name, a value, and the value as served where that is longer. */
interface Value {
  readonly name: string;
  readonly text: string;
  readonly exact?: string;
  readonly isOver?: boolean;
}

/** The sample under the cursor in words. What keys reach is spoken, twice a second at most. */
export function LevelReadOut({ cursor, spoken, picture, quantity, onSelect }: PlotParts) {
  const { data } = picture;
  const point = data.points[nearestPoint(data.points, cursor.value)];
  const values = point === undefined ? [] : valuesOf(point, data, quantity);
  const time = point === undefined ? "" : timeText(point.second, picture.zone);
  const viewers = point === undefined ? null : viewersTime(point.second, picture.zone);
  const sentence = [time, ...values.map(({ name, text }) => `${name} ${text}`)].join(", ");
  return (
    <div class="level-read-out row small">
      {point === undefined ? (
        <p class="muted small">
          {data.points.length === 0
            ? "No samples in this range."
            : matchMedia("(pointer: coarse)").matches
              ? "Tap the plot for values. Drag to move in time, pinch to zoom."
              : "Point at the plot, or go through it with ← and →. Drag to zoom, double click to go back."}
        </p>
      ) : (
        <>
          <p class="level-read-out-time">
            <strong>{time}</strong>
            {viewers !== null && <span class="muted small"> {viewers}</span>}
          </p>
          <Facts
            class="facts-line level-facts row"
            facts={values.map(({ name, text, exact, isOver }) => [
              name,
              isOver === true ? <span class="alarm">{text}</span> : text,
              exact,
            ])}
          />
          {point.id !== null && onSelect !== undefined && (
            <button type="button" onClick={() => onSelect(point)}>
              Details of this sample
            </button>
          )}
        </>
      )}
      <Spoken text={spoken.value && point !== undefined ? sentence : ""} />
    </div>
  );
}

/** Says the text to screen readers, when it has been the same for half a second. */
function Spoken({ text }: { readonly text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 500);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}

function valuesOf(point: LevelPoint, { kind }: LevelData, quantity: string): Value[] {
  const isBucket = kind === "buckets";
  const level = (name: string, value: number | null, text?: string | null): Value | null => {
    if (value === null) return null;
    const shown = text == null ? levelText(value) : `${text} dB`;
    return { name, text: shown, exact: `${exactText(value)} dB` };
  };
  const { limit, limitSource, over, label, confidence, samples, events } = point;
  const isOver = events > 0;
  // The highest difference in a bucket is not that of its mean.
  const compared = point.Leq === null || isBucket ? null : comparedLevels(point.Leq, limit, over);
  const values: readonly (Value | null | false)[] = [
    level(quantity, point.Leq, compared?.level) ?? { name: quantity, text: "no level" },
    level(isBucket ? "Highest sample" : "LA10", point.high),
    level("LA50", point.middle),
    level(isBucket ? "Lowest sample" : "LA90", point.low),
    level("LAFmax", point.LAFmax),
    level("Limit", limit, compared?.limit),
    limitSource !== null && {
      name: limitSource === "none" ? "Limit" : "Source",
      text: sourceNames[limitSource],
    },
    over !== null && {
      name: isBucket ? "Most above" : isOver ? "Above the limit" : "To the limit",
      text: `${compared?.over ?? signedLevel(over)} dB`,
      exact: `${exactText(over)} dB`,
      isOver,
    },
    isBucket && { name: "Above", text: `${countText(events)} of ${countText(samples)}`, isOver },
    label !== null && {
      name: "Heard",
      text: confidence === null ? label : `${label} (${percentText(confidence)})`,
    },
  ];
  return values.filter((value) => value !== null && value !== false);
}

/** `Wed 27 Mar 2019 14:00 GMT (UTC+0)`. */
function timeText(second: number, zone: LevelPicture["zone"]): string {
  const offset = offsetText(second, zone);
  const name = zoneAbbreviation(second, zone);
  const isNamed = name !== offset && name !== "UTC";
  return `${dateTimeText(second, zone)} ${isNamed ? `${name} (${offset})` : offset}`;
}

/** The viewer's own time, where the clock on the wall is another one. */
function viewersTime(second: number, zone: LevelPicture["zone"]): string | null {
  const own = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const offset = offsetText(second, own);
  if (offset === offsetText(second, zone)) return null;
  return `your time: ${dateTimeText(second, own)} ${offset}`;
}
