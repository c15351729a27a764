import type { LevelPicture } from "#dashboard/browser/plots/level-canvas.ts";
import type { LoadedLevels } from "./use-levels.ts";

/** What the lines and areas of the level plot mean: those that are there. */
export function LevelLegend(props: {
  readonly loaded: LoadedLevels;
  readonly picture: LevelPicture;
  readonly quantity: string;
  readonly showsMaxima: boolean;
  readonly onToggle: () => void;
}) {
  const { loaded, picture, quantity, showsMaxima, onToggle } = props;
  const { points, kind } = loaded.data;
  const has = (test: (point: (typeof points)[number]) => boolean) => points.some(test);
  const isBuckets = kind === "buckets";
  const entries: [string, string, boolean][] = [
    ["line", isBuckets ? `${quantity}, energy mean` : quantity, true],
    [
      "band",
      isBuckets ? "Lowest to highest sample" : "LA10 to LA90",
      has(({ low, high }) => low !== null && high !== null),
    ],
    ["middle", "LA50", has(({ middle }) => middle !== null)],
    ["limit", "Limit", picture.limits.some(({ limit }) => limit !== null)],
    ["over", isBuckets ? "Holds an exceedance" : "Above the limit", has((p) => p.events > 0)],
    ["evening", "Evening", picture.periods != null],
    ["night", "Night", picture.periods != null],
    ["missing", "No data", (picture.gaps ?? []).length > 0],
  ];
  const hasTimeline = loaded.limits?.sensor?.limitTimeline !== undefined;
  return (
    <div class="level-legend">
      <ul aria-label="Legend">
        {entries.map(
          ([mark, text, isThere]) =>
            isThere && (
              <li key={mark}>
                <span class={`legend-mark legend-${mark}`} aria-hidden="true" />
                {text}
              </li>
            ),
        )}
      </ul>
      {has(({ LAFmax }) => LAFmax !== null) && (
        <button type="button" class="no-print" aria-pressed={showsMaxima} onClick={onToggle}>
          LAFmax
        </button>
      )}
      {!hasTimeline && (
        <p class="muted small">The limit is drawn for ranges of 366 days and less.</p>
      )}
    </div>
  );
}
