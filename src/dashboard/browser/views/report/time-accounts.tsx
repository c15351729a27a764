import { insideContract, type Seconds } from "../../time/range.ts";
import { numberColumn, PlainTable, textColumn } from "../../components/plain-table.tsx";
import { columnPercent, hoursText } from "../../components/share-text.ts";
import { deliveringIn, type DeliveringPart } from "../../data/delivering-part.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";
import type { Figures } from "./use-report-figures.ts";
import { say } from "../../words/say-in-report.ts";

/**
 * The time of the range inside the contract: each second of it is valid, excluded or missing, or a sensor is not due
 * in it. Shares are of the time in which it is.
 */
export function TimeAccounts(props: {
  readonly sensors: readonly SensorFacts[];
  readonly figures: Figures;
  /** Unix seconds, both inside. */
  readonly range: Seconds;
}) {
  const { figures, range } = props;
  const scope = useProject();
  const { first, last } = insideContract(range, scope.contract);
  const whole = Math.max(0, last - first + 1);
  const rows = props.sensors.map(({ id, name }) => {
    const found = figures.get(id)?.sensor ?? null;
    const [valid] = found?.valid?.buckets ?? [];
    const seconds = found?.availability?.seconds;
    const part = (length: number | undefined) =>
      length === undefined || length === 0 || seconds === undefined || seconds === 0
        ? "–"
        : `${hoursText(length)} (${columnPercent(length / seconds)})`;
    const missing =
      valid === undefined || seconds === undefined
        ? undefined
        : Math.max(0, seconds - valid.coveredSeconds - valid.excludedSeconds);
    const due = deliveringIn(scope, id, range);
    const reasons = reasonsText(found?.exclusions ?? [], due);
    return { id, name, seconds, valid, missing, part, reasons };
  });
  const isCut = rows.some(({ seconds }) => seconds !== undefined && seconds < whole);
  return (
    <PlainTable<(typeof rows)[number]>
      label={say("accounts")}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        textColumn(say("column.sensor"), ({ name }) => name),
        numberColumn(say("head.range"), ({ seconds }) =>
          seconds === undefined ? "–" : hoursText(whole),
        ),
        ...(isCut
          ? [
              numberColumn(say("accounts.notDue"), ({ seconds }: (typeof rows)[number]) =>
                seconds === undefined ? "–" : hoursText(whole - seconds),
              ),
            ]
          : []),
        numberColumn(say("accounts.valid"), ({ part, valid }) => part(valid?.coveredSeconds)),
        numberColumn(say("accounts.excluded"), ({ part, valid }) => part(valid?.excludedSeconds)),
        numberColumn(say("accounts.missing"), ({ part, missing }) => part(missing)),
        textColumn(say("accounts.reasons"), ({ reasons }) => reasons),
      ]}
      hasHeads
    />
  );
}

/** `Calibration 1.5 h, Wind 6 h`: how long the exclusions of each reason are inside a part, its end outside. */
function reasonsText(
  exclusions: readonly {
    readonly startAt: string;
    readonly endAt: string;
    readonly reason: string;
  }[],
  { start, end }: DeliveringPart,
): string {
  const lengths = new Map<string, number>();
  for (const { startAt, endAt, reason } of exclusions) {
    const length = Math.min(secondOf(endAt), end) - Math.max(secondOf(startAt), start);
    if (length > 0) lengths.set(reason, (lengths.get(reason) ?? 0) + length);
  }
  return [...lengths].map(([reason, length]) => `${reason} ${hoursText(length)}`).join(", ");
}
