/**
 * The path and the query of a request target, as received: neither decoded nor normalised. The query has no question
 * mark; empty: there is none. The absolute form (RFC 9112, 3.2.2) loses its scheme and authority.
 */
export function parseTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*(?=[/?#]|$)/, "");
  const rooted = origin.startsWith("/") || origin === target ? origin : `/${origin}`;
  const mark = rooted.indexOf("?");
  return mark < 0
    ? { path: rooted, query: "" }
    : { path: rooted.slice(0, mark), query: rooted.slice(mark + 1) };
}
