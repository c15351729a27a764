import { applyMigrations } from "../../src/database/client/migrate.ts";
import { createPostgres, type PostgresServer } from "./postgres.ts";

/** A primary and a standby that streams from it, both running. */
export interface Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** The address of both. */
  readonly url: string;
  remove(): Promise<void>;
}

export async function createPair(binaries: string): Promise<Pair> {
  const primary = await createPostgres(binaries);
  await primary.start();
  await applyMigrations({ kind: "url", url: primary.url });
  const standby = await createPostgres(binaries, primary);
  await standby.start();
  return {
    primary,
    standby,
    url: addressOf(primary, standby),
    remove: async () => {
      await standby.remove();
      await primary.remove();
    },
  };
}

/** The address of several servers. */
export function addressOf(...servers: readonly Pick<PostgresServer, "port">[]): string {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return `postgres://postgres@${hosts}/postgres`;
}
