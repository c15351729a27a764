import { Command } from "commander";
import { type JsonOption, once, runAction } from "./program/options.ts";
import { describeUnknownId } from "../system/unknown-id.ts";

interface KeyListOptions extends JsonOption {
  readonly active?: boolean;
  readonly project?: string;
}

export const keyListCommand = new Command("list")
  .description("list keys as a table, without their secrets")
  .option("--active", "only keys that are neither revoked nor expired")
  .option("--project <id>", "only keys that may read this project", once)
  .option(
    "--json",
    "print { keys: [{ id, name, scopes, projects, sensors, createdAt, expiresAt, revokedAt, lastUsedAt, allSensors, replacedBy }] }",
  )
  .addHelpText(
    "after",
    `
Scopes are shortened: data is v0:data:read. SENSORS is their number, with + if later ones are added;
\`acoustic key show <KEY_ID>\` names them.
LAST USED is exact to the minute, and known a minute after the request.

Example:
  acoustic key list --active --project dublin-noise`,
  )
  .action(({ json = false, active = false, project }: KeyListOptions) =>
    runAction(async ({ withDatabase }) => {
      const { selectApiKeys, selectProjectNos } =
        await import("../database/queries/keys/api-keys.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { describeKeys, isInForce } = await import("./text/describe-key.ts");
      const now = new Date();
      const all = await withDatabase(async ({ db }) => {
        if (project !== undefined && !(await selectProjectNos(db)).has(project)) {
          throw new InvalidInput([describeUnknownId("project", project)]);
        }
        return selectApiKeys(db);
      });
      const keys = all.filter(
        (key) =>
          (!active || isInForce(key, now)) &&
          (project === undefined || key.projects.includes(project)),
      );
      // JSON has dates in the form of the API: `YYYY-MM-DDTHH:mm:ss.sssZ`.
      if (json) console.log(JSON.stringify({ keys }, null, 2));
      else if (all.length === 0) console.log("There are no keys yet: acoustic key create --help");
      else if (keys.length === 0) console.log("No key is like that.");
      else console.log(describeKeys(keys, now));
    }),
  );
