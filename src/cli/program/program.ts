import { fullDiskOf, nameFullDisk } from "../../system/full-disk.ts";
import { runProgram } from "./run-program.ts";

process.stdout.on("error", reportUnwrittenOutput);
process.stderr.on("error", () => undefined);

await runProgram(process.argv.slice(2));

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
