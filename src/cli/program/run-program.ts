import { Command, CommanderError, Help } from "commander";
import { assessCommand } from "../assess.ts";
import { applyCommand } from "../apply.ts";
import { backupCommand } from "../backup.ts";
import { doctorCommand } from "../doctor.ts";
import { demoCommand } from "../demo.ts";
import { evidenceCommand } from "../evidence.ts";
import { createExportCommands } from "../export.ts";
import { importClassificationsCommand } from "../import-classifications.ts";
import { importExclusionsCommand } from "../import-exclusions.ts";
import { importRecordingsCommand } from "../import-recordings.ts";
import { importSamplesCommand } from "../import-samples.ts";
import { instrumentsCommand } from "../instruments.ts";
import { keyCreateCommand } from "../key-create.ts";
import { keyListCommand } from "../key-list.ts";
import { keyRevokeCommand } from "../key-revoke.ts";
import { keyRotateCommand } from "../key-rotate.ts";
import { keyShowCommand } from "../key-show.ts";
import { keyUpdateCommand } from "../key-update.ts";
import { lookCommand } from "../look.ts";
import { maintainCommand } from "../maintain.ts";
import { migrateCommand } from "../migrate.ts";
import { moveRecordingsCommand } from "../move-recordings.ts";
import { reportCommand } from "../report.ts";
import { createRemoveCommands } from "../remove.ts";
import { restoreCommand } from "../restore.ts";
import { sandboxCommand } from "../sandbox.ts";
import { serveCommand } from "../serve.ts";
import { verifyCommand } from "../verify.ts";
import { watchCommand } from "../watch.ts";
import { statusCommand } from "../status.ts";
import { describeBuild, readBuildInfo } from "../../system/build-info.ts";

/** Runs the command of some words, and sets `process.exitCode`. */
export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The exit code of requested help is 0; help instead of a missing command means wrong usage.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

/** All commands, each with an action that sets `process.exitCode`. */
function createProgram(): Command {
  const program = new Command("acoustic")
    .description("Read-only HTTP API for acoustic monitoring, and what its operator needs.")
    .version(
      describeBuild(readBuildInfo()),
      "--version",
      "print the version, and the commit where it is known",
    )
    .exitOverride()
    .configureHelp({
      // The default of a repeatable option is an empty list, which help omits.
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(" (default: [])", ""),
    })
    .showHelpAfterError("(--help shows what can be written here)")
    .addHelpText(
      "after",
      `
Exit codes: 0 done, 1 some rows rejected or warnings, 2 wrong usage or invalid input, 3 the database or the
store cannot be reached, or a disk is full. Without DATABASE_URL the embedded database under DATA_DIR (.data) is used.`,
    );

  const importGroup = new Command("import").description(
    "import measurements and what goes with them",
  );
  const recordingsGroup = new Command("recordings").description("move recordings between stores");
  const exportGroup = new Command("export").description(
    "write CSV of samples and of what is made of them, or a site file",
  );
  const removeGroup = new Command("remove").description(
    "remove samples, classifications, recordings or exclusions of a range, a sensor, or a project",
  );
  const keyGroup = new Command("key").description(
    "create, list, change, rotate and revoke API keys",
  );

  addCommands(
    program,
    serveCommand,
    statusCommand,
    doctorCommand,
    migrateCommand,
    maintainCommand,
    applyCommand,
    lookCommand,
    importGroup,
    instrumentsCommand,
    recordingsGroup,
    watchCommand,
    exportGroup,
    assessCommand,
    evidenceCommand,
    reportCommand,
    removeGroup,
    keyGroup,
    backupCommand,
    restoreCommand,
    demoCommand,
    sandboxCommand,
    verifyCommand,
  );
  addCommands(
    importGroup,
    importSamplesCommand,
    importClassificationsCommand,
    importExclusionsCommand,
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
  return program;
}

function addCommands(parent: Command, ...commands: Command[]): void {
  for (const command of commands) parent.addCommand(command.copyInheritedSettings(parent));
}
