import type { Config } from "../config.ts";
import { requireFree } from "../http/connections/listen.ts";

/** The variables that name the address of each listener. */
export const addressVariables = {
  public: "HOST, PORT",
  internal: "INTERNAL_HOST, INTERNAL_PORT",
} as const;

/** Rejects with `CANNOT_LISTEN` if the server cannot listen on one of its addresses. */
export function requireFreeAddresses(config: Pick<Config, "public" | "internal">): Promise<void> {
  return requireFree([
    [config.public, addressVariables.public],
    [config.internal, addressVariables.internal],
  ]);
}
