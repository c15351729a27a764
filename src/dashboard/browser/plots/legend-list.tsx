import "./legend-marks.css";
import { say } from "../words/say.ts";

/** The marks of a plot of levels with their meanings, as far as they are there. */
export function LegendList(props: {
  readonly entries: readonly (readonly [mark: string, text: string, isThere?: boolean])[];
}) {
  return (
    <ul class="legend-list plain-list" aria-label={say("legend")}>
      {props.entries.map(
        ([mark, text, isThere = true]) =>
          isThere && (
            <li key={mark}>
              <span class={`legend-mark legend-${mark}`} aria-hidden="true" />
              {text}
            </li>
          ),
      )}
    </ul>
  );
}
