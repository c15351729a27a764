import { Command } from "commander";
import { instant, once, runAction } from "./program/options.ts";
import { formatInstant, type Instant } from "../acoustics/time/instant.ts";
import { describeUnknownId } from "../system/unknown-id.ts";

interface ExportSiteOptions {
  readonly output?: string;
  readonly asOf?: Instant;
}

export const exportSiteCommand = new Command("site")
  .description("the site file (YAML) of a project, in which `apply` finds nothing to change")
  .argument("<project>", "the id of the project")
  .option(
    "--output <file>",
    "a file, which appears whole or not at all (default: standard output)",
    once,
  )
  .option("--as-of <instant>", "the site as it was in force then (default: now)", instant)
  .addHelpText(
    "after",
    `
Bounds of the contract are instants, and sensors are in the order of their ids. What no site file may say, such as more
sensors than one may list, is named on standard error, and the exit code is 1. \`apply\` keeps what was in force: before
its first version a site is not known, and the exit code is 2.

Examples:
  acoustic export site dublin-noise --output dublin-noise.yaml
  acoustic export site dublin-noise --as-of 2026-03-01T00:00:00Z`,
  )
  .action((id: string, { output, asOf }: ExportSiteOptions) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { selectSiteAt } = await import("../database/queries/sites/sites.ts");
      const { writeOutput } = await import("../tables/write-output.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { formatSite } = await import("../ingest/site/site-text.ts");
      const found = await withDatabase(({ db }) => selectSiteAt(db, id, asOf ?? null));
      if (found === null) throw new InvalidInput([describeUnknownId("project", id)]);
      if (!("site" in found)) {
        const since = formatInstant(found.knownSince);
        throw new InvalidInput([`--as-of: the site of ${id} is known since ${since}`]);
      }
      const { text, issues } = formatSite(found.site);
      await writeOutput(output ?? null, [text]);
      for (const issue of issues) console.error(issue);
      return issues.length === 0 ? exitCodes.done : exitCodes.warnings;
    }),
  );
