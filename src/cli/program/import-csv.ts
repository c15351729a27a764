import { Command } from "commander";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { CsvBatch, CsvTable } from "../../ingest/csv/csv-table.ts";
import type { ImportedFile } from "../../ingest/rows/import-csv.ts";
import { collect, type JsonOption, once, runAction } from "./options.ts";
import { createProgress } from "../text/progress.ts";

export interface CsvImport<Row, Batch extends CsvBatch<Row>> {
  readonly name: string;
  readonly description: string;
  /** The help about columns and values. */
  readonly columns: string;
  /** True: the command has `--dry-run` and `--allow-future`. */
  readonly isOfSamples?: boolean;
  /** True: the command has `--dry-run`, and no options for the times and levels of samples. */
  readonly isOfExclusions?: boolean;
  loadTable(): Promise<CsvTable<Row, Batch>>;
}

interface CsvOptions extends JsonOption {
  readonly column: readonly string[];
  readonly profile?: string;
  readonly rejected?: string;
  readonly dryRun?: boolean;
  readonly allowFuture?: boolean;
}

/** A command that imports CSV files. Completed files are reported even if a later one fails. */
export function createCsvImportCommand<Row, Batch extends CsvBatch<Row>>(
  csvImport: CsvImport<Row, Batch>,
): Command {
  const { isOfSamples = false, isOfExclusions = false } = csvImport;
  const command = new Command(csvImport.name)
    .description(csvImport.description)
    .argument(
      "<file.csv...>",
      "files with a header of the columns below, .gz as well; -: standard input",
    )
    .option("--timezone <zone>", "zone of times without an offset (default: UTC)", once)
    .option("--date-format <form>", "such as DD/MM/YYYY HH:mm[:ss] (default: ISO 8601)", once)
    .option("--delimiter <text>", 'between cells: ";", ",", "|" or tab (default: ",")', once)
    .option("--skip-lines <N>", "lines before the header (default: 0)", once)
    .option(
      "--column <name=header>",
      `a column with another header, such as ${isOfExclusions ? "reason=Grund" : 'LAeq="Leq (dBA)"'}; may be repeated`,
      collect,
      [],
    )
    .option("--sensor <id>", "the sensor of every row, in files without sensor_id", once)
    .option(
      "--profile <file.yaml>",
      "a file with these options by name; those given here win",
      once,
    )
    .option(
      "--rejected <file>",
      "where rejected rows of one file go (default: a.rejected.csv beside a.csv; of -: the first 20 reasons are printed)",
      once,
    )
    .option(
      "--json",
      "print { files: [{ file, rows, inserted, updated, unchanged, rejected, rejectedFile }] }",
    )
    .addHelpText("after", `\n${csvImport.columns}\n${rowsHelp}${isOfExclusions ? "" : formatHelp}`)
    .action((paths: string[], options: CsvOptions) =>
      runAction(async ({ exitCodes, withDatabase }) => {
        const { json = false, dryRun: isDryRun = false, allowFuture = false } = options;
        const { mergeFormats } = await import("../../ingest/csv/csv-format.ts");
        const { readCsvFiles } = await import("../../ingest/rows/csv-file.ts");
        const { importCsvFiles } = await import("../../ingest/rows/import-csv.ts");
        const { parseFormatOptions, readProfile } = await import("../../ingest/csv/profile.ts");
        const { InvalidInput } = await import("../../ingest/invalid-input.ts");
        const { rejectedPathOf } = await import("../../ingest/csv/rejected-file.ts");
        const { standardInput } = await import("../../ingest/csv/text-source.ts");
        if (options.rejected !== undefined && paths.length > 1) {
          throw new InvalidInput(["--rejected: is only for one file"]);
        }
        if (paths.filter((path) => path === standardInput).length > 1) {
          throw new InvalidInput(["-: standard input can be read once"]);
        }
        const rejectedPathFor = (path: string) =>
          options.rejected ?? (path === standardInput ? null : rejectedPathOf(path));
        const given = parseFormatOptions({ ...options }, options.column);
        const profile = options.profile === undefined ? null : await readProfile(options.profile);
        const format = mergeFormats(profile?.format ?? {}, given);
        const table = await csvImport.loadTable();
        const files = await readCsvFiles(table, paths, format, rejectedPathFor);
        const progress = createProgress();
        const imported: ImportedFile[] = [];
        await withDatabase(async (database) => {
          try {
            const now = allowFuture ? null : (Date.now() as Instant);
            const imports = importCsvFiles(table, database, files, progress.show, {
              isDryRun,
              now,
            });
            for await (const file of imports) {
              imported.push(file);
              progress.clear();
              if (!json) console.log(describeFile(file, isDryRun, isOfSamples));
              printReasons(file);
            }
            if (isDryRun && !json) console.log("This was a dry run: nothing was written.");
          } finally {
            progress.clear();
            if (json)
              console.log(
                JSON.stringify(
                  { files: imported.map(isDryRun && isOfSamples ? presentTrial : presentFile) },
                  null,
                  2,
                ),
              );
          }
        });
        return imported.some(({ rejected }) => rejected > 0)
          ? exitCodes.someRowsRejected
          : exitCodes.done;
      }).finally(() => {
        // Otherwise a program that still writes to standard input would prevent this one from ending.
        if (paths.includes("-")) process.stdin.destroy();
      }),
    );
  if (!isOfExclusions) {
    command
      .option(
        "--labels <end>",
        "which end of a sample its time is: start or end (default: start)",
        once,
      )
      .option("--interval <time>", "with --labels end: how long a sample lasts, such as 5m", once)
      .option("--decimal <mark>", 'of numbers: "," or "." (default: ".")', once);
  }
  if (isOfExclusions) command.option("--dry-run", "write nothing, and print what would be done");
  if (isOfSamples) {
    command.option(
      "--allow-future",
      "accept samples that begin more than a day in the future (default: reject them)",
    );
    command.option(
      "--dry-run",
      "write nothing, and print what would be done; with --json also emptiedLevels and outsideContract",
    );
  }
  return command;
}

const rowsHelp = `Of the rows, inserted ones are new, updated ones replaced another, unchanged ones were there already,
rejected ones are not stored: those of a.csv are written to a.rejected.csv with their line and the
reason. Importing the same file again changes nothing.
`;

const formatHelp = `
With --column, columns that have no name here are left out. In the hour that a clock repeats in autumn, the
order of a sensor's rows determines which pass is meant: its times go back exactly once.

A profile, and the same on the command line:
  timezone: Europe/Dublin
  delimiter: ";"
  decimal: ","
  date-format: DD/MM/YYYY HH:mm:ss
  column: { datetime: Time, LAeq: "Leq (dBA)" }
  --timezone Europe/Dublin --delimiter ";" --decimal "," --date-format "DD/MM/YYYY HH:mm:ss" \\
    --column datetime=Time --column LAeq="Leq (dBA)"`;

/** The result of one file for `--json`. */
function presentFile(imported: ImportedFile) {
  const { file, rows, inserted, updated, unchanged, rejected, rejectedFile } = imported;
  return { file, rows, inserted, updated, unchanged, rejected, rejectedFile };
}

/** The result of one file in a dry run. */
function presentTrial(imported: ImportedFile) {
  const { emptiedLevels, outsideContract } = imported;
  return { ...presentFile(imported), emptiedLevels, outsideContract };
}

function printReasons({ reasons, rejected }: ImportedFile): void {
  for (const reason of reasons) console.error(reason);
  const more = rejected - reasons.length;
  if (reasons.length > 0 && more > 0) console.error(`and ${countOf(more, "more row")}`);
}

function describeFile(file: ImportedFile, isDryRun: boolean, isOfSamples: boolean): string {
  const count = (value: number) => value.toLocaleString("en");
  const lines = [
    `${file.file}: ${countOf(file.rows, "row")}${isDryRun ? " would be" : ""}: ${count(file.inserted)} inserted, ` +
      `${count(file.updated)} updated, ${count(file.unchanged)} unchanged, ` +
      `${count(file.rejected)} rejected`,
  ];
  if (file.readAsUtc > 0) {
    const rows = countOf(file.readAsUtc, "row");
    lines.push(`  times without an offset, read as UTC: ${rows} (--timezone names another zone)`);
  }
  if (isDryRun && isOfSamples)
    lines.push(`  stored levels that would become empty: ${count(file.emptiedLevels)}`);
  if (file.outsideContract > 0) {
    const rows = countOf(file.outsideContract, "row");
    lines.push(`  outside the contract, stored but not served: ${rows}`);
  }
  if (file.retries > 0) {
    const times = file.retries === 1 ? "once" : `${file.retries} times`;
    lines.push(`  imported again, ${times}: another session wrote the same rows at the same time`);
  }
  if (file.leftOut.length > 0) lines.push(`  columns left out: ${file.leftOut.join(", ")}`);
  if (file.rejectedFile !== null) {
    lines.push(`  the rejected rows, each with its line and reason: ${file.rejectedFile}`);
  }
  return lines.join("\n");
}

/** A count and its noun, in the plural unless it is one: `1 row`, `5,022 rows`. */
function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
