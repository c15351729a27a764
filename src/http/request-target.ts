/** The path and query of a request target as it was received: nothing is decoded or normalised. */
export interface RequestTarget {
  readonly path: string;
  /** Without its question mark; empty where there is none. */
  readonly query: string;
}

/** Splits a request target; one in absolute form (RFC 9112, 3.2.2) is taken by its path. */
export function parseTarget(target: string): RequestTarget {
  const origin = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*(?=[/?#]|$)/, "");
  const rooted = origin.startsWith("/") || origin === target ? origin : `/${origin}`;
  const mark = rooted.indexOf("?");
  return mark < 0
    ? { path: rooted, query: "" }
    : { path: rooted.slice(0, mark), query: rooted.slice(mark + 1) };
}
