import { Command, Option } from "commander";
import { scopes } from "../auth/scopes.ts";
import { collect, type JsonOption, once, runAction } from "./program/options.ts";

interface KeyCreateOptions extends JsonOption {
  readonly name: string;
  readonly scope: readonly string[];
  readonly project: readonly string[];
  readonly sensor: readonly string[];
  readonly allSensors?: true;
  readonly expiresAt?: string;
}

export const keyCreateCommand = new Command("create")
  .description("create a key and print it once, as the only text on standard output")
  .requiredOption("--name <name>", "what the key is for: 1 to 200 characters", once)
  .option("--scope <scope>", "an operation scope; repeat the option for more", collect, [])
  .option("--project <id>", "a project it may read; repeat the option for more", collect, [])
  .option(
    "--sensor <id>",
    "a sensor it may read; repeat for more; without: all that the projects have now",
    collect,
    [],
  )
  .addOption(
    new Option(
      "--all-sensors",
      "all sensors that the projects have now, and those that are added later",
    ).conflicts("sensor"),
  )
  .option(
    "--expires-at <time>",
    "when it expires: 2030-01-01T00:00:00Z, or 30d or 12w (default: never)",
    once,
  )
  .option("--json", "print { key, id, name, … }: the key, and its members of `key list --json`")
  .addHelpText(
    "after",
    `
Scopes: ${scopes.join(", ")}.
The dashboard needs v0:projects:read and v0:data:read; its exceedances v0:events:read, its recordings v0:audio:read.

Example:
  acoustic key create --name Dashboard --scope v0:projects:read --scope v0:data:read --project dublin-noise --expires-at 12w`,
  )
  .action(({ json = false, ...options }: KeyCreateOptions) =>
    runAction(async () => {
      const { createApiKey } = await import("../auth/issue-key.ts");
      const { requireExpiry } = await import("./program/key-arguments.ts");
      const { printNewKey } = await import("./text/print-new-key.ts");
      const now = new Date();
      const { expiresAt } = options;
      const request = {
        name: options.name,
        scopes: options.scope,
        projects: options.project,
        sensors: options.allSensors
          ? ("all" as const)
          : options.sensor.length === 0
            ? null
            : options.sensor,
        expiresAt: expiresAt === undefined ? null : requireExpiry(expiresAt, now),
      };
      await printNewKey(
        json,
        (db) => createApiKey(db, request, now),
        ({ sensorCount, projectCount }) => ({
          words:
            `may read ${count(sensorCount, "sensor")} of ${count(projectCount, "project")}` +
            (options.allSensors
              ? ", and those that are added later"
              : "; for sensors that are added later: acoustic key update --help"),
          members: {},
        }),
      );
    }),
  );

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
