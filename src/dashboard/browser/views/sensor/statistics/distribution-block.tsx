import { useMemo } from "preact/hooks";
import { type TableContent, tableOf } from "../../../components/data-table.tsx";
import { numberColumn } from "../../../components/plain-table.tsx";
import { Facts } from "../../../components/facts.tsx";
import { countText, exactText, levelText, quantityText } from "../../../components/level-text.ts";
import { PlotBlock, type PlotCounts } from "../../../components/plot-block.tsx";
import type { LevelDistributionQuery } from "../../../graphql/generated/level-distribution.ts";
import type { Query } from "../../../graphql/use-query.ts";
import { type BinShare, binShares } from "../../../plots/distribution-shape.ts";
import { DistributionPlot } from "../../../plots/distribution.tsx";
import { weighting } from "../../../state/address.ts";
import { useSensor } from "../../../state/project-scope.tsx";

type Exceeded = readonly { readonly percent: number; readonly level: number | null }[];

/** How the levels of the samples are spread over the range. */
export function DistributionBlock(props: {
  readonly query: Query<LevelDistributionQuery>;
  readonly counts: PlotCounts | null;
}) {
  const { sensor, extents } = useSensor();
  const distribution = props.query.data?.sensor?.distribution ?? null;
  const bins = useMemo(() => binShares(distribution?.bins ?? []), [distribution]);
  const seconds = extents.get(sensor.id)?.interval?.seconds;
  const quantity =
    seconds === undefined ? `L${weighting.value}eq` : quantityText(weighting.value, seconds);
  return (
    <PlotBlock
      testId="distribution"
      title="Level distribution"
      quantity={`of the samples' ${quantity} · dB(${weighting.value})`}
      counts={props.counts}
      query={{ ...props.query, data: distribution }}
      height={300}
      table={() => distributionTable(bins, quantity)}
    >
      {({ samples, lowest, highest, exceeded }) =>
        samples === 0 ? (
          <p class="muted">No samples with this level in the range.</p>
        ) : (
          <>
            <DistributionPlot
              bins={bins}
              exceeded={exceeded}
              quantity={`${quantity} in dB(${weighting.value})`}
              summary={distributionSummary({ samples, lowest, highest }, exceeded, quantity)}
            />
            <Percentiles exceeded={exceeded} />
          </>
        )
      }
    </PlotBlock>
  );
}

function Percentiles({ exceeded }: { readonly exceeded: Exceeded }) {
  return (
    <>
      <h3 class="percentiles-title">Levels exceeded, of the samples' Leq</h3>
      <Facts
        class="percentiles level-facts"
        facts={exceeded.map(({ percent, level }) => [
          `${percent} % of the time`,
          level === null ? "–" : levelText(level),
          level === null ? undefined : `${exactText(level)} dB`,
        ])}
      />
      <p class="muted small">Not the percentiles that the meter reports inside each sample.</p>
    </>
  );
}

function distributionSummary(
  { samples, lowest, highest }: { samples: number; lowest: number | null; highest: number | null },
  exceeded: Exceeded,
  quantity: string,
): string {
  const ends =
    lowest === null || highest === null ? "" : `, ${levelText(lowest)} to ${levelText(highest)}`;
  const half = exceeded.find(({ percent }) => percent === 50)?.level ?? null;
  const middle = half === null ? "" : `, ${levelText(half)} exceeded for half of the time`;
  return `Distribution of ${quantity}: ${countText(samples)} samples${ends}${middle}`;
}

function distributionTable(bins: readonly BinShare[], quantity: string): TableContent {
  return tableOf(`Share of time by ${quantity}`, bins, [
    numberColumn("From", ({ from }) => from),
    numberColumn("To below", ({ to }) => to),
    numberColumn("Samples", ({ samples }) => samples),
    numberColumn("Seconds", ({ seconds }) => seconds),
    numberColumn("Share in %", ({ share }) => (share * 100).toFixed(2)),
    numberColumn("At or above in %", ({ shareAbove }) => (shareAbove * 100).toFixed(2)),
  ]);
}
