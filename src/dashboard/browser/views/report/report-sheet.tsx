import { useEffect, useMemo, useState } from "preact/hooks";
import { Skeleton } from "../../components/skeleton.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { wholeLevels } from "../../components/level-text.ts";
import type { Issue } from "../../graphql/ask.ts";
import type { ProjectCriteriaQuery } from "../../graphql/generated/project-criteria.ts";
import { scheduleRulesDocument } from "../../graphql/generated/schedule-rules.ts";
import { type Query, useQuery } from "../../graphql/use-query.ts";
import { LegendList } from "../../plots/legend-list.tsx";
import { validOnly, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import type { SensorFacts } from "../../state/site.ts";
import { cutToContract, daysOf } from "../../time/range.ts";
import { datesOf } from "../compliance/use-verdicts.ts";
import { statedWindows } from "../compliance/window-state.ts";
import { LimitsInWords } from "./limits-in-words.tsx";
import { answerSentences } from "./answer-sentences.ts";
import { pageNumbers } from "./page-numbers.ts";
import { nameMark, ReportHead } from "./report-head.tsx";
import type { ReportChoice } from "./report-choice.ts";
import { mostPlots, weeksOf } from "./report-parts.ts";
import { hasNoSamples, SensorSection } from "./sensor-section.tsx";
import { SitePlan } from "./site-plan.tsx";
import { SummaryTable } from "./summary-table.tsx";
import { TimeAccounts } from "./time-accounts.tsx";
import { type Figures, useReportFigures } from "./use-report-figures.ts";
import { VerdictSection } from "./verdict-section.tsx";
import type { ComponentChildren } from "preact";
import { say } from "../../words/say-in-report.ts";
import type { Language } from "../../words/words.ts";

/** The printed sheets. They are light on the screen as well, as paper is. */
export function ReportSheet(props: {
  readonly choice: ReportChoice;
  readonly criteria: Query<ProjectCriteriaQuery>;
  readonly isShort: boolean;
  readonly language: Language;
  /** Called when the sheet is whole, with what could not be read. */
  readonly onReady: (problems: readonly string[]) => void;
}) {
  const { choice, criteria, isShort, language, onReady } = props;
  const { sensorIds } = choice;
  const { project, range: wanted, countedLast, zone, contract, read: scope } = useProject();
  const newest = { ...wanted, last: countedLast };
  const [asked, setAsked] = useState(newest);
  const chosen = sensorIds.flatMap((id) => project.sensors.find((each) => each.id === id) ?? []);
  const isTooMuch =
    !isShort && weeksOf(asked, contract, zone).length * sensorIds.length > mostPlots;
  const schedules = useQuery(scheduleRulesDocument, { project: project.id });
  const { data: read, isLoading } = useReportFigures(
    {
      projectId: project.id,
      range: asked,
      weighting: weighting.value,
      criteria: criteria.data?.project?.criteria.length ?? (criteria.isLoading ? null : 0),
      withPlots: !isTooMuch && !isShort,
      withHours: !isShort,
    },
    sensorIds,
  );
  // A report that goes on is read again once it has come. Until then, its sheet is whole and of one range.
  useEffect(() => {
    if (!isLoading) setAsked(newest);
  }, [isLoading, newest.last]);
  const figures = read?.figures ?? none;
  const known = read?.isWhole === true ? read.figures : null;
  const range = read?.range ?? asked;
  const allWeeks = weeksOf(range, contract, zone);
  const weeks = isTooMuch || isShort ? [] : allWeeks;
  const silent = chosen.filter(({ id }) => hasNoSamples(figures.get(id)));
  const sensors = chosen.filter((sensor) => !silent.includes(sensor));
  const now = shownUntil.value;
  const permit = criteria.data?.project?.criteria;
  const windows = useMemo(
    () =>
      statedWindows(windowsOf(known), now, { contract, sensors: chosen, criteria: permit ?? [] }),
    [known, now, contract, permit],
  );
  const isWhole = known !== null && schedules.answeredAt !== null && criteria.answeredAt !== null;
  const asWhole = [...scope.issues, ...schedules.issues, ...criteria.issues];
  useEffect(() => {
    if (isWhole) onReady(problemsOf(asWhole, chosen, known));
  }, [isWhole]);
  const answered = schedules.data?.project ?? null;
  const ownSchedule = (sensor: SensorFacts) =>
    answered?.sensors.find(({ id }) => id === sensor.id)?.schedule ?? null;
  const { from, to } = daysOf(cutToContract(range, contract, zone) ?? range, zone);
  const dates = datesOf(from, to, windows);
  const [refused] = asWhole;
  const sectionOf = (sensor: SensorFacts, { schedule }: NonNullable<typeof answered>) => (
    <SensorSection
      key={sensor.id}
      sensor={sensor}
      known={figures.get(sensor.id)}
      weeks={weeks}
      schedules={{ sensor: ownSchedule(sensor), project: schedule }}
      isShort={isShort}
    />
  );
  const makeSheet = () => {
    const sections =
      answered === null
        ? []
        : sensors
            .filter(({ id }) => figures.has(id))
            .map((sensor) => ({ sensor, section: sectionOf(sensor, answered) }));
    return (
      <article
        class="sheet"
        lang={language}
        ref={(sheet) => {
          const most = 10 + sensors.length * (5 + weeks.length);
          sheet?.style.setProperty("--page-numbers", pageNumbers(most));
        }}
      >
        <RunningSection head={project.name}>
          <ReportHead
            sensors={chosen}
            left={choice.left}
            range={range}
            rules={criteria.data?.project ?? null}
          />
          {refused !== undefined && <IssueNote issue={refused} />}
          {!isWhole && <Skeleton height={600} />}
          {known !== null && criteria.data?.project != null && (
            <>
              <div class="report-whole">
                <h2>{say("answer")}</h2>
                {answerSentences({
                  criteria: criteria.data.project.criteria,
                  sensors: chosen,
                  ofProject: project.sensors.length,
                  windows,
                  figures: known,
                  weighting: weighting.value,
                  range,
                  contract,
                  zone,
                }).map((sentence) => (
                  <p key={sentence}>{wholeLevels(sentence)}</p>
                ))}
              </div>
              <VerdictSection
                criteria={criteria.data.project.criteria}
                sensors={[...sensors, ...silent]}
                windows={windows}
                dates={dates}
                isShort={isShort}
              />
            </>
          )}
          <SitePlan sensors={chosen} />
          <h2>{say("summary")}</h2>
          {(sensors.length > 0 || silent.length === 0) && (
            <SummaryTable sensors={sensors} figures={known} />
          )}
          {silent.length > 0 && (
            <p>{say("noSamples", { names: silent.map(({ name }) => name).join(nameMark) })}</p>
          )}
          {known !== null && (
            <>
              <h2>{say("accounts")}</h2>
              <TimeAccounts sensors={chosen} figures={known} range={range} />
            </>
          )}
          {!isShort && answered !== null && (
            <>
              <h2>{say("limits")}</h2>
              <LimitsInWords
                project={answered.schedule}
                sensors={sensors.map((sensor) => ({ sensor, schedule: ownSchedule(sensor) }))}
              />
            </>
          )}
          {isTooMuch && (
            <p class="note">
              {say("tooMuch", {
                weeks: allWeeks.length,
                sensors: sensorIds.length,
                most: mostPlots,
              })}
            </p>
          )}
          {weeks.length > 0 && sensors.length > 0 && <Legend />}
          <div class="report-whole">
            <h2>{say("method")}</h2>
            <MethodNote periods={firstPeriods(known)} />
          </div>
          {/* The short form goes on below: another head would stand in the middle of a page. */}
          {isShort && sections.map(({ section }) => section)}
        </RunningSection>
        {!isShort &&
          sections.map(({ sensor, section }, index) => (
            <RunningSection
              key={sensor.id}
              class="report-sensor"
              head={`${project.name} · ${sensor.name} · ${say("partOf", { count: index + 1, all: sections.length })}`}
            >
              {section}
            </RunningSection>
          ))}
      </article>
    );
  };
  // Each part that is drawn would render the whole, large sheet again: it is built again only with other answers.
  const sources = [figures, known, schedules.data, criteria.data, refused, zone];
  return useMemo(makeSheet, sources);
}

const none: Figures = new Map();

const marks = ["line", "band", "limit", "over", "evening", "night", "missing", "excluded"] as const;

/** The signs of the plots of levels. */
function Legend() {
  const entries = marks.map((mark) => [mark, say(`legend.${mark}`)] as const);
  return (
    <div class="report-legend report-whole">
      <h2>{say("legend")}</h2>
      <LegendList entries={entries} />
    </div>
  );
}

/** How the figures come about, and what they are not. */
function MethodNote(props: {
  readonly periods: Readonly<Record<"day" | "evening" | "night", string>> | null;
}) {
  const { project } = useProject();
  const clocks = props.periods === null ? "" : say("method.clocks", props.periods);
  const notes = [
    say("method.levels", { w: weighting.value }),
    say("method.averages"),
    say("method.periods", { periods: clocks }),
    say("method.zone", { zone: project.timezone }),
    say("method.verdict"),
    say(validOnly.value ? "method.validOnly" : "method.withExcluded"),
    say("method.episode"),
    say("method.exceedance"),
  ];
  return (
    <ul>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function windowsOf(known: Figures | null) {
  return [...(known ?? [])].flatMap(([sensorId, { sensor }]) =>
    (sensor?.assessments?.data ?? []).map((window) => ({ ...window, sensorId, asOf: null })),
  );
}

/** `Quay: The service could not answer in time.` */
function problemsOf(
  issues: readonly Issue[],
  sensors: readonly SensorFacts[],
  figures: Figures,
): string[] {
  const own = sensors.flatMap(({ id, name }) =>
    (figures.get(id)?.issues ?? []).map(({ message }) => `${name}: ${message}`),
  );
  return [...new Set([...issues.map(({ message }) => message), ...own])];
}

function firstPeriods(figures: Figures | null) {
  const all = [...(figures?.values() ?? [])].flatMap(({ sensor }) => sensor?.indicators ?? []);
  return all[0]?.periods ?? null;
}

/**
 * A part of the report whose head stands on each of its pages. Browsers repeat the head of a table, which this is in
 * print; no other way to a running head is known to both Chromium and Firefox.
 */
function RunningSection(props: {
  readonly head: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={`running ${props.class ?? ""}`}>
      <p class="running-head muted" aria-hidden="true">
        {props.head}
      </p>
      <div class="running-body">{props.children}</div>
    </section>
  );
}
