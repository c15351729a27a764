import { scopeNames, scopes } from "../../auth/scopes.ts";
import { formatInstant } from "../../acoustics/time/instant.ts";
import type { OperationContext } from "../operation-context.ts";

/** The key of the request in the form of the answer; scopes are in the specification's order. Needs no scope. */
export function getViewer({ principal }: OperationContext) {
  const { keyId, name, expiresAt } = principal;
  const granted = scopes.filter((scope) => principal.scopes.has(scope));
  return {
    keyId,
    name,
    grantedScopes: granted.map((scope) => scopeNames[scope]),
    scopes: granted,
    expiresAt: expiresAt === null ? null : formatInstant(expiresAt),
  };
}
