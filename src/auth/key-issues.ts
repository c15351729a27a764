import { formatInstant, type Instant } from "../acoustics/time/instant.ts";
import { isScope, scopes } from "./scopes.ts";

/* The issues of a key's properties, as messages for the operator. Creating and changing a key use the same checks. */

export function findNameIssues(name: string): string[] {
  return [
    ...(name.trim() === "" ? ["the name is empty"] : []),
    ...(!shortEnough.test(name) ? ["the name is longer than 200 characters"] : []),
    ...(/[\p{Cc}\p{Cs}]/u.test(name) ? ["the name contains control characters"] : []),
  ];
}

/** Counts code points, not UTF-16 units. */
const shortEnough = /^.{0,200}$/su;

export function findScopeIssues(names: readonly string[]): string[] {
  return names
    .filter((name) => !isScope(name))
    .map((name) => `unknown scope ${JSON.stringify(name)}; there are ${scopes.join(", ")}`);
}

export function findExpiryIssues(expiresAt: Instant | null, now: Date): string[] {
  return expiresAt !== null && expiresAt <= now.getTime()
    ? [`the key would have expired already, at ${formatInstant(expiresAt)}`]
    : [];
}

export const noScope = `no scope is named: a key needs at least one of ${scopes.join(", ")}`;

/** The issue of a key that was rotated. */
export function wasReplaced(id: string, replacedBy: string): string {
  return `the key ${id} was replaced by ${replacedBy}: name that one`;
}
