import postgres from "postgres";
import type { ConnectionTarget } from "#database/client/pool.ts";

/** A connection with nothing of the gateway in it. */
export function connectBare(target: ConnectionTarget): postgres.Sql {
  const options = { max: 1, onnotice: () => undefined };
  return target.kind === "url"
    ? postgres(target.url, options)
    : postgres({ ...options, path: target.path, user: "postgres", database: "postgres" });
}
