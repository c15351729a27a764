import type { Scope } from "#auth/scopes.ts";
import type { OperationContext } from "./operation-context.ts";

/**
 * Whether the key has the scope that a field of a sample needs besides the sample's. Throws `forbidden` without it; false
 * once so many samples of a request are refused that the request is refused as a whole.
 */
export function mayReadOfSample(
  { principal, budget }: Pick<OperationContext, "principal" | "budget">,
  scope: Scope,
): boolean {
  if (principal.scopes.has(scope)) return true;
  const refusal = budget.refuseField(scope);
  if (refusal !== null) throw refusal;
  return false;
}
