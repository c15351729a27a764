import {
  Broken,
  type Check,
  createServerClient,
  type Json,
  NotChecked,
  read,
  type Target,
} from "./check.ts";
import { accessChecks, answerChecks } from "./checks/access.ts";
import { audioChecks } from "./checks/audio.ts";
import { pageChecks } from "./checks/pages.ts";
import { parameterChecks } from "./checks/parameters.ts";
import { rangeChecks } from "./checks/ranges.ts";
import { recordChecks } from "./checks/records.ts";
import { resourceChecks } from "./checks/resources.ts";

/** The rules that are checked, in order. */
export const checks: readonly Check[] = [
  ...accessChecks,
  ...resourceChecks,
  ...parameterChecks,
  ...recordChecks,
  ...pageChecks,
  ...rangeChecks,
  ...audioChecks,
  ...answerChecks,
];

export interface VerifyOptions {
  /** It ends with `/api/v0`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Null: the first of the key with a contract and a sensor. */
  readonly project: string | null;
  /** Null: the first of the project. */
  readonly sensor: string | null;
}

export interface CheckResult {
  readonly rule: string;
  readonly name: string;
  readonly outcome: "kept" | "broken" | "not checked";
  /** In one line; empty if the rule is kept. */
  readonly reason: string;
}

/** Finds a sensor for the checks. Rejects with `Broken` or `NotChecked` if there is none. */
export async function findTarget({
  baseUrl,
  key,
  project,
  sensor,
}: VerifyOptions): Promise<Target> {
  const client = createServerClient(baseUrl, key);
  const page: Target["page"] = () => "";
  const unknown = { client, project: "", sensor: "", contract: { startAt: "", endAt: "" }, page };
  const { data } = await read(unknown, "/projects");
  for (const { id, contract } of data) {
    if (contract === null || id !== (project ?? id)) continue;
    const { sensors } = (await read(unknown, `/projects/${id}`)).data;
    const found = sensors.find((one: Json) => one.id === (sensor ?? one.id));
    if (found === undefined) continue;
    // A later version may add members, which are no parameters.
    const { startAt, endAt } = contract;
    return {
      client,
      project: id,
      sensor: found.id,
      contract: { startAt, endAt },
      page(parameters = {}, operation = "measurements") {
        const texts = Object.entries({ startAt, endAt, ...parameters });
        const query = new URLSearchParams(texts.map(([name, value]) => [name, String(value)]));
        return `/projects/${id}/sensors/${found.id}/${operation}?${query.toString()}`;
      },
    };
  }
  throw new NotChecked("the key reads no such project with a contract and a sensor");
}

/** Checks every rule, one after the other. Only reads. Rejects if the server cannot be reached. */
export async function verifyServer(options: VerifyOptions): Promise<CheckResult[]> {
  const target = await findTarget(options);
  const results: CheckResult[] = [];
  for (const { rule, name, run } of checks) {
    const { outcome, reason } = await run(target).then(() => kept, resultOf);
    results.push({ rule, name, outcome, reason });
  }
  return results;
}

const kept = { outcome: "kept", reason: "" } as const;

function resultOf(error: unknown): Pick<CheckResult, "outcome" | "reason"> {
  if (error instanceof NotChecked) return { outcome: "not checked", reason: error.message };
  if (error instanceof Broken) return { outcome: "broken", reason: error.message };
  // Reading a missing member throws a TypeError.
  return { outcome: "broken", reason: String(error).split("\n", 1).join("") };
}
