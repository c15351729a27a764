import { createServer } from "node:net";
import { once } from "node:events";
import type { Config, Endpoint } from "../../config.ts";
import { addressToTry } from "../../demo/address-to-try.ts";
import { hasErrorCode, messageOf } from "../../system/error-code.ts";
import { type Finding, findingsOf } from "../../operator/doctor/finding.ts";

const listeners = findingsOf("listeners");

/** Checks that both addresses are free, or used by `acoustic serve`. */
export async function checkListeners(
  config: Pick<Config, "public" | "internal">,
): Promise<Finding[]> {
  const check = async (endpoint: Endpoint, variables: string, isOurs: () => Promise<boolean>) => {
    const address = `${endpoint.host}:${endpoint.port}`;
    const failure = await tryToListen(endpoint);
    if (failure === null) return listeners.ok(`${address} is free for ${variables}`);
    if (hasErrorCode(failure, "EADDRINUSE") && (await isOurs())) {
      return listeners.ok(`${address} is in use by acoustic serve`);
    }
    return listeners.failure(
      `${variables}: ${messageOf(failure)}. Choose another address, or end what listens there`,
    );
  };
  const { public: outer, internal } = config;
  return [
    await check(outer, "HOST, PORT", async () => {
      const document = await fetchJson(outer, "/openapi.json");
      return (document?.["info"] as { title?: unknown } | undefined)?.title === apiTitle;
    }),
    await check(internal, "INTERNAL_HOST, INTERNAL_PORT", async () => {
      return (await fetchJson(internal, "/health/live"))?.["status"] === "live";
    }),
  ];
}

/** The title of the document at `/openapi.json`. */
const apiTitle = "Acoustic Monitoring Read-Only API";

async function tryToListen({ host, port }: Endpoint): Promise<Error | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    server.close();
  }
}

async function fetchJson(
  { host, port }: Endpoint,
  path: string,
): Promise<Record<string, unknown> | null> {
  try {
    const signal = AbortSignal.timeout(5000);
    const response = await fetch(`${addressToTry(host, port)}${path}`, { signal });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return null;
  }
}
