import { parseApiKey } from "../../src/auth/api-key.ts";
import { createPrincipal } from "../../src/auth/principal.ts";
import type { Grants } from "../../src/database/queries/keys/grants.ts";

/** The grants of a whole key, for statements. */
export function grantsOf(key: string): Grants {
  const parsed = parseApiKey(key);
  if (parsed === null) throw new Error("The key of the tenant is not a key");
  return createPrincipal(parsed.id, [], { name: "Key of a test", expiresAt: null }).grants;
}
