import postgres from "postgres";
import type { ConnectionTarget } from "../src/database/client/pool.ts";

/** Opens a connection with the plain driver, without code of the gateway. */
export function connectBare(target: ConnectionTarget): postgres.Sql {
  const options = { max: 1, onnotice: () => undefined };
  return target.kind === "url"
    ? postgres(target.url, options)
    : postgres({ ...options, path: target.path, user: "postgres", database: "postgres" });
}
