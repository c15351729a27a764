import { Command } from "commander";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { CsvTable } from "../../ingest/csv/csv-table.ts";
import type { ImportedFile } from "../../ingest/rows/import-csv.ts";
import { collect, type JsonOption, once, runAction } from "./options.ts";
import { describeImport, presentImport } from "../text/describe-import.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { countOf } from "../../system/count-of.ts";
import { createProgress } from "../text/progress.ts";
import { fileWord } from "../text/shell-word.ts";

export interface CsvImport<Row> {
  readonly name: string;
  readonly description: string;
  /** The help about columns and values. */
  readonly columns: string;
  /** A column, with another header that it may have in a file. */
  readonly example: readonly [column: string, header: string];
  /** True: the command has `--dry-run` and `--allow-future`. */
  readonly isOfSamples?: boolean;
  /** True: the command has `--dry-run`, and no options for the times and levels of samples. */
  readonly isOfExclusions?: boolean;
  loadTable(): Promise<CsvTable<Row>>;
}

interface CsvOptions extends JsonOption {
  readonly column: readonly string[];
  readonly flag?: readonly string[];
  readonly missing?: readonly string[];
  readonly profile?: string;
  readonly rejected?: string;
  readonly dryRun?: boolean;
  readonly allowFuture?: boolean;
}

/** A command that imports CSV files. Completed files are reported even if a later one fails. */
export function createCsvImportCommand<Row>(csvImport: CsvImport<Row>): Command {
  const { isOfSamples = false, isOfExclusions = false } = csvImport;
  const [column, header] = csvImport.example;
  // Exclusions are in no order of time.
  const ofForms = isOfExclusions
    ? formsHelp
    : `${orderHelp}${formsHelp} ${dateColumnsHelp}\n${profileHelp(column, header)}`;
  const command = new Command(csvImport.name)
    .description(csvImport.description)
    .argument(
      "<file.csv...>",
      "files with a header of the columns below, .gz as well; -: standard input",
    )
    .option(
      "--timezone <zone>",
      "zone of times without an offset, such as Europe/Dublin or +01:00 (default: UTC)",
      once,
    )
    .option("--date-format <form>", "a form of the list below (default: ISO 8601)", once)
    .option("--delimiter <text>", 'between cells: ";", ",", "|" or tab (default: ",")', once)
    .option("--skip-lines <N>", "lines before the header (default: 0)", once)
    .option(
      "--column <name=header>",
      `a column with another header, such as ${column}="${header}", or its number: ${column}=#7; may be repeated`,
      collect,
      [],
    )
    .option("--sensor <id>", "the sensor of every row, whatever the column sensor_id says", once)
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
      "print { files: [{ file, rows, inserted, updated, unchanged, rejected, rejectedFile, skipped, … }] }",
    )
    .addHelpText("after", `\n${csvImport.columns}\n${rowsHelp}${ofForms}`)
    .action((paths: string[], options: CsvOptions) =>
      runAction(async ({ exitCodes, withDatabase }) => {
        const { json = false, dryRun: isDryRun = false, allowFuture = false } = options;
        const { mergeFormats } = await import("../../ingest/csv/csv-format.ts");
        const { readCsvFiles } = await import("../../ingest/rows/csv-file.ts");
        const { importCsvFiles } = await import("../../ingest/rows/import-csv.ts");
        const { parseFormatOptions, readProfile } = await import("../../ingest/csv/profile.ts");
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
        const given = parseFormatOptions({ ...options }, options);
        const profile = options.profile === undefined ? null : await readProfile(options.profile);
        const format = mergeFormats(profile?.format ?? {}, given);
        const table = await csvImport.loadTable();
        const adviseLook = (error: unknown) => {
          throw isOfSamples ? withLook(error, paths) : error;
        };
        const files = await readCsvFiles(table, paths, format, rejectedPathFor).catch(adviseLook);
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
              if (!json) console.log(describeImport(file, format.timeZone, isDryRun));
              printReasons(file);
            }
            if (isDryRun && !json) console.log("This was a dry run: nothing was written.");
          } finally {
            progress.clear();
            if (json) console.log(JSON.stringify({ files: imported.map(presentImport) }, null, 2));
          }
        }).catch(adviseLook);
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
      .option(
        "--interval <time>",
        "how long a row lasts, such as 5m (default: inferred; --labels end needs it)",
        once,
      )
      .option("--decimal <mark>", 'of numbers: "," or "." (default: ".")', once);
  }
  if (isOfExclusions) command.option("--dry-run", "write nothing, and print what would be done");
  if (isOfSamples) {
    command.option(
      "--instrument <name>",
      "the form of its files: acoustic instruments lists them",
      once,
    );
    command.option("--every <time>", "join rows to samples of this length, such as 1m", once);
    command.option(
      "--missing <text>",
      "a text of cells without a value, besides -, NaN and the like; may be repeated",
      collect,
      [],
    );
    command.option(
      "--flag <column=value:reason>",
      "exclude the interval of rows with this value, such as Over=O:overload; may be repeated",
      collect,
      [],
    );
    command.option(
      "--allow-future",
      "accept samples that begin more than a day in the future (default: reject them)",
    );
    command.option("--dry-run", "write nothing, and print what would be done");
  }
  return command;
}

/** The same error; if the columns of a file are refused, with the command that says how it is imported. */
function withLook(error: unknown, paths: readonly string[]): unknown {
  if (!(error instanceof InvalidInput)) return error;
  const isOfColumns = (issue: string) =>
    /^:\d+: .*(?:(?:no|unknown|the) columns? |--[a-z])/.test(issue);
  const refused = paths.find((path) =>
    error.issues.some((issue) => issue.startsWith(path) && isOfColumns(issue.slice(path.length))),
  );
  if (refused === undefined || refused === "-") return error;
  const advice = `acoustic look ${fileWord(refused)} says how the file is imported`;
  return new InvalidInput([...error.issues, advice]);
}

const rowsHelp = `Of the rows, inserted ones are new, updated ones replaced another, unchanged ones were there already,
rejected ones are not stored: those of a.csv are written to a.rejected.csv with their line and the
reason. Importing the same file again changes nothing.
`;

const orderHelp = `
With --column, unknown columns are left out, and --column limit= ignores a column that is called limit and means
something else. In the hour that a clock repeats in autumn, the order of a sensor's rows determines which pass is meant:
its times go back once, by half of that hour at least.
`;

const formsHelp = `
Forms of --date-format: DD/MM/YYYY, MM/DD/YYYY, YYYY/MM/DD or YYYY/DD/MM, with /, . or - between day, month and year;
then HH:mm, HH:mm:ss, HH:mm[:ss], h:mm A, h:mm:ss A or h:mm[:ss] A; or unix or unix-ms. Day, month and hour may have
one digit.`;

const dateColumnsHelp =
  "Three columns for the date: --column year=… --column month=… --column day=… --column time=…";

function profileHelp(column: string, header: string): string {
  return `
A profile, and the same on the command line:
  timezone: Europe/Dublin
  delimiter: ";"
  decimal: ","
  date-format: DD/MM/YYYY HH:mm:ss
  column: { datetime: Time, ${column}: "${header}" }
  --timezone Europe/Dublin --delimiter ";" --decimal "," --date-format "DD/MM/YYYY HH:mm:ss" \\
    --column datetime=Time --column ${column}="${header}"`;
}

function printReasons({ reasons, rejected }: ImportedFile): void {
  for (const reason of reasons) console.error(reason);
  const more = rejected - reasons.length;
  if (reasons.length > 0 && more > 0) console.error(`and ${countOf(more, "more row")}`);
}
