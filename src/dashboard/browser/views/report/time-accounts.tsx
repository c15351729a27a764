import type { Seconds } from "../../time/range.ts";
import { numberColumn, PlainTable, textColumn } from "../../components/plain-table.tsx";
import { hoursText, percentText } from "../../components/share-text.ts";
import type { SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";
import type { Figures } from "./use-report-figures.ts";
import { say } from "../../words/say-in-report.ts";

/** The time of the range, of which each second is valid, excluded or missing. */
export function TimeAccounts(props: {
  readonly sensors: readonly SensorFacts[];
  readonly figures: Figures;
  /** Unix seconds, both inside. */
  readonly range: Seconds;
}) {
  const rows = props.sensors.map(({ id, name }) => {
    const found = props.figures.get(id)?.sensor ?? null;
    const [valid] = found?.valid?.buckets ?? [];
    const seconds = found?.availability?.seconds;
    const part = (length: number | undefined) =>
      length === undefined || seconds === undefined || seconds === 0
        ? "–"
        : `${hoursText(length)} (${percentText(length / seconds)})`;
    const missing =
      valid === undefined || seconds === undefined
        ? undefined
        : Math.max(0, seconds - valid.coveredSeconds - valid.excludedSeconds);
    return { id, name, seconds, valid, missing, part, exclusions: found?.exclusions ?? [] };
  });
  return (
    <PlainTable<(typeof rows)[number]>
      label={say("accounts")}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        textColumn(say("column.sensor"), ({ name }) => name),
        numberColumn(say("head.range"), ({ seconds }) =>
          seconds === undefined ? "–" : hoursText(seconds),
        ),
        numberColumn(say("accounts.valid"), ({ part, valid }) => part(valid?.coveredSeconds)),
        numberColumn(say("accounts.excluded"), ({ part, valid }) => part(valid?.excludedSeconds)),
        numberColumn(say("accounts.missing"), ({ part, missing }) => part(missing)),
        textColumn(say("accounts.reasons"), ({ exclusions }) =>
          reasonsText(exclusions, props.range),
        ),
      ]}
      hasHeads
    />
  );
}

/** `Calibration 1.5 h, Wind 6 h`: how long the exclusions of each reason are inside the range. */
function reasonsText(
  exclusions: readonly {
    readonly startAt: string;
    readonly endAt: string;
    readonly reason: string;
  }[],
  { first, last }: Seconds,
): string {
  const lengths = new Map<string, number>();
  for (const { startAt, endAt, reason } of exclusions) {
    const length = Math.min(secondOf(endAt), last + 1) - Math.max(secondOf(startAt), first);
    lengths.set(reason, (lengths.get(reason) ?? 0) + length);
  }
  return [...lengths].map(([reason, length]) => `${reason} ${hoursText(length)}`).join(", ");
}
