import { isDeepStrictEqual } from "node:util";

/** An answer of the server that is verified. */
export interface Answer {
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body; undefined for another body. */
  readonly body: Json;
}

/** Parsed JSON of any form. The checks verify its form. */
// oxlint-disable-next-line typescript/no-explicit-any -- A check reads members that may be anything.
export type Json = any;

export interface SendOptions {
  /** Null: none is sent. Default: the key of the run. */
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type ServerClient = ReturnType<typeof createServerClient>;

/**
 * Sends requests to one server, and keeps all of its answers. A request rejects if the server cannot be reached, or
 * does not answer within half a minute.
 */
export function createServerClient(baseUrl: string, ownKey: string) {
  const answers: Answer[] = [];
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  return {
    /** The key of the run. */
    key: ownKey,
    answers: answers as readonly Answer[],
    /**
     * `path` is relative to the base address; a path that begins with the path of that address, such as `audioUrl`, is
     * relative to its host.
     */
    async send(path: string, { key = ownKey, method = "GET", headers = {} }: SendOptions = {}) {
      const url = origin + (path.startsWith(`${basePath}/`) ? path : basePath + path);
      const response = await fetch(url, {
        method,
        redirect: "manual",
        headers: {
          accept: "application/json",
          ...headers,
          ...(key !== null && { "svc-api-key": `Bearer ${key}` }),
        },
        signal: AbortSignal.timeout(requestMilliseconds),
      });
      const text = (await readBody(response)).toString("latin1");
      const answer: Answer = {
        request: `${method} ${path}`,
        status: response.status,
        headers: response.headers,
        text,
        body: parse(Buffer.from(text, "latin1").toString("utf8")),
      };
      answers.push(answer);
      return answer;
    },
  };
}

const requestMilliseconds = 30_000;

/** The longest body: that of a recording. */
const bodyBytes = 256 * 2 ** 20;

/** Rejects with `Broken` for a body that is longer than any may be: a server may send without end. */
async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > bodyBytes) throw new Broken("an answer has more than 256 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One rule of the specification (S) or the contract (C), with its section and its check. */
export interface Check {
  readonly rule: string;
  readonly name: string;
  /** Rejects with `Broken` if the rule is broken, and with `NotChecked` if it cannot be checked. */
  run(target: Target): Promise<void>;
}

/** Checks by their rule and name, such as `S 1.3, C 2: every answer has …`. */
export function checksOf(runs: Readonly<Record<string, Check["run"]>>): readonly Check[] {
  return Object.entries(runs).map(([title, run]) => {
    const [rule = "", ...words] = title.split(": ");
    return { rule, name: words.join(": "), run };
  });
}

/** Two checks of one rule: of measurements, and of events, for which a key needs another scope. */
export function checksByOperation(
  runs: Readonly<Record<string, (target: Target, operation: Operation) => Promise<void>>>,
): readonly Check[] {
  return Object.entries(runs).flatMap(([title, run]) =>
    operations.flatMap((operation) =>
      checksOf({ [`${title} (${operation})`]: (target) => run(target, operation) }),
    ),
  );
}

/** A server, and a sensor for checking the rules of pages. */
export interface Target {
  readonly client: ServerClient;
  readonly project: string;
  readonly sensor: string;
  /** The contract of the project. */
  readonly contract: { readonly startAt: string; readonly endAt: string };
  /** The path of the operation with parameters; the range is the contract, unless they name another. */
  page(parameters?: Parameters, operation?: Operation): string;
}

export type Operation = "measurements" | "events";

export type Parameters = Readonly<Record<string, string | number>>;

/** The rule is broken, in one line. */
export class Broken extends Error {}

/** The rule cannot be checked with this key or these data, for the reason in the message. */
export class NotChecked extends Error {}

/** Throws `Broken` with the request and the answer if a condition is not true. */
export function demand(holds: boolean, answer: Answer, expected: string): asserts holds {
  if (holds) return;
  throw new Broken(
    `${answer.request}: ${expected}; it was ${answer.status} ${answer.text.slice(0, 200)}`,
  );
}

/** Throws `Broken` if two values differ. */
export function demandEqual(found: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(found, expected)) return;
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 200);
  throw new Broken(`${what}: ${shown(found)} instead of ${shown(expected)}`);
}

/** Throws `Broken` unless an object has these members, in any order and among others: a later version may add some. */
export function demandMembers(found: Json, names: readonly string[], what: string): void {
  const missing = names.filter(
    (name) => typeof found !== "object" || !Object.hasOwn(found ?? {}, name),
  );
  if (missing.length > 0) throw new Broken(`${what}: there is no ${missing.join(" and no ")}`);
}

/** Throws `Broken` unless an object has members with these values, among others, and so have the objects in it. */
export function demandIncludes(
  found: Json,
  expected: Readonly<Record<string, unknown>>,
  what: string,
): void {
  demandMembers(found, Object.keys(expected), what);
  for (const [name, value] of Object.entries(expected)) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject) demandIncludes(found[name], { ...value }, `${what}: ${name}`);
    else demandEqual(found[name], value, `${what}: ${name}`);
  }
}

/** Throws `Broken` unless a value is an instant in the form of every answer (C 2). */
export function demandInstant(value: unknown, what: string): void {
  const isInstant =
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value));
  if (!isInstant) throw new Broken(`${what}: ${JSON.stringify(value)} instead of an instant`);
}

/** The JSON of a 200. Throws `NotChecked` for a scope that the key lacks, and `Broken` for anything else. */
export async function read({ client }: Target, path: string): Promise<Json> {
  const answer = await client.send(path);
  requireScopes(answer);
  demand(answer.status === 200 && answer.body !== undefined, answer, "200 with JSON");
  return answer.body;
}

/** Throws `NotChecked` with the scope that the key lacks. A refusal at the scope of audio names the route's as well. */
function requireScopes({ status, body }: Answer): void {
  if (status !== 403 || !Array.isArray(body?.requiredScopes)) return;
  const scopes: Json[] = body.requiredScopes;
  throw new NotChecked(
    `the key lacks ${scopes.find((scope) => scope === "v0:audio:read") ?? scopes.join(" and ")}`,
  );
}

/** The statuses of a problem that is found after the scopes were checked. */
const statusesAfterScopes = [400, 416, 503];

/** Throws `Broken` unless an answer is the problem of a status and code (C 2.2). */
export function demandProblem(answer: Answer, status: number, code: string): void {
  const { body, headers } = answer;
  if (statusesAfterScopes.includes(status)) requireScopes(answer);
  demand(answer.status === status, answer, `${status} ${code}`);
  demandEqual(
    headers.get("content-type"),
    "application/json; charset=utf-8",
    `${answer.request}: Content-Type`,
  );
  const { type, detail, requestId, errors = [] } = body ?? {};
  demandIncludes(body, { title: titles[status], status, code }, `${answer.request}: problem`);
  demand(
    [type, detail].every(isFilled) &&
      errors.every((error: Json) => isFilled(error.parameter) && isFilled(error.detail)),
    answer,
    "texts as type and detail, and as parameter and detail of each error",
  );
  demandEqual(requestId, headers.get("x-request-id"), `${answer.request}: requestId`);
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** The title of each status: those of the specification, and 416 and 431 (docs/contract.md, 2.2). */
const titles: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  416: "Range not satisfiable",
  431: "Request header fields too large",
  503: "Service unavailable",
};

/** The body of an answer without its request id. */
export function withoutId({ text }: Answer): string {
  return text.replace(/"requestId":"[^"]*"/, "");
}

const operations: readonly Operation[] = ["measurements", "events"];

/** The records of one page, without the instant of their limits, which differs between two requests. */
export async function dataOf(
  target: Target,
  parameters: Parameters,
  operation: Operation = "measurements",
): Promise<Json[]> {
  return withoutInstant((await read(target, target.page(parameters, operation))).data);
}

/** Two requests have two instants of recalculation. */
export function withoutInstant(records: readonly Json[]): Json[] {
  return records.map((record) => {
    const { limitRecalculatedAt: _, ...rest } = record;
    return rest;
  });
}

/** The Unix second of a record. */
export function secondOf({ datetime }: Json): number {
  return Date.parse(datetime) / 1000;
}

/** An instant that is some milliseconds after another. */
export function instantAfter(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
