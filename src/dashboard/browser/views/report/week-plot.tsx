import { useEffect, useRef, useState } from "preact/hooks";
import { drawLevelCanvas } from "../../plots/level-canvas.ts";
import type { LevelData } from "../../plots/level-data.ts";
import type { Stretch } from "../../plots/layer-parts.ts";
import type { LimitStep } from "../../plots/limit-steps.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import type { PeriodClocks } from "../../plots/shading.ts";
import { useProject } from "../../state/project-scope.tsx";
import { rangeText, spokenRange } from "../../time/range-text.ts";
import type { LocalRange } from "../../time/range.ts";

/** The text column of A4 with margins of 15 mm, in CSS pixels. */
const paperWidth = 680;
const plotHeight = 112;

/** Three hundred dots an inch. */
const printScale = 300 / 96;

/** The levels of a sensor's range, of which each week draws its own. */
export interface SensorLevels {
  readonly data: LevelData;
  readonly limits: readonly LimitStep[];
  readonly gaps: readonly Stretch[];
  readonly exclusions: readonly (Stretch & { readonly reason: string })[];
  readonly periods: PeriodClocks | null;
  readonly holidays: readonly { readonly date: string; readonly name: string | null }[];
  readonly weighting: string;
  readonly quantity: string;
}

/** A week of levels as a picture for paper. */
export function WeekPlot(props: {
  readonly week: LocalRange;
  readonly levels: SensorLevels;
  readonly onDrawn: () => void;
}) {
  const { week, levels } = props;
  const { zone, contract } = useProject();
  const host = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  const isInside = ({ first, end }: Stretch) => first <= week.last && end > week.first;
  const points = levels.data.points.filter(
    ({ second }) => second >= week.first && second <= week.last,
  );
  const gaps = levels.gaps.filter(isInside);
  const counts = sampleCounts(points);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    let isLeft = false;
    const draw = async () => {
      const canvas = await drawLevelCanvas(
        element,
        {
          data: { ...levels.data, points },
          range: week,
          zone,
          unit: `dB(${levels.weighting})`,
          limits: levels.limits,
          periods: levels.periods,
          holidays: levels.holidays,
          contract,
          gaps,
          exclusions: levels.exclusions.filter(isInside),
        },
        { width: paperWidth, height: plotHeight, scale: printScale },
      );
      const address = await pngAddress(canvas);
      if (isLeft) return;
      // The same picture has been loaded.
      if (address === picture) props.onDrawn();
      else setPicture(address);
    };
    void draw();
    return () => {
      isLeft = true;
    };
  }, [week.first, week.last, levels.data, zone]);
  const summary = plotSummary({
    quantity: levels.quantity,
    time: spokenRange(week, zone),
    levels: points.flatMap(({ low, high }) => [low, high]),
    counts,
  });
  return (
    <figure
      class="week-plot"
      data-points={counts.points}
      data-over={counts.over}
      data-gaps={gaps.length}
    >
      <figcaption>{rangeText(week, zone)}</figcaption>
      <div class="week-picture" ref={host}>
        {picture !== null && (
          <img
            src={picture}
            alt={summary}
            width={paperWidth}
            height={plotHeight}
            onLoad={props.onDrawn}
          />
        )}
      </div>
    </figure>
  );
}

/** The picture as a `data:` address. Browsers encode it beside the page, which goes on. */
function pngAddress(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve) => {
    canvas.toBlob((blob) => {
      const reader = new FileReader();
      reader.addEventListener("load", () =>
        resolve(typeof reader.result === "string" ? reader.result : ""),
      );
      reader.readAsDataURL(blob ?? new Blob());
    });
  });
}
