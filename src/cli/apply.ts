import { Command } from "commander";
import type { AppliedProject } from "#ingest/apply-sites.ts";
import { type JsonOption, runAction } from "./lazy-action.ts";

export const applyCommand = new Command("apply")
  .description(
    "make projects, sensors, contracts and limits what site files declare, all or nothing",
  )
  .argument("<site.yaml...>", "site files (YAML or JSON), one project each")
  .option("--json", "print { projects: [{ id, created, changed, notListed }] }")
  .addHelpText(
    "after",
    `
What a file does not mention becomes empty, except sensors: one that is no longer listed is left as
it is, and named (notListed). \`changed\` names what was changed by its path below the project:
name, description, timezone, location, contract, holidays, limits, classification, intervalSeconds,
periods, sensors.<id> for a new sensor, sensors.<id>.<name, serialNumber, model, location, limits or
intervalSeconds> for a known one.
A file is a regular file of at most 2 MiB. An id has 1 to 64 characters, a name, serial number or model
at most 200, a description at most 10,000. A project has at most 10,000 sensors and 5,000 holidays in its
file; its limits, and those of each sensor, have at most 500 windows (schedule) and 5,000 exceptions.`,
  )
  .action((files: string[], { json = false }: JsonOption) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { readSiteFiles } = await import("#ingest/site-file.ts");
      const { applySites } = await import("#ingest/apply-sites.ts");
      const sites = await readSiteFiles(files);
      const projects = await withDatabase(({ db }) => applySites(db, sites));
      console.log(
        json ? JSON.stringify({ projects }, null, 2) : projects.map(describeProject).join("\n"),
      );
      return exitCodes.done;
    }),
  );

function describeProject({ id, created, changed, notListed }: AppliedProject): string {
  const lines = [
    created ? `${id}: created` : `${id}: ${changed.length === 0 ? "nothing to change" : "changed"}`,
    ...changed.map((path) => `  ${path}`),
    ...notListed.map((sensorId) => `  sensors.${sensorId} is not listed, and left as it is`),
  ];
  return lines.join("\n");
}
