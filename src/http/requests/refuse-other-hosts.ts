import { isIP } from "node:net";
import type { Handler } from "./express-app.ts";
import { hasOneHost } from "./request-checks.ts";
import { sendText } from "../answers/send.ts";

/**
 * The host names that a listener accepts; null: every name. Without this check, a page of another site in a browser of
 * the same machine could read this listener if the site's name resolves to it (DNS rebinding).
 */
export function hostNamesOf({
  host,
  names,
}: {
  readonly host: string;
  readonly names: readonly string[];
}): ReadonlySet<string> | null {
  if (names.length === 0 && !isLoopback(host)) return null;
  return new Set(["localhost", ...names.map((name) => name.toLowerCase())]);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** 421 for a `Host` that is neither an address nor one of the names (RFC 9110, 15.5.20); JSON for a GraphQL client. */
export function refuseOtherHosts(names: ReadonlySet<string> | null): Handler {
  return (request, response, next) => {
    const { host = "" } = request.headers;
    // Browsers send exactly one Host. A later check refuses the other requests.
    const isChecked = names !== null && host !== "" && hasOneHost(request);
    if (!isChecked || isKnownHost(host, names)) return next();
    const name = hostOf(host);
    const message = `This address does not answer to the name ${name}: set INTERNAL_NAMES=${name}, or add it there.`;
    if (request.path === "/graphql") {
      const body = { errors: [{ message, extensions: { code: "INVALID_REQUEST" } }] };
      sendText(response, 421, { "Content-Type": "application/json" }, JSON.stringify(body));
    } else {
      sendText(response, 421, { "Content-Type": "text/plain; charset=utf-8" }, `${message}\n`);
    }
  };
}

/** True for a Host field with an address or one of the names, with or without a port. */
export function isKnownHost(field: string, names: ReadonlySet<string>): boolean {
  const host = hostOf(field);
  return isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0 || names.has(host);
}

/** The host of a Host field, without its port and a last dot. */
function hostOf(field: string): string {
  return field.replace(/:\d*$/, "").toLowerCase().replace(/\.$/, "");
}
