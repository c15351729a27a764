import { Command, InvalidArgumentError, Option } from "commander";
import { once, runAction } from "./program/options.ts";

interface ReportOptions {
  readonly project: string;
  readonly month: string;
  readonly out: string;
  readonly language: string;
  readonly title?: string;
  readonly permit?: string;
  readonly author?: string;
  readonly remark?: string;
}

export const reportCommand = new Command("report")
  .description("write the report of a month as one page that needs nothing, to print or to send")
  .requiredOption("--project <id>", "the project", once)
  .requiredOption("--month <month>", "a month of the project's calendar, YYYY-MM", month)
  .requiredOption("--out <file>", "a new file, such as report.html", once)
  .addOption(
    new Option("--language <language>", "that of the report")
      .choices(["en", "de", "fr", "es"])
      .default("en"),
  )
  .option("--title <text>", "its title, above the name of the project", once)
  .option("--permit <text>", "the permit, if the site file has none", once)
  .option("--author <text>", "its author", once)
  .option("--remark <text>", "a remark below its head", once)
  .addHelpText(
    "after",
    `
It is the full report of the dashboard. Of more than twelve sensors, those that exceed most are in it.
The exit code is 1 if figures could not be read.

Example:
  acoustic report --project dublin-noise --month 2026-10 --out report.html --language de`,
  )
  .action(({ project, month: wanted, out, language, ...words }: ReportOptions) =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { requireNoFile, writeNewFile } = await import("../operator/backup/new-file.ts");
      const { writeReport } = await import("../server/write-report.ts");
      const { createLog } = await import("../log.ts");
      await requireNoFile(out);
      const log = await createLog(requireConfig().log);
      const [year, number] = wanted.split("-").map(Number) as [number, number];
      const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
      const request = { project, from: `${wanted}-01`, to: `${wanted}-${last}`, language, words };
      const written = await withDatabase((database) => writeReport(database, request, log));
      if ("issues" in written) throw new InvalidInput(written.issues);
      const { file, problems } = written;
      if (file !== null) {
        await writeNewFile(out, async (append) => append(Buffer.from(file)));
        console.log(out);
      }
      if (problems.length === 0) return exitCodes.done;
      console.error(
        file === null ? "No report was written." : "The report lacks figures, and says where.",
      );
      for (const problem of problems) console.error(problem);
      return exitCodes.warnings;
    }),
  );

function month(text: string, earlier: string | undefined): string {
  const value = once(text, earlier);
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(value)) return value;
  throw new InvalidArgumentError("It must be a month: YYYY-MM.");
}
