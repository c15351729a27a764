import type { KeyId } from "./api-key.ts";
import { GatewayError } from "./errors.ts";
import type { Scope } from "./scope.ts";

/**
 * Who is asking: a key that was found, matched and in force when the request came in. Every reader
 * of project data takes its `allowList`, so nothing can be read on nobody's behalf.
 */
export interface Viewer {
  readonly keyId: KeyId;
  readonly scopes: ReadonlySet<Scope>;
  readonly allowList: AllowList;
}

/** The key whose allowed projects and sensors bound a query; they are read where they are used. */
export type AllowList = KeyId & { readonly __grant: "allowed projects and sensors" };

/** The viewer behind a key that has just been authenticated. */
export function createViewer(keyId: KeyId, scopes: readonly Scope[]): Viewer {
  return { keyId, scopes: new Set(scopes), allowList: keyId as AllowList };
}

/** Throws `forbidden`, naming all of `required`, where the viewer lacks one of them. */
export function requireScopes(viewer: Viewer, required: readonly Scope[]): void {
  if (!required.every((scope) => viewer.scopes.has(scope))) throw GatewayError.forbidden(required);
}
