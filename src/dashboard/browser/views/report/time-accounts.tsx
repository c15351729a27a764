import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { hoursText, percentText } from "../../components/share-text.ts";
import type { SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";
import type { SensorFigures } from "./use-report-figures.ts";
import { say } from "../../words/say-in-report.ts";

/** The time of the range, of which each second is valid, excluded or missing. */
export function TimeAccounts(props: {
  readonly sensors: readonly SensorFacts[];
  readonly figures: ReadonlyMap<string, SensorFigures>;
  /** Unix seconds, both inside. */
  readonly range: { readonly first: number; readonly last: number };
}) {
  const rows = props.sensors.map(({ id, name }) => {
    const found = props.figures.get(id)?.figures ?? null;
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
    return {
      key: id,
      cells: [
        name,
        seconds === undefined ? "–" : hoursText(seconds),
        ...[valid?.coveredSeconds, valid?.excludedSeconds, missing].map(part),
        reasonsText(found?.exclusions ?? [], props.range),
      ],
    };
  });
  return (
    <PlainTable
      label={say("accounts")}
      columns={[
        ...texts(say("column.sensor")),
        ...numbers(
          say("head.range"),
          say("accounts.valid"),
          say("accounts.excluded"),
          say("accounts.missing"),
        ),
        ...texts(say("accounts.reasons")),
      ]}
      rows={rows}
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
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const lengths = new Map<string, number>();
  for (const { startAt, endAt, reason } of exclusions) {
    const length = Math.min(secondOf(endAt), last + 1) - Math.max(secondOf(startAt), first);
    lengths.set(reason, (lengths.get(reason) ?? 0) + length);
  }
  return [...lengths].map(([reason, length]) => `${reason} ${hoursText(length)}`).join(", ");
}
