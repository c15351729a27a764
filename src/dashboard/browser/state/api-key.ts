import { signal } from "@preact/signals";
import { type Scope, scopeNames, scopes } from "../../../auth/scopes.ts";
import { projects } from "./site.ts";
import type { ViewerQuery } from "../graphql/generated/viewer.ts";

/** The key: in no address, store, title or attribute; gone on reload and with "Forget the key". */
export const apiKey = signal<string | null>(null);

/** Why the last key is not used any more; shown beside the key field. */
export const keyIssue = signal<string | null>(null);

/** Name and scopes of the key. */
export const viewer = signal<ViewerQuery["viewer"]>(null);

/** The scopes of the key; null until they are known. */
export function heldScopes(): readonly Scope[] | null {
  const granted = viewer.value?.grantedScopes;
  if (granted === undefined) return null;
  return scopes.filter((scope) => granted.includes(scopeNames[scope]));
}

/** True if it is known that the key lacks a scope: what needs it is not queried. */
export function lacksScope(scope: Scope): boolean {
  return heldScopes()?.includes(scope) === false;
}

export function forgetKey(issue: string | null = null): void {
  apiKey.value = null;
  viewer.value = null;
  projects.value = null;
  keyIssue.value = issue;
}
