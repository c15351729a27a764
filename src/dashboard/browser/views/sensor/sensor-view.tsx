import "./sensor-view.css";
import type { Query } from "../../graphql/use-query.ts";
import { parameter, pushParameters } from "../../state/address.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { dayTimeText } from "../../time/local-time.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { SensorHeading } from "./sensor-heading.tsx";
import { SummaryStrip } from "./summary-strip.tsx";
import { useLevels } from "./use-levels.ts";
import { rangeIdentity, type RangeSummary, useSensorRange } from "./use-sensor-range.ts";
import { useRef } from "preact/hooks";

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
  const { sensor, range, zone, newestSecond, read } = useSensor();
  const found = summary.data?.sensor ?? null;
  const isCurrent = summary.data?.identity === rangeIdentity(sensor.id, range);
  if (found === null || found.availability === null || !isCurrent) return null;
  if ((found.availability?.samples ?? 0) > 0 || read.issues.length > 0) return null;
  return (
    <div class="card row spread" role="note">
      <p>
        No samples from {dayTimeText(range.first, zone)} to {dayTimeText(range.last + 1, zone)}.
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

type TabName = "levels" | "statistics";

const tabs: readonly { readonly name: TabName; readonly title: string }[] = [
  { name: "levels", title: "Levels" },
  { name: "statistics", title: "Statistics" },
];

/** The tabs of a sensor; ← and → go from one to the next. */
function TabBar({ selected }: { readonly selected: TabName }) {
  const bar = useRef<HTMLDivElement>(null);
  const choose = (name: TabName) => {
    if (name !== selected) pushParameters({ tab: name === "levels" ? undefined : name });
  };
  // There are two: the other one is beside this on both sides.
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabs.find(({ name }) => name !== selected)?.name;
    if (!["ArrowRight", "ArrowLeft"].includes(event.key) || next === undefined) return;
    event.preventDefault();
    choose(next);
    bar.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="tab-bar no-print" role="tablist" aria-label="Views of the sensor" ref={bar}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === selected}
          aria-controls="tab-panel"
          tabIndex={name === selected ? 0 : -1}
          onClick={() => choose(name)}
          onKeyDown={onKeyDown}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
