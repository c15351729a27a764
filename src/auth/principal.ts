import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { RequestError } from "../http/requests/request-error.ts";
import type { Scope } from "./scopes.ts";

/** The API key of a request, which was in force when the request arrived. */
export interface Principal {
  readonly keyId: KeyId;
  /** The name of the key, which the operator chose. */
  readonly name: string;
  /** Null if the key does not expire. */
  readonly expiresAt: Instant | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** Throws `forbidden`, naming all of `required`, and in its text those that the principal lacks. */
export function requireScopes(principal: Principal, required: readonly Scope[]): void {
  const lacking = required.filter((scope) => !principal.scopes.has(scope));
  if (lacking.length > 0) throw RequestError.forbidden(required, lacking);
}
