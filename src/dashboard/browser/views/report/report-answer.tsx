import { countText, signedTwoDecimals } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { rangeText } from "../../time/range-text.ts";
import type { LocalRange } from "../../time/range.ts";
import { say, sayCount } from "../../words/say-in-report.ts";
import type { AssessedWindow, Criterion } from "../compliance/use-verdicts.ts";
import { exceedingSensors, undecidedReasons } from "../compliance/verdict-totals.ts";
import { stateCounts, windowState } from "../compliance/window-state.ts";
import type { Figures } from "./use-report-figures.ts";

/** Exceeded criteria that are named. */
const named = 5;

/** The answer in three sentences: what was measured, what was exceeded, and what is undecided, and why. */
export function ReportAnswer(props: {
  readonly criteria: readonly Criterion[];
  readonly sensors: readonly SensorFacts[];
  readonly windows: readonly AssessedWindow[];
  readonly figures: Figures;
  readonly range: LocalRange;
}) {
  const { criteria, sensors, windows, figures, range } = props;
  const { contract, zone } = useProject();
  const stateOf = (window: AssessedWindow) => windowState(window, shownUntil.value, contract);
  const undecided = windows.filter((window) => stateOf(window) === "undecided");
  const open = windows.map(stateOf).filter((state) => state === "running" || state === "cut");
  const measured = say("answer.measured", {
    sensors: sayCount("sensors", sensors.length, countText(sensors.length)),
    range: rangeText(range, zone),
    share: shareText(sensors, figures),
  });
  const why = { count: countText(undecided.length), reasons: undecidedReasons(undecided) };
  return (
    <div class="report-whole">
      <h2>{say("answer")}</h2>
      <p>{measured}</p>
      {criteria.length > 0 && (
        <>
          <p>{exceededText(exceedingSensors(windows, stateOf), criteria, sensors)}</p>
          <p>
            {undecided.length === 0 ? say("answer.decided") : say("answer.undecided", why)}
            {open.length > 0 && ` ${stateCounts(open)}.`}
          </p>
        </>
      )}
    </div>
  );
}

/** The valid share of the time of all sensors; a dash if one could not be read. */
function shareText(sensors: readonly SensorFacts[], figures: Figures): string {
  let [valid, all] = [0, 0];
  for (const { id } of sensors) {
    const found = figures.get(id)?.figures ?? null;
    valid += found?.valid?.buckets[0]?.coveredSeconds ?? NaN;
    all += found?.availability?.seconds ?? NaN;
  }
  return valid >= 0 && all > 0 ? percentText(valid / all) : "–";
}

function exceededText(
  exceeding: ReturnType<typeof exceedingSensors>,
  criteria: readonly Criterion[],
  sensors: readonly SensorFacts[],
): string {
  if (exceeding.length === 0) return say("verdicts.noneExceeded");
  const parts = exceeding.slice(0, named).map(({ worst, exceeded, decided }) => {
    const { criterionId, sensorId, over } = worst;
    return say("answer.at", {
      criterion: criteria.find(({ id }) => id === criterionId)?.name ?? criterionId,
      sensor: sensors.find(({ id }) => id === sensorId)?.name ?? sensorId,
      count: countText(exceeded),
      all: countText(decided),
      most: over === null || over <= 0 ? "" : say("answer.most", { over: signedTwoDecimals(over) }),
    });
  });
  const left = exceeding.length - named;
  if (left > 0) parts.push(say("answer.more", { count: countText(left) }));
  return say("answer.exceeded", { list: parts.join("; ") });
}
