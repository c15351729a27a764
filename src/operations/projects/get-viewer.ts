import { scopeNames, scopes } from "../../auth/scopes.ts";
import { formatInstant } from "../../acoustics/time/instant.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * The key that the request has been authenticated with, as its bearer sees it; scopes in the order of the
 * specification. Needs no scope, and reads nothing more.
 */
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
