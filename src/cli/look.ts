import { Command } from "commander";
import { once, runAction } from "./program/options.ts";

interface LookOptions {
  readonly sensor?: string;
  readonly timezone?: string;
}

export const lookCommand = new Command("look")
  .description("read a file of a meter, and print what it is and the command that imports it")
  .argument("<file>", "a text file of a meter, .gz as well")
  .option("--sensor <id>", "the sensor of the file (default: <sensor> in the command)", once)
  .option(
    "--timezone <zone>",
    "zone of times without an offset, such as Europe/Dublin or +01:00 (default: <zone> in the command)",
    once,
  )
  .addHelpText(
    "after",
    `
It reads the first and last rows: encoding, delimiter, decimal mark, header, the instrument, columns and what they
become, times, interval, the first samples as they would be stored, and what the file does not say. It stores nothing
and needs no database. Files of classifications are known by their columns model, label and confidence, those of
exclusions by start_at, end_at and reason. A file that is no table ends with 2.

Example:
  acoustic look --sensor dublin-noise-2 --timezone Europe/Dublin 2026-03-17_SLM_000_123_Log.txt`,
  )
  .action((file: string, { sensor, timezone }: LookOptions) =>
    runAction(async () => {
      const { lookAt } = await import("../ingest/look/look-at.ts");
      const { parseFormatOptions } = await import("../ingest/csv/profile.ts");
      const { standardInput } = await import("../ingest/csv/text-source.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      if (file === standardInput)
        throw new InvalidInput(["-: only a file can be looked at: save standard input as one"]);
      // A wrong sensor or zone is refused here as by the import, also if the file does not need it.
      parseFormatOptions({ sensor, timezone });
      const { describeLook } = await import("./text/describe-look.ts");
      const known = { sensor: sensor ?? null, timezone: timezone ?? null };
      console.log(describeLook(file, await lookAt(file, known)));
    }),
  );
