import "./sensor-view.css";
import { parameter } from "../../state/address.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { EmptyRange } from "./empty-range.tsx";
import { SensorHeading } from "./sensor-heading.tsx";
import { SummaryStrip } from "./summary-strip.tsx";
import { TabBar, type TabName } from "./tab-bar.tsx";
import { useLevels } from "./use-levels.ts";
import { useSensorRange } from "./use-sensor-range.ts";

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
      <SensorHeading answeredAt={oldest([summary.answeredAt, levels.answeredAt])} />
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
