import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { errorCodes } from "../../acoustics/errors.ts";
import { errorKinds } from "./error-kinds.ts";
import type { RequestError } from "../requests/request-error.ts";
import { sendText } from "./send.ts";

/** The members of an error body: those of RFC 9457, and further ones of the contract. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.literal([...new Set(errorCodes.map((code) => errorKinds[code].status))]),
  detail: z.string().meta({ description: "Cause of the error, for people." }),
  code: z.enum(errorCodes).meta({ description: "Kind of the error, for programs." }),
  requestId: z.string().meta({ description: "The value of `X-Request-Id`." }),
  errors: z
    .array(z.object({ parameter: z.string().max(32), detail: z.string() }))
    .optional()
    .meta({ description: "Every bad parameter of the request." }),
  requiredScopes: z
    .array(z.string())
    .optional()
    .meta({ description: "The scopes that the key needs for this request." }),
});

export type Problem = z.infer<typeof problemSchema>;

export function composeProblem(error: RequestError, requestId: string): Problem {
  const { title, status } = errorKinds[error.code];
  return {
    type: `urn:acoustic-monitoring:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.issues.length > 0 ? { errors: [...error.issues] } : {}),
    ...(error.requiredScopes.length > 0 ? { requiredScopes: [...error.requiredScopes] } : {}),
  };
}

/** Answers with a problem, unless an answer has begun. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  error: RequestError,
  requestId: string,
): void {
  if (response.headersSent) return;
  const { status } = errorKinds[error.code];
  const type = problemMediaType(request.headers.accept);
  const text = JSON.stringify(composeProblem(error, requestId));
  sendText(response, status, { ...error.headers, "Content-Type": type }, text);
}

/** The media type of a problem for the value of an `Accept` field. */
export function problemMediaType(accept: string | undefined): string {
  return acceptsProblemJson(accept)
    ? "application/problem+json"
    : "application/json; charset=utf-8";
}

/** True if an `Accept` field names `application/problem+json` itself, with a weight above 0. */
function acceptsProblemJson(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((range) => {
    const [type, ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return (
      type === "application/problem+json" &&
      !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
    );
  });
}
