/**
 * Header fields of a page of ours: everything comes from its own address, and nothing that a text might
 * smuggle in is run. `styling` says where styles, and what they need, may come from.
 */
export function pageHeaders(
  styling: readonly string[] = ["style-src 'self'"],
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...styling,
    // Style sheets have their icons inside them.
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Referrer-Policy": "no-referrer",
  };
}
