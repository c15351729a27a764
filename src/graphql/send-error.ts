import type { ServerResponse } from "node:http";
import type { ErrorCode } from "#acoustics/errors.ts";
import { sendText } from "#http/send-text.ts";

/** Answers with one GraphQL error where no document has been looked at. */
export function sendError(
  response: ServerResponse,
  code: ErrorCode,
  { status, message, headers = {} }: RequestRefusal,
): void {
  const body = { errors: [{ message, extensions: { code: code.toUpperCase() } }] };
  sendText(response, status, { ...headers, "Content-Type": mediaType }, JSON.stringify(body));
}

export interface RequestRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const mediaType = "application/graphql-response+json; charset=utf-8";
