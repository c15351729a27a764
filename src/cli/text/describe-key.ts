import type { ApiKeyRecord } from "../../database/queries/keys/api-keys.ts";
import { formatTable, shorten } from "./table.ts";

/** True if requests with the key are answered now. */
export function isInForce({ expiresAt, revokedAt }: ApiKeyRecord, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** Describes one key over several lines. */
export function describeKey(key: ApiKeyRecord, now: Date): string {
  return [
    `${key.id}  ${key.name}  ${describeState(key, now)}`,
    `  created    ${key.createdAt.toISOString()}`,
    `  last used  ${key.lastUsedAt === null ? "never" : formatMinute(key.lastUsedAt)}`,
    `  scopes     ${key.scopes.join(", ")}`,
    `  projects   ${key.projects.join(", ")}`,
    `  sensors    ${key.sensors.join(", ")}${key.allSensors ? ", and those that are added later" : ""}`,
    ...(key.replacedBy === null ? [] : [`  replaced   by ${key.replacedBy}`]),
  ].join("\n");
}

/** Describes each key in a line. */
export function describeKeys(keys: readonly ApiKeyRecord[], now: Date): string {
  return formatTable([
    ["ID", "NAME", "SCOPES", "PROJECTS", "SENSORS", "EXPIRES", "LAST USED"],
    ...keys.map((key) => [
      key.id,
      shorten(key.name, 40),
      key.scopes.map(shortScope).join(","),
      firstOf(key.projects),
      `${key.sensors.length}${key.allSensors ? "+" : ""}`,
      describeEnd(key, now),
      key.lastUsedAt === null ? "never" : formatMinute(key.lastUsedAt),
    ]),
  ]).join("\n");
}

function describeState({ expiresAt, revokedAt }: ApiKeyRecord, now: Date): string {
  if (revokedAt !== null) return `revoked at ${revokedAt.toISOString()}`;
  if (expiresAt === null) return "in force";
  return `${expiresAt <= now ? "expired at" : "in force until"} ${expiresAt.toISOString()}`;
}

function describeEnd({ expiresAt, revokedAt }: ApiKeyRecord, now: Date): string {
  if (revokedAt !== null) return `revoked ${formatMinute(revokedAt)}`;
  if (expiresAt === null) return "never";
  return `${expiresAt <= now ? "expired " : ""}${formatMinute(expiresAt)}`;
}

/** `v0:embedded-map:read` → `embedded-map`. */
function shortScope(scope: string): string {
  return scope.replace(/^v0:/, "").replace(/:read$/, "");
}

const shownProjects = 3;

function firstOf(projects: readonly string[]): string {
  if (projects.length === 0) return "none";
  const more = projects.length - shownProjects;
  return projects.slice(0, shownProjects).join(",") + (more > 0 ? `,+${more}` : "");
}

/** `2026-11-22T21:14Z`. */
function formatMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16)}Z`;
}
