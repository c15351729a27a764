import "./sensor-view.css";
import type { Query } from "../../graphql/use-query.ts";
import { parameter, pushParameters } from "../../state/address.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { dayTimeText } from "../../time/local-time.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { SensorHeading } from "./sensor-heading.tsx";
import { SummaryStrip } from "./summary-strip.tsx";
import { TabBar, type TabName } from "./tab-bar.tsx";
import { useLevels } from "./use-levels.ts";
import { rangeIdentity, type RangeSummary, useSensorRange } from "./use-sensor-range.ts";

const LevelsTab = lazyPart(async () => (await import("./levels-tab.tsx")).LevelsTab, 480);
const StatisticsTab = lazyPart(
  async () => (await import("./statistics/statistics-tab.tsx")).StatisticsTab,
  480,
);

/** One sensor over a range: what it is, the range in figures, and its levels or statistics. */
export function SensorView() {
  const tab: TabName = parameter("tab") === "statistics" ? "statistics" : "levels";
  const summary = useSensorRange();
  const levels = useLevels(tab === "levels");
  return (
    <div class="stack sensor-view">
      <SensorHeading
        meter={summary.data?.sensor ?? null}
        answeredAt={oldest([summary.answeredAt, levels.answeredAt])}
      />
      <div class="range-figures">
        <SummaryStrip summary={summary} />
      </div>
      <EmptyRange summary={summary} />
      <TabBar selected={tab} />
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {tab === "levels" && <LevelsTab levels={levels} summary={summary} />}
        {tab === "statistics" && <StatisticsTab />}
      </div>
    </div>
  );
}

function oldest(answers: readonly (number | null)[]): number | null {
  const known = answers.flatMap((answeredAt) => answeredAt ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

/** Says where samples are if the range has none. */
function EmptyRange({ summary }: { readonly summary: Query<RangeSummary> }) {
  const { sensor, range, zone, newestSecond } = useSensor();
  const available = summary.data?.sensor?.availability ?? null;
  const isCurrent = summary.data?.identity === rangeIdentity(sensor.id, range);
  if (available === null || !isCurrent || available.samples > 0) return null;
  return (
    <div class="card row spread" role="note">
      <p>
        No samples from {dayTimeText(range.first, zone)} to {dayTimeText(range.last, zone)}.
        {newestSecond === null
          ? " This sensor has no samples inside the contract yet."
          : ` The last one is from ${dayTimeText(newestSecond, zone)}.`}
      </p>
      {newestSecond !== null && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          Show the last samples
        </button>
      )}
    </div>
  );
}
