import type { IncomingMessage } from "node:http";

/** The reason why a request is not a GraphQL request, as a message for the client. */
export interface RequestIssue {
  readonly status: 400 | 415;
  readonly message: string;
}

/**
 * Checks the form of a request. GraphQL over HTTP has two forms: a GET with its parameters in the query string, and a
 * POST of JSON. Returns the issue of any other form, else null. Values are never quoted, because they may be
 * credentials.
 */
export function findRequestIssue(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  query: string,
): RequestIssue | null {
  if (method === "GET") return isGetQuery(query) ? null : getIssue;
  if (query !== "") return postIssue;
  const isPlain = ["", "identity"].includes((headers["content-encoding"] ?? "").toLowerCase());
  return isPlain && jsonType.test(headers["content-type"] ?? "") ? null : contentIssue;
}

const getIssue: RequestIssue = {
  status: 400,
  message:
    "The query string of a GET has `query` or `documentId`, and may have `operationName`, and `variables` and `extensions` as JSON objects, each once.",
};

const postIssue: RequestIssue = {
  status: 400,
  message: "A POST has everything in its body, and no query string.",
};

const contentIssue: RequestIssue = {
  status: 415,
  message: "The body of a POST is JSON: application/json in UTF-8, and not compressed.",
};

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

const getParameters: ReadonlySet<string> = new Set([
  "query",
  "documentId",
  "operationName",
  "variables",
  "extensions",
]);

function isGetQuery(query: string): boolean {
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  return (
    (parameters.has("query") || parameters.has("documentId")) &&
    names.length === new Set(names).size &&
    names.every((name) => getParameters.has(name)) &&
    isJsonObject(parameters.get("variables")) &&
    isJsonObject(parameters.get("extensions"))
  );
}

/** True if a text is an object in JSON or `null`, or is missing. */
function isJsonObject(text: string | null): boolean {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && !Array.isArray(value);
  } catch {
    return false;
  }
}
