#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { levelNames } from "./acoustics/levels/level-names.ts";
import { scopes } from "./auth/scopes.ts";
import type { ImportRecordingsOptions } from "./cli/import-recordings.ts";
import type { KeyCreateOptions } from "./cli/key-create.ts";
import type * as runner from "./cli/run-command.ts";

// What a command needs is loaded when it is run, so that help and wrong usage are answered at once.
process.stdout.on("error", endWithoutOutput);
process.stderr.on("error", () => undefined);

/** EX_IOERR of sysexits.h. */
const outputFailed = 74;

const program = new Command("acoustic")
  .description("Read-only HTTP API for acoustic monitoring, and what its operator needs.")
  .exitOverride()
  .showHelpAfterError("(--help shows what can be written here)")
  .addHelpText(
    "after",
    `
Exit codes: 0 done, 1 some rows rejected, 2 wrong usage or invalid input, 3 the database or the
store cannot be reached. Without DATABASE_URL the embedded database under DATA_DIR (.data) is used.`,
  );

program
  .command("serve")
  .description("migrate if needed, then listen until SIGTERM or SIGINT")
  .option("--demo-if-empty", "load the demonstration site into an empty embedded database", false)
  .addHelpText(
    "after",
    `
REST is answered on HOST and PORT (127.0.0.1:8080), GraphQL and health on INTERNAL_HOST and
INTERNAL_PORT (127.0.0.1:8081). Both addresses are printed once they answer.`,
  )
  .action((options: { demoIfEmpty: boolean }) =>
    run(async ({ exitCodes, requireConfig }) => {
      const { serve } = await import("./cli/serve.ts");
      await serve(requireConfig(), options);
      return exitCodes.done;
    }),
  );

program
  .command("migrate")
  .description("apply the migrations that the database lacks")
  .action(() => run(async () => (await import("./cli/migrate.ts")).migrate()));

program
  .command("apply")
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
name, description, timezone, location, contract, holidays, limits, classification, sensors.<id> for a
new sensor, sensors.<id>.<name, serialNumber, model, location or limits> for a known one.`,
  )
  .action((files: string[], options: { json?: boolean }) =>
    run(async () => (await import("./cli/apply.ts")).apply(files, options)),
  );

const importing = program
  .command("import")
  .description("import measurements and what goes with them");

importing
  .command("samples")
  .description("import samples from CSV files, each file whole in one transaction")
  .argument("<file.csv...>", "files with a header of the columns below")
  .option(
    "--json",
    "print { files: [{ file, rows, inserted, updated, unchanged, rejected, rejectedFile }] }",
  )
  .addHelpText(
    "after",
    `
Columns: sensor_id, datetime (after 1970-01-01T00:00:00Z), and any of ${levelNames.join(", ")},
limit, classification. Levels are in dB from -20 to 200; empty means not reported. A sample that is
there already is replaced as a whole. Of the rows, inserted ones are new, updated ones replaced another,
unchanged ones were there already, rejected ones are not kept: those of a.csv are written to
a.rejected.csv with their line and the reason. Importing the same file again changes nothing.`,
  )
  .action((files: string[], options: { json?: boolean }) =>
    run(async () => (await import("./cli/import-samples.ts")).importSamples(files, options)),
  );

importing
  .command("classifications")
  .description("import what models heard from CSV files, each file whole in one transaction")
  .argument("<file.csv...>", "files with a header of the columns below")
  .option(
    "--json",
    "print { files: [{ file, rows, inserted, updated, unchanged, rejected, rejectedFile }] }",
  )
  .addHelpText(
    "after",
    `
Columns: sensor_id, datetime (after 1970-01-01T00:00:00Z), model, label, confidence. The confidence is a decimal from 0 to 1 such
as 0.97 or 9.5e-05; model and label are names of 1 to 200 characters. A sensor and second have one row a
model and label: the last one wins. Rows may come before their sample. Of the rows, inserted ones are
new, updated ones replaced another, unchanged ones were there already, rejected ones are not kept:
those of a.csv are written to a.rejected.csv with their line and the reason. Importing the same file
again changes nothing.`,
  )
  .action((files: string[], options: { json?: boolean }) =>
    run(async () => {
      const { importClassifications } = await import("./cli/import-classifications.ts");
      return importClassifications(files, options);
    }),
  );

importing
  .command("recordings")
  .description("import FLAC recordings, each checked to its last frame")
  .argument("<path...>", "files, or folders that are searched at any depth")
  .option("--retain-days <N>", "remove each N days after its own instant", wholeDays)
  .option("--json", "print { files: [{ file, result, reason }], others }")
  .addHelpText(
    "after",
    `
Files are named <sensorId>_<YYYYMMDDTHHmmssZ>.flac, after 1970-01-01T00:00:00Z; each *.flac is a recording or is rejected with its
reason, other files are counted. The result of a file is one of
  imported   there was no such recording, or its audio was gone
  replaced   there was one of other bytes; leases of it are over
  updated    it was there, and is kept until another day now, or without end
  unchanged  it was there
  rejected   it cannot be kept, see reason
A file has at most 256 MiB and 24 hours of audio, and samples of 8, 12, 16, 20 or 24 bits.
Files are imported in the order given, below a folder in that of their paths: of several with one name
and other bytes, each replaces the one before. Without --retain-days a recording is kept without end,
also one that was kept until some day. The server removes what is past its day. Recordings may come
before their samples.`,
  )
  .action((paths: string[], options: ImportRecordingsOptions) =>
    run(async () => {
      const { importRecordings } = await import("./cli/import-recordings.ts");
      return importRecordings(paths, options);
    }),
  );

const key = program.command("key").description("create, list and revoke API keys");

key
  .command("create")
  .description("create a key and print it, alone on standard output, this one time")
  .requiredOption("--name <name>", "what the key is for: 1 to 200 characters", once)
  .option("--scope <scope>", "an operation scope; repeat the option for more", collect, [])
  .option("--project <id>", "a project it may read; repeat the option for more", collect, [])
  .option(
    "--sensor <id>",
    "a sensor it may read; repeat for more; without: all that the projects have now",
    collect,
    [],
  )
  .option("--expires-at <instant>", "when it expires, for example 2030-01-01T00:00:00Z", once)
  .addHelpText(
    "after",
    `
Scopes: ${scopes.join(", ")}.`,
  )
  .action((options: KeyCreateOptions) =>
    run(async () => (await import("./cli/key-create.ts")).keyCreate(options)),
  );

key
  .command("list")
  .description("list all keys, without their secrets")
  .option(
    "--json",
    "print { keys: [{ id, name, scopes, projects, sensors, createdAt, expiresAt, revokedAt }] }",
  )
  .action((options: { json?: boolean }) =>
    run(async () => (await import("./cli/key-list.ts")).keyList(options)),
  );

key
  .command("revoke")
  .description("revoke a key, from the very next request on")
  .argument("<KEY_ID>", "the 16 letters and digits that `acoustic key list` shows")
  .action((id: string) => run(async () => (await import("./cli/key-revoke.ts")).keyRevoke(id)));

program
  .command("demo")
  .description("load the demonstration site: generated measurements, no real ones")
  .action(() => run(async () => (await import("./cli/demo.ts")).demo()));

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Help that was asked for is 0; help in place of a missing command is wrong usage.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}

async function run(command: (running: typeof runner) => Promise<runner.ExitCode>): Promise<void> {
  const running = await import("./cli/run-command.ts");
  await running.runCommand(() => command(running));
}

function once(value: string, earlier: string | undefined): string {
  if (earlier === undefined) return value;
  throw new InvalidArgumentError("It can be given once only.");
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

function wholeDays(value: string, earlier: number | undefined): number {
  if (earlier !== undefined) throw new InvalidArgumentError("It can be given once only.");
  if (/^[1-9][0-9]{0,4}$/.test(value) && Number(value) <= 36_500) return Number(value);
  throw new InvalidArgumentError("It must be a whole number from 1 to 36500.");
}

/**
 * Whoever reads may stop reading, as `| head` does: help ends, and work goes on to its end. Where what is
 * said cannot be written, as on a full disk, nobody is to believe that it was.
 */
function endWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  console.error(`Not all that is to be said can be written: ${message}`);
  process.once("exit", () => (process.exitCode = outputFailed));
}
