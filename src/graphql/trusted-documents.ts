import { createHash } from "node:crypto";
import { GraphQLError, type GraphQLSchema, validate } from "graphql";
import type { Plugin } from "graphql-yoga";
import { RequestError } from "../http/requests/request-error.ts";
import { findShapeIssues, measureShape } from "./bounds.ts";
import { parseDocument } from "./parse-document.ts";

/** The only documents that are answered: texts by their ids, such as `sha256:9f86d0…`. */
export type TrustedDocuments = ReadonlyMap<string, string>;

/** A document of an operator, and its file or page. */
export interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

export type ParsedTrustedDocuments =
  | { readonly ok: true; readonly documents: TrustedDocuments }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Checks documents against schema and bounds. */
export function trustDocuments(
  documents: readonly NamedDocument[],
  schema: GraphQLSchema,
): ParsedTrustedDocuments {
  const issues = documents.flatMap(({ name, text }) => {
    const issue = findIssue(text, schema);
    return issue === null ? [] : [`${name}: ${issue}`];
  });
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, documents: documentsById(documents) };
}

/** Documents by their ids, with and without their last line breaks. */
export function documentsById(documents: readonly NamedDocument[]): TrustedDocuments {
  const texts = documents.flatMap(({ text }) => [text, text.replace(/[\r\n]+$/, "")]);
  return new Map(texts.map((text) => [documentIdOf(text), text]));
}

function findIssue(text: string, schema: GraphQLSchema): string | null {
  try {
    const document = parseDocument(text);
    const [issue] = [
      ...findShapeIssues(measureShape(document)),
      ...validate(schema, document).map(({ message }) => message),
    ];
    return issue ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The identifier of a document in GraphQL over HTTP (appendix A, persisted documents). */
export function documentIdOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Replaces `documentId` by its text. Where documents are trusted (null: any), others are refused before parsing. */
export function findDocuments(trusted: TrustedDocuments | null): Plugin {
  return {
    onParams: ({ params, request, setParams, setResult }) => {
      const documentId =
        request.method === "GET"
          ? (new URL(request.url).searchParams.get("documentId") ?? undefined)
          : (params as { readonly documentId?: unknown } | null)?.documentId;
      const query = params?.query;
      const issue = findParameterIssue(trusted, query, documentId);
      if (issue !== null) {
        const originalError = RequestError.invalidRequest([issue]);
        setResult({ errors: [new GraphQLError(originalError.message, { originalError })] });
      }
      // Another hook, after this one, refuses a request without a text.
      if (documentId != null) {
        const text = typeof documentId === "string" ? trusted?.get(documentId) : undefined;
        setParams({ ...params, query: text ?? "" });
      }
    },
  };
}

/** Other issues, such as missing parameters, are found elsewhere, as without trusted documents. */
function findParameterIssue(
  trusted: TrustedDocuments | null,
  query: unknown,
  documentId: unknown,
): { readonly parameter: string; readonly detail: string } | null {
  const issueOf = (parameter: string, detail: string) => ({ parameter, detail });
  if (documentId != null) {
    if (trusted === null)
      return issueOf(
        "documentId",
        "needs trusted documents, and this gateway has none: send query",
      );
    if (query != null) return issueOf("documentId", "excludes query: send one of them");
    const isKnown = typeof documentId === "string" && trusted.has(documentId);
    return isKnown ? null : issueOf("documentId", "is the id of no trusted document");
  }
  if (trusted === null || typeof query !== "string" || trusted.has(documentIdOf(query)))
    return null;
  return issueOf("query", "is no trusted document, and this gateway answers no other");
}
