import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { ExcludedList, type Exclusion } from "../../components/excluded-list.tsx";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { quantityText } from "../../components/level-text.ts";
import { known, PlotBlock, type PlotCounts } from "../../components/plot-block.tsx";
import type { SampleRow } from "../../data/read-samples.ts";
import { picturePng } from "../../export/png.ts";
import { fileName, samplesExport } from "../../export/samples-export.ts";
import type { LevelPicture } from "../../plots/level-picture.ts";
import { LevelPlot } from "../../plots/level-plot.tsx";
import type { LevelPlotProps } from "../../plots/level-plot-props.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { linkTo, open } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { rangeText } from "../../time/range-text.ts";
import { levelSummary, levelTable } from "./level-table.ts";

/** A plot of the levels of a sensor, the same as a table, and its files. A point opens its sample. */
export function LevelBlock(props: {
  readonly title: string;
  readonly sensor: Pick<SensorFacts, "id" | "name">;
  readonly picture: LevelPicture;
  readonly weighting: Weighting;
  readonly counts: PlotCounts | null;
  readonly isStale?: boolean;
  /** True while the counts are on their way. */
  readonly isCounting?: boolean;
  /** Null where the picture has buckets. */
  readonly rows: readonly SampleRow[] | null;
  readonly exclusions?: readonly Exclusion[];
  /** Title of a picture that is saved; without one there are no files, and the counts are not of samples. */
  readonly fileTitle?: string;
  readonly hasSamples?: boolean;
  readonly plot: Omit<LevelPlotProps, "picture" | "summary" | "quantity">;
  readonly children?: ComponentChildren;
}) {
  const { sensor, picture, weighting, counts, rows, fileTitle } = props;
  const {
    isStale = false,
    isCounting = counts === null,
    exclusions = [],
    hasSamples = false,
  } = props;
  const { range, data } = picture;
  const quantity = quantityText(weighting, data.interval);
  const { project, zone } = useProject();
  const [drawn, setDrawn] = useState<LevelPicture | null>(null);
  const image = useRef<SVGSVGElement>(null);
  const about = { sensorId: sensor.id, range, weighting };
  const shown = rangeText(range, zone);
  const png = async () => {
    const title = `${fileTitle}, ${quantity}`;
    const names = { project: project.name, sensor: sensor.name };
    const caption = { title, ...names, range: shown, zone };
    if (image.current !== null) await picturePng(image.current, caption, fileName(about, "png"));
    return null;
  };
  const csv = hasSamples
    ? samplesExport({
        ...about,
        projectId: project.id,
        zone,
        rows,
        hasLabels: project.classification !== null,
      })
    : undefined;
  const summaryCounts = fileTitle === undefined ? null : counts;
  return (
    <PlotBlock
      testId="level-plot"
      title={props.title}
      quantity={`${quantity} · ${picture.unit}`}
      counts={counts}
      query={known(picture, isStale)}
      isDrawn={drawn === picture && !isCounting}
      table={() => levelTable({ rows, data, exclusions }, `${quantity}, ${shown}`, zone)}
      actions={fileTitle !== undefined && <ExportButtons csv={csv} png={png} />}
    >
      {() => (
        <>
          <LevelPlot
            picture={picture}
            quantity={quantity}
            summary={levelSummary(data, { quantity, range, zone }, summaryCounts)}
            onDrawn={() => setDrawn(picture)}
            onSelect={({ id }) => {
              if (id !== null) open(linkTo({ view: "event", sensor: sensor.id, sample: id }));
            }}
            image={image}
            {...props.plot}
          />
          <ExcludedList exclusions={exclusions} />
          {props.children}
        </>
      )}
    </PlotBlock>
  );
}
