import { Command } from "commander";
import type { ChangedProject, VerdictCount } from "../ingest/site/change-sites.ts";
import { describeChanges } from "./text/describe-changes.ts";
import { type JsonOption, runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

interface ApplyOptions extends JsonOption {
  readonly dryRun?: boolean;
}

export const applyCommand = new Command("apply")
  .description(
    "make projects, sensors, contracts and limits what site files declare, all or nothing",
  )
  .argument("<site.yaml...>", "site files (YAML or JSON), one project each")
  .option("--dry-run", "write nothing, and print what would change")
  .option(
    "--json",
    "print { projects: [{ id, created, changed, notListed, overwritten, changes: [{ path, old, new }], exceedances: [{ sensor, weighting, before, after }], verdicts: [{ criterion, changed, before, after }] }] }",
  )
  .addHelpText(
    "after",
    `
What a file does not mention becomes empty, except sensors: one that is no longer listed is left as
it is, and named (notListed). \`changed\` names what was changed by its path below the project:
name, permit, contract or another member of the project, sensors.<id> for a new sensor, sensors.<id>.<name, location,
limits or another member> for a known one, criteria.<id> for a criterion that is new or gone, criteria.<id>.<member> for a
changed one, criteria for another order. \`changes\` has the old and the new value of each, as deep as they differ.
\`overwritten\` names columns that somebody changed in the database: they have the values of the site again.
\`exceedances\` counts the samples inside the contract that exceed their limit, before and after, for each sensor
whose limits or contract change and each weighting that has a limit. \`verdicts\`, only in a dry run, counts how many windows
inside the contract change their verdict, for each criterion that is changed, new or gone, or for all of them where the
time zone, contract, holidays or an interval change; before and after are { kept, exceeded, undecided }.
A file is a regular file of at most 2 MiB. An id has 1 to 64 characters, a name, serial number or model
at most 200, a description at most 10,000. A project has at most 10,000 sensors and 5,000 holidays in its
file; its limits, and those of each sensor, have at most 500 windows (schedule) and 5,000 exceptions. It has at
most 50 criteria with 20 adjustments each.

Example:
  acoustic apply --dry-run site.yaml`,
  )
  .action((files: string[], { json = false, dryRun: isDryRun = false }: ApplyOptions) =>
    runAction(async ({ withDatabase }) => {
      const { readSiteFiles } = await import("../ingest/site/site-file.ts");
      const { changeSites } = await import("../ingest/site/change-sites.ts");
      const { countVerdicts } = await import("../tables/count-verdicts.ts");
      const sites = await readSiteFiles(files);
      const progress = createProgress();
      const report = (fraction: number, sensor: string) =>
        progress.show(fraction, `samples of ${sensor} are read`);
      const projects = await withDatabase(
        (database) => changeSites(database, sites, { isDryRun, report, countVerdicts }),
        isDryRun ? "existing" : "migrate",
      ).finally(progress.clear);
      const words = [
        ...projects.map((project) => describeProject(project, isDryRun)),
        ...(isDryRun ? ["This was a dry run: nothing was written."] : []),
      ];
      console.log(json ? JSON.stringify({ projects }, null, 2) : words.join("\n"));
    }),
  );

function describeProject(project: ChangedProject, isDryRun: boolean): string {
  const { id, created, changed, notListed, overwritten, changes, exceedances, verdicts } = project;
  const verb = created ? "created" : "changed";
  const isSame = !created && changed.length === 0 && overwritten.length === 0;
  const lines = [
    isSame ? "nothing to change" : isDryRun ? `would be ${verb}` : verb,
    ...describeChanges(changes),
    ...notListed.map((sensorId) => `sensors.${sensorId} is not listed, and left as it is`),
    ...overwritten.map(
      (column) =>
        `${column} was changed in the database, and ${isDryRun ? "would have" : "has"} the value of the site again`,
    ),
    ...(exceedances.length === 0 ? [] : ["exceedances inside the contract, before → after:"]),
    ...exceedances.map(
      ({ sensor, weighting, before, after }) => `  ${sensor} ${weighting}: ${before} → ${after}`,
    ),
    ...(verdicts.length === 0 ? [] : ["windows inside the contract that change their verdict:"]),
    ...verdicts.map(describeVerdicts),
  ];
  return `${id}: ${lines.join("\n  ")}`;
}

function describeVerdicts({ criterion, changed, before, after }: VerdictCount): string {
  const counts = (["kept", "exceeded", "undecided"] as const).map(
    (verdict) => `${verdict} ${before[verdict]} → ${after[verdict]}`,
  );
  return `  ${criterion}: ${changed} (${counts.join(", ")})`;
}
