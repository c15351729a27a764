#!/usr/bin/env -S node --heap-growing-percent=150
import { Command, CommanderError, Help } from "commander";
import { applyCommand } from "./cli/apply.ts";
import { backupCommand } from "./cli/backup.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { demoCommand } from "./cli/demo.ts";
import { createExportCommands } from "./cli/export.ts";
import { importClassificationsCommand } from "./cli/import-classifications.ts";
import { importRecordingsCommand } from "./cli/import-recordings.ts";
import { importSamplesCommand } from "./cli/import-samples.ts";
import { keyCreateCommand } from "./cli/key-create.ts";
import { keyListCommand } from "./cli/key-list.ts";
import { keyRevokeCommand } from "./cli/key-revoke.ts";
import { keyRotateCommand } from "./cli/key-rotate.ts";
import { keyShowCommand } from "./cli/key-show.ts";
import { keyUpdateCommand } from "./cli/key-update.ts";
import { maintainCommand } from "./cli/maintain.ts";
import { migrateCommand } from "./cli/migrate.ts";
import { moveRecordingsCommand } from "./cli/move-recordings.ts";
import { createRemoveCommands } from "./cli/remove.ts";
import { restoreCommand } from "./cli/restore.ts";
import { serveCommand } from "./cli/serve-command.ts";
import { watchCommand } from "./cli/watch.ts";
import { statusCommand } from "./cli/status.ts";
import { describeBuild, readBuildInfo } from "./build-info.ts";

process.stdout.on("error", reportUnwrittenOutput);
process.stderr.on("error", () => undefined);

/** EX_IOERR of sysexits.h. */
const outputFailed = 74;

const program = new Command("acoustic")
  .description("Read-only HTTP API for acoustic monitoring, and what its operator needs.")
  .version(
    describeBuild(readBuildInfo()),
    "--version",
    "print the version, and the commit where it is known",
  )
  .exitOverride()
  .configureHelp({
    // An option that may be repeated begins with an empty list, which tells nobody anything.
    optionDescription: (option) =>
      new Help().optionDescription(option).replace(" (default: [])", ""),
  })
  .showHelpAfterError("(--help shows what can be written here)")
  .addHelpText(
    "after",
    `
Exit codes: 0 done, 1 some rows rejected or warnings, 2 wrong usage or invalid input, 3 the database or the
store cannot be reached. Without DATABASE_URL the embedded database under DATA_DIR (.data) is used.`,
  );

const importGroup = new Command("import").description(
  "import measurements and what goes with them",
);
const recordingsGroup = new Command("recordings").description("move recordings between stores");
const exportGroup = new Command("export").description(
  "write CSV of samples and of what is made of them, or a site file",
);
const removeGroup = new Command("remove").description(
  "remove samples, classifications or recordings of a range, a sensor, or a project",
);
const keyGroup = new Command("key").description("create, list, change, rotate and revoke API keys");

addCommands(
  program,
  serveCommand,
  statusCommand,
  doctorCommand,
  migrateCommand,
  maintainCommand,
  applyCommand,
  importGroup,
  recordingsGroup,
  watchCommand,
  exportGroup,
  removeGroup,
  keyGroup,
  backupCommand,
  restoreCommand,
  demoCommand,
);
addCommands(
  importGroup,
  importSamplesCommand,
  importClassificationsCommand,
  importRecordingsCommand,
);
addCommands(recordingsGroup, moveRecordingsCommand);
addCommands(exportGroup, ...createExportCommands());
addCommands(removeGroup, ...createRemoveCommands());
addCommands(
  keyGroup,
  keyCreateCommand,
  keyListCommand,
  keyShowCommand,
  keyUpdateCommand,
  keyRotateCommand,
  keyRevokeCommand,
);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Help that was asked for is 0; help in place of a missing command is wrong usage.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}

function addCommands(parent: Command, ...commands: Command[]): void {
  for (const command of commands) parent.addCommand(command.copyInheritedSettings(parent));
}

/**
 * A reader may close its end, as `| head` does: the work still goes on to its end. If the output cannot
 * be written, for example to a full disk, the exit code says so.
 */
function reportUnwrittenOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  console.error(`The output cannot be written: ${message}`);
  process.once("exit", () => (process.exitCode = outputFailed));
}
