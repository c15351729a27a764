import { parseInstant } from "#acoustics/time/instant.ts";
import { InvalidInput } from "#ingest/invalid-input.ts";
import { createApiKey } from "#auth/issue-key.ts";
import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

export interface KeyCreateOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly project: readonly string[];
  readonly sensor: readonly string[];
  readonly expiresAt?: string;
}

/** Creates a key and prints it, alone on standard output, this one time. */
export async function keyCreate(options: KeyCreateOptions): Promise<ExitCode> {
  const expiresAt = options.expiresAt === undefined ? null : parseInstant(options.expiresAt);
  if (options.expiresAt !== undefined && expiresAt === null) {
    throw new InvalidInput([
      "--expires-at: write a date or an instant, for example 2030-01-01 or 2030-01-01T12:00:00Z",
    ]);
  }
  const request = {
    name: options.name,
    scopes: options.scope,
    projects: options.project,
    sensors: options.sensor.length === 0 ? null : options.sensor,
    expiresAt,
  };
  const created = await withDatabase(({ db }) => createApiKey(db, request, new Date()));
  if (!created.ok) throw new InvalidInput(created.issues);
  console.error(
    `Key ${created.key.id} may read ${created.sensorCount} sensors of ${created.projectCount} projects; ` +
      "sensors that are added later need a new key.\n" +
      "It is shown this once and cannot be shown again. Send it as `svc-api-key: Bearer <API_KEY>`.",
  );
  console.log(created.key.text);
  return exitCodes.done;
}
