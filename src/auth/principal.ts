import type { KeyId } from "./api-key.ts";
import { GatewayError } from "#acoustics/errors.ts";
import type { Scope } from "./scopes.ts";

/**
 * Who is asking: a key that was found, matched and in force when the request came in. Every reader
 * of project data takes its `grants`, so nothing can be read on nobody's behalf.
 */
export interface Principal {
  readonly keyId: KeyId;
  readonly scopes: ReadonlySet<Scope>;
  readonly grants: Grants;
}

/** The key whose allowed projects and sensors bound a query; they are read where they are used. */
export type Grants = KeyId & { readonly __grant: "allowed projects and sensors" };

/** The principal behind a key that has just been authenticated. */
export function createPrincipal(keyId: KeyId, scopes: readonly Scope[]): Principal {
  return { keyId, scopes: new Set(scopes), grants: keyId as Grants };
}

/** Throws `forbidden`, naming all of `required`, where the principal lacks one of them. */
export function requireScopes(principal: Principal, required: readonly Scope[]): void {
  if (!required.every((scope) => principal.scopes.has(scope)))
    throw GatewayError.forbidden(required);
}
