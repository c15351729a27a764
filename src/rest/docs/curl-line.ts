/**
 * The command that sends a request from a shell. The key stands there as the variable `KEY`, never as its value. Runs
 * in the browser.
 */
export function curlLine(address: string, headers: Readonly<Record<string, string>>): string {
  const own = Object.entries(headers).filter(([name]) => !unneeded.has(name.toLowerCase()));
  return [
    `curl -H "svc-api-key: Bearer $KEY"`,
    ...own.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // A terminal cannot show a recording.
    ...(/\/audio\/[^/?]+\/[^/?]+$/.test(address) ? ["-o recording.flac"] : []),
    quoted(address),
  ].join(" \\\n  ");
}

/** The key has a line of its own, and every route answers a client that accepts anything. */
const unneeded: ReadonlySet<string> = new Set(["svc-api-key", "accept"]);

/** In single quotes, a shell replaces nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
