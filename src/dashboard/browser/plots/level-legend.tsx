import { LegendList } from "./legend-list.tsx";
import type { ShownPicture } from "./level-picture.ts";
import type { LevelPlotProps } from "./level-plot-props.ts";
import type { LevelPoint } from "./level-data.ts";

/** The legend of the lines and areas that a plot of levels has. */
export function LevelLegend(
  props: Pick<LevelPlotProps, "quantity" | "onToggleMaxima"> & {
    readonly picture: ShownPicture;
    /** True if a pixel column stands for several samples. */
    readonly isReduced: boolean;
  },
) {
  const { picture, quantity, isReduced, onToggleMaxima } = props;
  const { data, other, references } = picture;
  const isMean = isReduced || data.kind === "buckets";
  const has = (test: (point: LevelPoint) => boolean) => data.points.some(test);
  const entries: Parameters<typeof LegendList>[0]["entries"] = [
    ["line", isMean ? `${quantity}: energy mean of several samples` : quantity, true],
    ["second", other?.name ?? "", other !== null],
    ["difference", "Difference, in the colour of the louder", other !== null],
    [
      "band",
      isMean ? "their lowest to highest" : "LA10 to LA90",
      isReduced || has(({ low, high }) => low !== null && high !== null),
    ],
    ["middle", "LA50", !isReduced && has(({ middle }) => middle !== null)],
    ["limit", "Limit", picture.limits.some(({ limit }) => limit !== null)],
    [
      "over",
      data.kind === "buckets" ? "Holds a sample above the limit" : "Above the limit",
      has(({ events }) => events > 0),
    ],
    ["evening", "Evening", picture.evenings.length > 0],
    ["night", "Night", picture.nights.length > 0],
    ["missing", "No data", picture.gaps.length > 0],
    ["excluded", "Excluded", picture.exclusions.length > 0],
    ["marked", "This sample", picture.marked.length > 0],
    ["reference", "Reference time", references.some(({ isOver }) => !isOver)],
    ["reference-over", "Reference time above the limit", references.some(({ isOver }) => isOver)],
  ];
  return (
    <div class="level-legend row small">
      <LegendList entries={entries} />
      {onToggleMaxima !== undefined && has(({ LAFmax }) => LAFmax !== null) && (
        <button
          type="button"
          class="no-print"
          aria-pressed={picture.showsMaxima === true}
          onClick={onToggleMaxima}
        >
          LAFmax
        </button>
      )}
    </div>
  );
}
