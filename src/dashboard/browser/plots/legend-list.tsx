import "./level-chart.css";
import { say } from "../words/say.ts";
import { type Layer, Layers } from "./inks.tsx";

const across = "M0 4.5H13.5";
const area = "M0 0H13.5V9H0Z";
const [up, down] = [
  "M0 4L4 0M0 9L9 0M5 9L13.5 .5M10 9L13.5 5.5",
  "M9.5 0L13.5 4M4.5 0L13.5 9M0 .5L8.5 9M0 5.5L3.5 9",
];

/** A pale area is seen by its edge. */
const edged = (...layers: readonly Layer[]): readonly Layer[] => [...layers, ["edge", area]];

/** The marks of a plot of levels: a piece of what they stand for. */
const marks = {
  line: [["level", across]],
  second: [["second", across]],
  difference: edged(
    ["difference", "M0 0H6.75V9H0Z"],
    ["difference-second", "M6.75 0H13.5V9H6.75Z"],
  ),
  band: [["band", area]],
  middle: [["middle", across]],
  limit: [["limit", across]],
  over: [["over", "M6.75 4.5h0"]],
  evening: edged(["evening", area]),
  night: edged(["night", area]),
  missing: edged(["missing", area], ["missing-hatching", down]),
  excluded: edged(["excluded", area], ["excluded-hatching", up]),
  marked: [["marked", "M4 -2V11M9.5 -2V11"]],
  reference: [["reference", across]],
  "reference-over": [["reference-over", across]],
} as const satisfies Readonly<Record<string, readonly Layer[]>>;

/** The marks of a plot with their meanings, as far as they are there. */
export function LegendList(props: {
  readonly entries: readonly (readonly [
    mark: keyof typeof marks,
    text: string,
    isThere?: boolean,
  ])[];
}) {
  return (
    <ul class="legend-list plain-list" aria-label={say("legend")}>
      {props.entries.map(
        ([mark, text, isThere = true]) =>
          isThere && (
            <li key={mark} class="row one-line">
              <svg class="legend-mark" viewBox="0 0 13.5 9" fill="none" aria-hidden="true">
                <Layers layers={marks[mark]} />
              </svg>
              {text}
            </li>
          ),
      )}
    </ul>
  );
}
