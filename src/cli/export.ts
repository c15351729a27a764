import { type Command as CommandType, Command, InvalidArgumentError, Option } from "commander";
import { bucketKinds } from "../acoustics/aggregates/buckets.ts";
import { weightings } from "../acoustics/levels/weighting.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { columnsOf } from "../tables/export-columns.ts";
import type { ExportForm, ExportRequest } from "../tables/run-export.ts";
import { exportSiteCommand } from "./export-site.ts";
import { collect, endOfRange, instant, once, parseOnce, runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

/** `acoustic export`: tables of one project, and its site file. */
export function createExportCommands(): Command[] {
  return [
    addCommonOptions(
      new Command("samples").description(
        "all that is stored of samples, in or out of the contract, as `import samples` reads it",
      ),
      "samples",
    ),
    addCommonOptions(
      new Command("exclusions").description(
        "the exclusions that overlap the range, each whole, as `import exclusions` reads them",
      ),
      "exclusions",
    ),
    addCommonOptions(
      new Command("measurements")
        .description("samples inside the contract with their limits")
        .addOption(weighting()),
      "measurements",
    ),
    addCommonOptions(
      new Command("aggregates")
        .description("levels, limits and coverage over buckets of local time")
        .addOption(
          choice(
            new Option("--bucket <bucket>", "what is added up over"),
            bucketKinds,
          ).makeOptionMandatory(),
        )
        .addOption(weighting())
        .addOption(minCoverage(0)),
      "aggregates",
    ),
    addCommonOptions(
      new Command("indicators")
        .description("Lday, Levening, Lnight and Lden by local day")
        .addOption(minCoverage(0.75)),
      "indicators",
    ),
    addCommonOptions(
      new Command("assessments")
        .description(
          "whether the criteria were kept: the windows that overlap the range, each whole",
        )
        .option("--criterion <id>", "a criterion; may be repeated (default: all)", collect, [])
        .option("--as-of <instant>", "the rules that were in force at an instant", instant),
      "assessments",
    ),
    addCommonOptions(
      new Command("episodes")
        .description("consecutive events, joined")
        .addOption(weighting())
        .addOption(seconds("join-seconds", "the longest time between two events of an episode"))
        .addOption(seconds("min-seconds", "shorter episodes are left out")),
      "episodes",
    ),
    exportSiteCommand,
  ];
}

interface Options {
  readonly project: string;
  readonly sensor: readonly string[];
  readonly startAt?: Instant;
  readonly endAt?: Instant;
  readonly output?: string;
  readonly format: ExportForm["format"];
  readonly delimiter?: string;
  readonly decimal?: string;
  readonly localTime?: boolean;
  readonly bucket?: ExportRequest["options"]["bucket"];
  readonly fweighting?: ExportRequest["options"]["weighting"];
  readonly minCoverage?: number;
  readonly criterion?: readonly string[];
  readonly asOf?: Instant;
  readonly joinSeconds?: number;
  readonly minSeconds?: number;
}

function addCommonOptions(command: CommandType, kind: ExportRequest["kind"]): Command {
  const columns = columnsOf(kind)
    .map(({ name }) => name)
    .join(", ");
  const whole = kind === "samples" || kind === "exclusions" ? "all that is stored" : "the contract";
  return command
    .summary(command.description())
    .description(`${command.description()}\n\nColumns: ${columns}.`)
    .requiredOption("--project <id>", "the project", once)
    .option("--sensor <id>", "a sensor; may be repeated (default: all of the project)", collect, [])
    .option("--start-at <instant>", `start of the range, included (default: ${whole})`, instant)
    .option("--end-at <instant>", endOfRange, instant)
    .option(
      "--output <file>",
      "a file, which appears whole or not at all (default: standard output)",
      once,
    )
    .addOption(choice(new Option("--format <format>", "form of the file"), formats).default("csv"))
    .option(
      "--delimiter <text>",
      'of CSV, between cells: ";", ",", "|" or tab (default: ",", or ";" with a decimal comma)',
      once,
    )
    .option("--decimal <mark>", 'of CSV, of numbers: "," or "." (default: ".")', once)
    .option("--local-time", "of CSV: the project's wall clock without its offset instead of UTC")
    .action((options: Options) =>
      runAction(async ({ withDatabase }) => {
        const { InvalidInput } = await import("../ingest/invalid-input.ts");
        const { startAt, endAt } = options;
        if ((startAt === undefined) !== (endAt === undefined)) {
          throw new InvalidInput(["--start-at and --end-at are given together or not at all"]);
        }
        if (startAt !== undefined && endAt !== undefined && startAt > endAt) {
          throw new InvalidInput(["--start-at must not be after --end-at"]);
        }
        const form = await formOf(options);
        const { writeOutput } = await import("../tables/write-output.ts");
        const { exportParts } = await import("../tables/run-export.ts");
        const progress = createProgress();
        await withDatabase((database) =>
          writeOutput(
            options.output ?? null,
            exportParts(
              database,
              {
                kind,
                form,
                projectId: options.project,
                sensorIds: options.sensor,
                range: startAt === undefined || endAt === undefined ? null : { startAt, endAt },
                options: {
                  bucket: options.bucket ?? "range",
                  weighting: options.fweighting ?? "A",
                  minCoverage: options.minCoverage ?? 0,
                  criterionIds: options.criterion ?? [],
                  asOf: options.asOf ?? null,
                  joinSeconds: options.joinSeconds ?? 0,
                  minSeconds: options.minSeconds ?? 0,
                },
              },
              progress.show,
            ),
          ),
        ).finally(progress.clear);
      }),
    );
}

const formats = ["csv", "ndjson", "parquet"] as const;

/** The form that options select. Throws `InvalidInput` if they do not belong together. */
async function formOf(options: Options): Promise<ExportForm> {
  const { parseFormatOptions } = await import("../ingest/csv/profile.ts");
  const { InvalidInput } = await import("../ingest/invalid-input.ts");
  const { format, delimiter: between, decimal: mark, localTime: isLocal = false } = options;
  if (format !== "csv") {
    const given = { delimiter: between, decimal: mark, "local-time": options.localTime };
    const [name] = Object.entries(given).flatMap(([key, value]) =>
      value === undefined ? [] : key,
    );
    if (name !== undefined) throw new InvalidInput([`--${name} is only for --format csv`]);
    return { format };
  }
  const { decimal = ".", ...rest } = parseFormatOptions({ delimiter: between, decimal: mark });
  const { delimiter = decimal === "," ? ";" : "," } = rest;
  if (delimiter === decimal) {
    throw new InvalidInput(['--decimal "," needs another --delimiter, such as ";"']);
  }
  return { format, delimiter, decimal, isLocal };
}

function weighting(): Option {
  const option = new Option("--fweighting <weighting>", "weighting of Leq and of the limits");
  return choice(option, weightings).default("A");
}

/** One of some texts, given once. */
function choice(option: Option, choices: readonly string[]): Option {
  const parse = (text: string) => {
    if (choices.includes(text)) return text;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
  };
  return option.choices(choices).argParser(parseOnce(parse));
}

function minCoverage(byDefault: number): Option {
  return new Option("--min-coverage <fraction>", "coverage below which averages are empty, 0 to 1")
    .argParser(
      parseOnce((text) => {
        const fraction = /^[0-9.]+$/.test(text) ? Number(text) : Number.NaN;
        if (fraction >= 0 && fraction <= 1) return fraction;
        throw new InvalidArgumentError("It must be a number from 0 to 1.");
      }),
    )
    .default(byDefault);
}

function seconds(name: string, description: string): Option {
  return new Option(`--${name} <seconds>`, description)
    .argParser(
      parseOnce((text) => {
        if (/^(?:0|[1-9][0-9]{0,8})$/.test(text)) return Number(text);
        throw new InvalidArgumentError("It must be a whole number of seconds, 0 or more.");
      }),
    )
    .default(0);
}
