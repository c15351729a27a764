import { type Scope, scopeNames, scopes } from "../../auth/scopes.ts";
import { formatInstant } from "../../acoustics/time/instant.ts";
import type { OperationContext } from "../operation-context.ts";

/** The API key of a request, as its bearer sees it. */
export interface Viewer {
  readonly keyId: string;
  readonly name: string;
  /** In the order of the specification, by their names in GraphQL. */
  readonly grantedScopes: readonly (typeof scopeNames)[Scope][];
  /** The same as texts. */
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
}

/** The key that the request has been authenticated with. Needs no scope, and reads nothing more. */
export function getViewer({ principal }: OperationContext): Viewer {
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
