import type { GraphQLField } from "graphql";
import { isScope, type Scope } from "../src/auth/scopes.ts";
import type { PauseDocument } from "./pause-document.ts";

/** How a document was answered; `cut`: its client hung up; `late`: its deadline passed. */
export type Outcome =
  | "answered"
  | "too much"
  | "forbidden"
  | "not found"
  | "invalid"
  | "partly"
  | "cut"
  | "late";

/** The scopes that a field needs, as its description says. */
export function scopesOf({ name, description }: GraphQLField<unknown, unknown>): Scope[] {
  if (sameScopes.has(name)) return ["v0:data:read"];
  const text = (description ?? "").replaceAll(/\s+/g, " ");
  const named = /Scopes? (?<scopes>`v0:[a-z:-]+`(?: and `v0:[a-z:-]+`)*)/.exec(text)?.groups;
  return (named?.["scopes"] ?? "").split(/`(?: and )?/).filter(isScope);
}

/** Fields whose description names another field for their scope. */
const sameScopes: ReadonlySet<string> = new Set(["series"]);

/**
 * The outcomes that a document may have for a key with some scopes. One field at one sensor is within every bound;
 * others may exceed the bounds, and are then refused as a whole.
 */
export function expectedOutcomes(
  { field, values, scopes, scopesInside }: PauseDocument,
  held: ReadonlySet<Scope>,
  sensors: number,
): readonly Outcome[] {
  if (values === "wrong") return ["invalid"];
  if (values === "long") return ["too much"];
  const tooMuch: readonly Outcome[] = values === "once" && sensors === 1 ? [] : ["too much"];
  if (!scopes.every((scope) => held.has(scope))) return ["forbidden", ...tooMuch];
  const inside = scopesInside.every((scope) => held.has(scope));
  // One of many sensors may have the sample, of which some fields are then forbidden.
  const partly: readonly Outcome[] = sensors > 1 && !inside ? ["partly"] : [];
  if (absent.has(field)) return ["not found", ...partly, ...tooMuch];
  if (values === "unknown") return [rules.has(field) ? "invalid" : "not found", ...tooMuch];
  return ["answered", ...(inside ? [] : (["forbidden"] as const)), ...tooMuch];
}

/** Fields that name what is not there, whatever their arguments: no lease, and the sample of another sensor. */
const absent: ReadonlySet<string> = new Set(["Query.recording", "Sensor.sample"]);

/** Fields that name rules: unknown ones are invalid arguments. */
const rules: ReadonlySet<string> = new Set([
  "Sensor.limitTimeline",
  "Sensor.limitAt",
  "Sensor.assessments",
]);

/** The outcome of an answer, or a text about what is wrong with it. */
export function outcomeOf(status: number, text: string): Outcome | { readonly wrong: string } {
  const { data = null, errors = [] } = JSON.parse(text) as Answer;
  const isAnswered = Object.values(data ?? {}).some((value) => value !== null);
  const codes = [...new Set(errors.map(({ extensions }) => extensions.code))];
  if (status === 200 && isAnswered && codes.toSorted().join() === "FORBIDDEN,NOT_FOUND") {
    return "partly";
  }
  const [code = "ANSWERED"] = codes;
  const kind = Object.hasOwn(kinds, code) ? kinds[code as keyof typeof kinds] : null;
  const expectedStatus = isAnswered ? 200 : kind?.status;
  if (codes.length > 1 || kind === null || status !== expectedStatus) {
    return { wrong: `${status} ${codes.join(", ")}: ${errors[0]?.message ?? text.slice(0, 200)}` };
  }
  const isTooMuch = code === "INVALID_REQUEST" && errors.every(isBeyondBound);
  return isTooMuch ? "too much" : kind.outcome;
}

const kinds = {
  ANSWERED: { status: 200, outcome: "answered" },
  FORBIDDEN: { status: 403, outcome: "forbidden" },
  NOT_FOUND: { status: 200, outcome: "not found" },
  INVALID_REQUEST: { status: 400, outcome: "invalid" },
  UNAVAILABLE: { status: 503, outcome: "late" },
} as const satisfies Record<string, { status: number; outcome: Outcome }>;

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnswerError[];
}

interface AnswerError {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    readonly errors?: readonly { readonly detail: string }[];
  };
}

/** True for an error of a bound of requests or of a range; errors of variables speak of "$". */
function isBeyondBound({ message, extensions: { errors = [] } }: AnswerError): boolean {
  const texts = errors.length === 0 ? [message] : errors.map(({ detail }) => detail);
  return (
    !message.includes("$") && texts.every((text) => /at most|more that [0-9]+ tokens/.test(text))
  );
}
