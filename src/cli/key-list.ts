import { Command } from "commander";
import type { ApiKeyRecord } from "#database/queries/api-keys.ts";
import { type JsonOption, runAction } from "./lazy-action.ts";

export const keyListCommand = new Command("list")
  .description("list all keys, without their secrets")
  .option(
    "--json",
    "print { keys: [{ id, name, scopes, projects, sensors, createdAt, expiresAt, revokedAt }] }",
  )
  .action(({ json = false }: JsonOption) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { selectApiKeys } = await import("#database/queries/api-keys.ts");
      const keys = await withDatabase(({ db }) => selectApiKeys(db));
      // JSON has dates as the API does: `YYYY-MM-DDTHH:mm:ss.sssZ`.
      if (json) console.log(JSON.stringify({ keys }, null, 2));
      else if (keys.length === 0) console.log("There are no keys yet: acoustic key create --help");
      else console.log(keys.map((key) => describeKey(key, new Date())).join("\n"));
      return exitCodes.done;
    }),
  );

function describeKey(key: ApiKeyRecord, now: Date): string {
  return [
    `${key.id}  ${key.name}  ${describeState(key, now)}`,
    `  created   ${key.createdAt.toISOString()}`,
    `  scopes    ${key.scopes.join(", ")}`,
    `  projects  ${key.projects.join(", ")}`,
    `  sensors   ${key.sensors.join(", ")}`,
  ].join("\n");
}

function describeState({ expiresAt, revokedAt }: ApiKeyRecord, now: Date): string {
  if (revokedAt !== null) return `revoked at ${revokedAt.toISOString()}`;
  if (expiresAt === null) return "in force";
  return `${expiresAt <= now ? "expired at" : "in force until"} ${expiresAt.toISOString()}`;
}
