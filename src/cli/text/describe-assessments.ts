import type { PresentedSensor } from "../../tables/assess-project.ts";
import { formatTable } from "./table.ts";

/** The verdicts of windows as a table for each sensor, by date, and how many windows have each verdict. */
export function describeAssessments(sensors: readonly PresentedSensor[]): string {
  const withWindows = sensors.filter(({ assessments }) => assessments.length > 0);
  if (withWindows.length === 0)
    return "No criterion has a window in this range: `acoustic export site` shows the criteria of a project.";
  const tables = withWindows.map(({ sensorId, assessments }) => {
    const lines = formatTable([header, ...assessments.map(rowOf)]);
    return [sensorId, ...lines.map((line) => `  ${line}`)].join("\n");
  });
  return [...tables, describeTotals(withWindows)].join("\n\n");
}

type PresentedAssessment = PresentedSensor["assessments"][number];

const header = ["DATE", "CRITERION", "LEVEL", "LIMIT", "COVERAGE", "EXCEEDED", "VERDICT"];

function rowOf(assessment: PresentedAssessment): string[] {
  const { date, criterionId, level, limit, coverage, verdict, reason } = assessment;
  return [
    date,
    criterionId,
    level?.toFixed(2) ?? "-",
    limit.toFixed(2),
    // Rounded down: 99.96 % is not 100 %.
    `${Math.floor(coverage * 100)} %`,
    `${assessment.exceeded} of ${assessment.referenceTimes}`,
    reason === null ? verdict : `${verdict}: ${reason.replaceAll("_", " ")}`,
  ];
}

function describeTotals(sensors: readonly PresentedSensor[]): string {
  const verdicts = sensors.flatMap(({ assessments }) => assessments.map(({ verdict }) => verdict));
  const count = (verdict: PresentedAssessment["verdict"]) =>
    verdicts.filter((one) => one === verdict).length;
  return `${count("kept")} kept, ${count("exceeded")} exceeded, ${count("undecided")} undecided`;
}
