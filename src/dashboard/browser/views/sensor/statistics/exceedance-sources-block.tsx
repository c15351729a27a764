import { useMemo } from "preact/hooks";
import type { TableContent } from "../../../components/data-table.tsx";
import { levelColumns, numbers, texts } from "../../../components/plain-table.tsx";
import { IssueNote } from "../../../components/issue-note.tsx";
import {
  countText,
  durationText,
  exactLevel,
  exactText,
  roundedLevel,
  signedLevel,
} from "../../../components/level-text.ts";
import { PlotBlock, type PlotCounts } from "../../../components/plot-block.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { sourceNames } from "../../../data/limit-words.ts";
import { limitExceedancesDocument } from "../../../graphql/generated/limit-exceedances.ts";
import { useQuery } from "../../../graphql/use-query.ts";
import { exceedanceSources, type SourceSum } from "./exceedance-sources.ts";
import { type StatisticsRange, variablesOf } from "./shown-range.ts";
import { paletteOf } from "../../../plots/palette.ts";

const mostSeconds = 366 * 86_400;

/** The rules from which the exceeded limits come. */
export function ExceedanceSourcesBlock(props: {
  readonly shown: StatisticsRange;
  readonly counts: PlotCounts | null;
}) {
  const { shown, counts } = props;
  const isTooLong = shown.seconds > mostSeconds;
  const { data, issues, isLoading } = useQuery(
    limitExceedancesDocument,
    isTooLong ? null : variablesOf(shown),
    "v0:data:read",
  );
  const buckets = data?.sensor?.aggregates?.buckets;
  const sums = useMemo(() => exceedanceSources(buckets ?? []), [buckets]);
  const [issue] = issues;
  const table = () => sourcesTable(sums);
  return (
    <PlotBlock
      testId="exceedances-by-source"
      title="Exceedances by what decides the limit"
      counts={counts}
      isReady={!isLoading && (counts !== null || issue !== undefined)}
      isStale={isLoading && buckets !== undefined}
      table={isTooLong || (buckets === undefined && issue !== undefined) ? null : table}
      file={
        buckets !== undefined && {
          name: "exceedances-by-source",
          title: "Exceedances by source",
          hasPicture: sums.length > 0,
          draw: () => drawSources(sums),
        }
      }
    >
      {isTooLong && <p role="note">Choose 366 days or fewer to see them by source.</p>}
      {!isTooLong && issue !== undefined && <IssueNote issue={issue} />}
      {!isTooLong && buckets === undefined && isLoading && <Skeleton height={120} />}
      {!isTooLong && buckets !== undefined && <Sources sums={sums} />}
    </PlotBlock>
  );
}

function Sources({ sums }: { readonly sums: readonly SourceSum[] }) {
  if (sums.length === 0) return <p class="muted">No samples in the range.</p>;
  return (
    <ul class="sources plain-list column-3">
      {sums.map((sum) => (
        <li key={`${sum.limitSource} ${sum.limit}`}>
          <span>
            {sourceNames[sum.limitSource]}
            {sum.limit !== null && (
              <span class="muted" title={`${exactText(sum.limit)} dB`}>
                {" "}
                · {roundedLevel(sum.limit)} dB
              </span>
            )}
          </span>
          <span class="number">
            {sum.limit === null
              ? `${countText(sum.samples)} samples without a limit`
              : `${countText(sum.events)} of ${countText(sum.samples)} above`}
          </span>
          <span
            class="sources-bar"
            aria-hidden="true"
            ref={(bar) => {
              const share = sum.samples === 0 ? 0 : sum.events / sum.samples;
              bar?.style.setProperty("--share", `${share * 100}%`);
            }}
          />
          <span class="muted small">
            {sum.events === 0
              ? "never above"
              : `${durationText(sum.overSeconds)} above, highest ${sum.maxOver === null ? "–" : signedLevel(sum.maxOver)} dB`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function sourcesTable(sums: readonly SourceSum[]): TableContent {
  return {
    caption: "Exceedances by the source of the limit",
    columns: [
      ...texts("Source"),
      ...levelColumns("Limit"),
      ...numbers("Exceedances", "Samples", "Seconds above"),
      ...levelColumns("Highest over"),
    ],
    rows: sums.map((sum) => [
      sourceNames[sum.limitSource],
      exactLevel(sum.limit),
      String(sum.events),
      String(sum.samples),
      String(sum.overSeconds),
      exactLevel(sum.maxOver),
    ]),
  };
}

/** Pixels a CSS pixel, as `canvasPng` takes a canvas that stands in no document. */
const scale = 2;
const width = 640;
const rowHeight = 40;

/** The list of sources as a picture, for a file. */
function drawSources(sums: readonly SourceSum[]): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return null;
  canvas.width = width * scale;
  canvas.height = sums.length * rowHeight * scale;
  context.scale(scale, scale);
  const palette = paletteOf(document.body);
  const colour = getComputedStyle(document.body).color;
  context.font = `12px ${palette.font}`;
  context.textBaseline = "top";
  for (const [index, { limitSource, limit, events, samples, overSeconds }] of sums.entries()) {
    const top = index * rowHeight;
    const name = sourceNames[limitSource];
    const words =
      limit === null
        ? `${name}: ${countText(samples)} samples without a limit`
        : `${name} · ${roundedLevel(limit)} dB: ${countText(events)} of ${countText(samples)} above, ${durationText(overSeconds)}`;
    context.fillStyle = colour;
    context.fillText(words, 0, top, width);
    context.fillStyle = palette.nodataSoft;
    context.fillRect(0, top + 18, width, 8);
    context.fillStyle = palette.alarm;
    context.fillRect(0, top + 18, samples === 0 ? 0 : (events / samples) * width, 8);
  }
  return canvas;
}
