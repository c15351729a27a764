import { type ApiKeyRecord, selectApiKeys } from "#database/queries/api-keys-write.ts";
import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

/** Lists all keys, the oldest first, without their secrets. */
export async function keyList(options: { json?: boolean }): Promise<ExitCode> {
  const keys = await withDatabase(({ db }) => selectApiKeys(db));
  // Dates become the instants of every answer of the API, `YYYY-MM-DDTHH:mm:ss.sssZ`.
  if (options.json === true) console.log(JSON.stringify({ keys }, null, 2));
  else if (keys.length === 0) console.log("There are no keys yet: acoustic key create --help");
  else console.log(keys.map((key) => describeKey(key, new Date())).join("\n"));
  return exitCodes.done;
}

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
