import pLimit from "p-limit";
import { apiKey, forgetKey } from "../state/api-key.ts";
import { connection } from "../state/connection.ts";
import type { TypedDocument } from "./typed-document.ts";
import { transport } from "./transport.ts";

/** The answer of the server: its data, and the parts that could not be answered. */
export interface Answer<Data> {
  readonly data: Data | null;
  readonly issues: readonly Issue[];
}

/** Why a field has no answer, or the whole request has none. */
export interface Issue {
  /** The server's words. */
  readonly message: string;
  /** As `extensions.code` of GraphQL; `UNREACHABLE` where no answer came. */
  readonly code: string;
  /** The field, its parts joined with `.`; empty for the whole request. */
  readonly path: string;
  readonly requiredScopes: readonly string[];
  /** For the operator's log. */
  readonly requestId: string | null;
}

/** An issue that the page itself finds. */
export function issueOf(code: string, message: string, requestId: string | null = null): Issue {
  return { message, code, path: "", requiredScopes: [], requestId };
}

/** Two requests are on their way at most; the others wait here. */
const inTurn = pLimit(2);

/**
 * Queries the server. After a 503 or 429 it waits for `Retry-After`, two seconds at least, three times; without a
 * connection it tries until `signal` aborts. A key that is refused leads back to the key form. Rejects only if `signal`
 * aborts.
 */
export async function ask<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
  key: string | null = apiKey.value,
): Promise<Answer<Data>> {
  const sent = () => inTurn(() => send(document, variables, key, signal));
  const answer = await answered(sent, signal);
  if (answer.issues.some(({ code }) => code === "UNAUTHORIZED")) refuse(key);
  return answer as Answer<Data>;
}

/** Sends as often as `ask` says. */
export async function answered<Data>(
  sent: () => Promise<Outcome<Data>>,
  signal: AbortSignal,
): Promise<Answer<Data>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sent();
    signal.throwIfAborted();
    if (outcome.kind === "answer" || (outcome.kind === "busy" && attempt > retries)) {
      connection.value = { kind: "online" };
      return outcome.answer;
    }
    await connectionWait(outcome, signal);
  }
}

const retries = 3;

/** The wording is for the field, not for a program. */
export const invalidKey = "This key is not valid: it may be mistyped, expired or revoked.";

/** Leads back to the key form, unless another key has been entered since. */
export function refuse(key: string | null): void {
  if (key === apiKey.value) forgetKey(invalidKey);
}

type Outcome<Data> =
  | { readonly kind: "answer"; readonly answer: Answer<Data> }
  | { readonly kind: "busy"; readonly answer: Answer<Data>; readonly waitSeconds: number }
  | { readonly kind: "unreachable"; readonly waitSeconds: number };

async function send(
  { name, text }: TypedDocument<unknown, never>,
  variables: unknown,
  key: string | null,
  signal: AbortSignal,
): Promise<Outcome<unknown>> {
  signal.throwIfAborted();
  let response: Response;
  let body: unknown;
  try {
    response = await transport.fetch("graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key ?? ""}` },
      body: JSON.stringify({ operationName: name, query: text, variables }),
      signal,
    });
    body = await response.json();
  } catch {
    signal.throwIfAborted();
    return { kind: "unreachable", waitSeconds: 5 };
  }
  const answer = readAnswer(body, response);
  return outcomeOf(answer, response);
}

/** An answer is one unless it says that the server is busy. */
export function outcomeOf<Data>(
  answer: Answer<Data>,
  { status, headers }: Response,
): Outcome<Data> {
  const isBusy =
    [429, 503].includes(status) ||
    (answer.data === null && answer.issues.some(({ code }) => code === "UNAVAILABLE"));
  if (!isBusy) return { kind: "answer", answer };
  const waitSeconds = Math.max(2, Number(headers.get("retry-after")) || 2);
  return { kind: "busy", answer, waitSeconds };
}

async function connectionWait(
  { kind, waitSeconds }: Extract<Outcome<unknown>, { waitSeconds: number }>,
  signal: AbortSignal,
): Promise<void> {
  connection.value = { kind, retryAt: Date.now() + waitSeconds * 1000 };
  waiting += 1;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, waitSeconds * 1000);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  } finally {
    waiting -= 1;
    // Nothing is tried again once the last view that waited has been left.
    if (signal.aborted && waiting === 0) connection.value = { kind: "online" };
  }
}

/** Requests that wait to be sent again. */
let waiting = 0;

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly BodyError[];
  /** RFC 9457, where the request did not get to GraphQL. */
  readonly detail?: string;
  readonly code?: string;
  readonly requestId?: string;
}

interface BodyError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly requiredScopes?: readonly string[] };
}

/** An answer that is no GraphQL is a problem, with the same words in another place. */
function readAnswer(body: unknown, response: Response): Answer<unknown> {
  const { data = null, errors = [], detail, code = "UNAVAILABLE" } = body as Body;
  const requestId = response.headers.get("x-request-id");
  const whole =
    detail === undefined ? [] : [{ message: detail, extensions: { code: code.toUpperCase() } }];
  const issues = [...errors, ...whole].map(({ message, extensions, ...error }: BodyError) => ({
    message,
    code: extensions?.code ?? "UNAVAILABLE",
    path: (error.path ?? []).join("."),
    requiredScopes: extensions?.requiredScopes ?? [],
    requestId,
  }));
  return { data, issues };
}

/** The first issue at a field or inside it. */
export function issueAt(issues: readonly Issue[], path: string): Issue | null {
  return issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`)) ?? null;
}
