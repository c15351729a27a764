import { Command } from "commander";
import { runAction } from "./program/lazy-action.ts";
import { once } from "./program/options.ts";

interface ExportSiteOptions {
  readonly output?: string;
}

export const exportSiteCommand = new Command("site")
  .description("the site file (YAML) of a project, in which `apply` finds nothing to change")
  .argument("<project>", "the id of the project")
  .option(
    "--output <file>",
    "a file, which appears whole or not at all (default: standard output)",
    once,
  )
  .addHelpText(
    "after",
    `
Bounds of the contract are instants, and sensors are in the order of their ids. What no site file may say, because
it was stored past \`apply\`, is named on standard error, and the exit code is 1.

Example:
  acoustic export site dublin-noise --output dublin-noise.yaml`,
  )
  .action((id: string, options: ExportSiteOptions) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { selectSite } = await import("../database/queries/sites/sites.ts");
      const { writeOutput } = await import("../rest/export/write-output.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { formatSite } = await import("../ingest/site/site-text.ts");
      const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
      const stored = await withDatabase(({ db }) =>
        db.transaction((transaction) => selectSite(transaction, id), snapshot),
      );
      if (stored === null) throw new InvalidInput([`there is no project ${JSON.stringify(id)}`]);
      const { text, issues } = formatSite(id, stored);
      await writeOutput(options.output ?? null, [text]);
      for (const issue of issues) console.error(issue);
      return issues.length === 0 ? exitCodes.done : exitCodes.warnings;
    }),
  );
