import { type AppliedProject, applySites } from "#ingest/apply-site.ts";
import { readSites } from "#ingest/read-sites.ts";
import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

/** Makes the stored configuration what the site files declare. */
export async function apply(files: string[], options: { json?: boolean }): Promise<ExitCode> {
  const sites = await readSites(files);
  const projects = await withDatabase(({ db }) => applySites(db, sites));
  console.log(
    options.json === true
      ? JSON.stringify({ projects }, null, 2)
      : projects.map(describeProject).join("\n"),
  );
  return exitCodes.done;
}

function describeProject({ id, created, changed, notListed }: AppliedProject): string {
  const lines = [
    created ? `${id}: created` : `${id}: ${changed.length === 0 ? "nothing to change" : "changed"}`,
    ...changed.map((path) => `  ${path}`),
    ...notListed.map((sensorId) => `  sensors.${sensorId} is not listed, and left as it is`),
  ];
  return lines.join("\n");
}
