import { type Instant, parseInstant } from "../acoustics/time/instant.ts";
import { type Config, namesDatabaseServer, parseConfig } from "../config.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import type { SandboxOptions } from "./sandbox.ts";

/** The options with their defaults. Throws `InvalidInput` for a wrong one, and where a database server is named. */
export function readOptions(options: SandboxOptions) {
  const unknown = Object.keys(options).filter((name) => !known.has(name));
  if (namesDatabaseServer() || unknown.some((name) => /^database_?url$/i.test(name))) {
    throw new InvalidInput([
      "DATABASE_URL: a sandbox has a database of its own, in memory, and touches no other. Unset it",
    ]);
  }
  const { now = "2026-01-14T12:00:00Z", seed = 1, port = 0, internalPort = 0 } = options;
  const instant = parseInstant(now);
  const issues = unknown.map((name) => `${name}: a sandbox has no such option`);
  if (instant === null) issues.push("now: must be an instant, such as 2026-01-14T12:00:00Z");
  if (!Number.isInteger(seed) || seed < 0 || seed > 2 ** 32 - 1) {
    issues.push("seed: must be a whole number from 0 to 4294967295");
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  return { now: instant as Instant, seed, config: configOf(port, internalPort) };
}

const known = new Set(["now", "seed", "port", "internalPort"]);

/** The settings of a sandbox, whatever the environment says: those of a service, on loopback. */
function configOf(port: number, internalPort: number): Config {
  const parsed = parseConfig({
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    // One key is at its quota; no other comes near.
    KEY_REQUESTS_PER_MINUTE: "1000000000",
    LOG_LEVEL: "silent",
  });
  if (!parsed.ok) throw new InvalidInput(parsed.issues);
  return parsed.config;
}
