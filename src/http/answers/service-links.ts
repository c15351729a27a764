import type { ErrorCode } from "../../acoustics/errors.ts";
import type { Handler } from "../requests/express-app.ts";

/** The documents of the REST interface, for a client that has no key yet or uses a wrong path (RFC 8631). */
const links = '</docs>; rel="service-doc", </openapi.json>; rel="service-desc"';

/** The header fields with the documents in an error of the public listener. */
export function serviceLinksOf(code: ErrorCode): Readonly<Record<string, string>> {
  return code === "unauthorized" || code === "not_found" ? { Link: links } : {};
}

/** Adds the documents to the errors that link to them. */
export const linkServiceDocuments: Handler = (_request, response, next) => {
  const { context } = response.locals;
  const { presentError } = context;
  context.presentError = (error) => {
    for (const [name, value] of Object.entries(serviceLinksOf(error.code)))
      response.setHeader(name, value);
    presentError(error);
  };
  next();
};
