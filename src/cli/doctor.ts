import { Command } from "commander";
import type { Finding } from "../operator/doctor/finding.ts";
import { type JsonOption, runAction } from "./program/options.ts";

interface DoctorOptions extends JsonOption {
  readonly deep?: boolean;
}

export const doctorCommand = new Command("doctor")
  .description(
    "examine configuration, listeners, trusted documents, disk, database, store, data and keys",
  )
  .option("--deep", "read every recording, and compare its checksum with that of its import")
  .option("--json", "print { checks: [{ check, state, text }] }; state is ok, warning or failure")
  .addHelpText(
    "after",
    `
Prints a line for each check: ok, warning or failure, and what to do. It changes nothing, works beside \`acoustic serve\`, and
prints no secret. Exit codes: 0 all is well, 1 there are warnings, 3 there are failures.`,
  )
  .action(({ deep = false, json = false }: DoctorOptions) =>
    runAction(async ({ exitCodes }) => {
      const { examine } = await import("./program/examine.ts");
      const checks: Finding[] = [];
      for await (const finding of examine(deep)) {
        checks.push(finding);
        if (!json) console.log(`${finding.state.padEnd(7)}  ${finding.check}: ${finding.text}`);
      }
      if (json) console.log(JSON.stringify({ checks }, null, 2));
      const has = (state: Finding["state"]) => checks.some((finding) => finding.state === state);
      if (has("failure")) return exitCodes.unreachable;
      return has("warning") ? exitCodes.warnings : exitCodes.done;
    }),
  );
