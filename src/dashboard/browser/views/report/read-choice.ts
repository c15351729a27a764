import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import { reportChoiceDocument } from "../../graphql/generated/report-choice.ts";
import type { ProjectScope } from "../../state/project-scope.tsx";

import { type ReportChoice, worstChoice } from "./report-choice.ts";

/** Reads the exceedances of all sensors of a project and chooses among them. */
export async function readChoice(
  { project, extents, range }: Pick<ProjectScope, "project" | "extents" | "range">,
  signal: AbortSignal,
): Promise<Answer<ReportChoice>> {
  const samples = samplesRead({ extents }, range);
  const { sensor: _, ...variables } = sensorVariables(project.id, "", range);
  const answers = await askInBatches(
    project.sensors.map(({ id }) => id),
    (id) => ({ records: 2 * samples(id).records, values: 0 }),
    (sensors) => ask(reportChoiceDocument, { ...variables, sensors }, signal),
  );
  const sensors = answers.map(([id, { sensor }]) => {
    if (sensor?.aggregates == null || sensor.assessments == null) return null;
    const [total] = sensor.aggregates.buckets;
    return {
      id,
      samples: total?.samples ?? 0,
      events: total?.events ?? 0,
      windows: sensor.assessments.data.filter(({ verdict }) => verdict === "exceeded").length,
    };
  });
  return { data: worstChoice(sensors), issues: answers.flatMap(([, { issues }]) => issues) };
}
