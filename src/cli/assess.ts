import { Command } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import type { PresentedSensor } from "../tables/assess-project.ts";
import {
  collect,
  endOfRange,
  instant,
  type JsonOption,
  once,
  runAction,
} from "./program/options.ts";

interface AssessOptions extends JsonOption {
  readonly project: string;
  readonly sensor: readonly string[];
  readonly criterion: readonly string[];
  readonly startAt: Instant;
  readonly endAt: Instant;
}

export const assessCommand = new Command("assess")
  .description("print as a table whether the criteria of a project were kept")
  .requiredOption("--project <id>", "the project", once)
  .option("--sensor <id>", "a sensor; may be repeated (default: all of the project)", collect, [])
  .option("--criterion <id>", "a criterion; may be repeated (default: all)", collect, [])
  .requiredOption("--start-at <instant>", "start of the range, included", instant)
  .requiredOption("--end-at <instant>", endOfRange, instant)
  .option(
    "--json",
    "print { assessments: [{ sensorId, criterionId, date, verdict, … }] }, with the members of `Assessment` in GraphQL",
  )
  .addHelpText(
    "after",
    `
Lists the windows that overlap the range, each whole. LEVEL is the highest of the reference times of a window, rounded
as it was compared with LIMIT, in dB. EXCEEDED is how many of them exceed it for certain. The exit code is 0 whatever the verdicts.

Example:
  acoustic assess --project dublin-noise --start-at 2026-03-01 --end-at 2026-03-31T23:59:59Z`,
  )
  .action(({ json = false, ...options }: AssessOptions) =>
    runAction(async ({ withDatabase }) => {
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { assessProject } = await import("../tables/assess-project.ts");
      const { describeAssessments } = await import("./text/describe-assessments.ts");
      const { project, sensor, criterion, startAt, endAt } = options;
      if (startAt > endAt) throw new InvalidInput(["--start-at must not be after --end-at"]);
      const request = {
        projectId: project,
        sensorIds: sensor,
        criterionIds: criterion,
        range: { startAt, endAt },
      };
      const sensors: PresentedSensor[] = [];
      await withDatabase(async (database) => {
        for await (const found of assessProject(database, request)) sensors.push(found);
      });
      const list = sensors.flatMap(({ sensorId, assessments }) =>
        assessments.map((assessment) => ({ sensorId, ...assessment.toJSON() })),
      );
      if (json) console.log(JSON.stringify({ assessments: list }, null, 2));
      else console.log(describeAssessments(sensors));
    }),
  );
