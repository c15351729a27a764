import type { Config } from "#config.ts";
import { createLog } from "#log.ts";
import { type Gateway, type GatewayOptions, startGateway } from "#server/start.ts";

/** What a gateway of a test's own is started with. */
export interface TestGatewayOptions extends Omit<GatewayOptions, "config" | "log"> {
  readonly databaseConfig: Config["database"];
  /** Default: no limit. */
  readonly keyRequestsPerMinute?: number;
  /** Default: one that is searched for secrets after each test. */
  readonly log?: GatewayOptions["log"];
}

/** A gateway on free ports, otherwise as it is by default. */
export async function startTestGateway({
  databaseConfig,
  keyRequestsPerMinute,
  log,
  ...options
}: TestGatewayOptions): Promise<Gateway> {
  const endpoint = { host: "127.0.0.1", port: 0 };
  return startGateway({
    ...options,
    config: {
      public: endpoint,
      internal: endpoint,
      database: databaseConfig,
      audioLeaseSeconds: 600,
      keyRequestsPerMinute: keyRequestsPerMinute ?? null,
    },
    log: log ?? (await createLog({ level: "trace", format: "json" }, written)),
  });
}

/** All that the gateways of this worker have written to their logs since it was last taken. */
export const written = {
  lines: [] as string[],
  write(line: string): void {
    written.lines.push(line);
  },
  take: (): string => written.lines.splice(0).join(""),
};
