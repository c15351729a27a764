import { CommanderError } from "commander";
import { fullDiskOf, nameFullDisk } from "../../system/full-disk.ts";
import { createProgram } from "./create-program.ts";

process.stdout.on("error", reportUnwrittenOutput);
process.stderr.on("error", () => undefined);

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // The exit code of requested help is 0; help instead of a missing command means wrong usage.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}

/**
 * A closed reader, such as `| head`, does not end the work. Any other failure to write the output is that of the
 * command, unless another one is reported.
 */
function reportUnwrittenOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.once("exit", (code) => {
    if (code > 1) return;
    const fullDisk = fullDiskOf(nameFullDisk("standard output", error));
    console.error(fullDisk?.message ?? `The output cannot be written: ${error.message}`);
    process.exitCode = fullDisk === undefined ? 2 : 3;
  });
}
