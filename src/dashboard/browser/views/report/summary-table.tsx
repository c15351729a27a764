import { twoDecimals } from "../../components/level-text.ts";
import { hoursText, percentText } from "../../components/share-text.ts";
import { weighting } from "../../state/address.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { SensorFigures } from "./use-report-figures.ts";

/** A row a sensor. A dash is a value that the server does not give: there are too few samples, or none. */
export function SummaryTable(props: {
  readonly sensors: readonly SensorFacts[];
  /** Null while they are read. */
  readonly figures: ReadonlyMap<string, SensorFigures> | null;
}) {
  const { sensors, figures } = props;
  if (sensors.length === 0) return <p>No sensors.</p>;
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Summary of the sensors">
      <table class="summary-table">
        <caption class="visually-hidden">Summary of the sensors, levels in dB</caption>
        <thead>
          <tr>
            <th scope="col">Sensor</th>
            {titles(weighting.value).map((title) => (
              <th key={title} scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sensors.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {cellsOf(figures?.get(id)).map((cell, index) => (
                <td key={index} class="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function titles(w: string): string[] {
  return [
    `L${w}eq`,
    "Lday",
    "Leve",
    "Lnight",
    "Lden",
    "max LAFmax",
    "min LA90",
    "Exceed. / samples",
    "Highest over",
    "Time above",
    "Data",
  ];
}

function cellsOf(known: SensorFigures | undefined): string[] {
  const sensor = known?.figures ?? null;
  const [total] = sensor?.aggregates?.buckets ?? [];
  const long = sensor?.indicators?.longTerm ?? null;
  const coverage = sensor?.availability?.coverage;
  return [
    level(total?.Leq),
    level(long?.Lday),
    level(long?.Levening),
    level(long?.Lnight),
    level(long?.Lden),
    level(total?.LAFmax),
    level(sensor?.distribution?.lowest),
    total === undefined ? "–" : `${total.events} / ${total.samples}`,
    total === undefined || total.events === 0 ? "–" : `+${level(total.maxOver)}`,
    total?.overFraction == null
      ? "–"
      : `${hoursText(total.overSeconds)}, ${percentText(total.overFraction)}`,
    coverage === undefined ? "–" : percentText(coverage),
  ];
}

function level(value: number | null | undefined): string {
  return value == null ? "–" : twoDecimals(value);
}
