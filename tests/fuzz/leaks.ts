import assert from "node:assert/strict";

/** What no answer may hold: what the service is made of, and what only its operator may know. */
const secrets: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a key", /amk0\./],
  ["a stack", /\n\s+at |\bat [\w.<>]+ \(|\.[cm]?[jt]s:\d+/],
  ["a path", /(?:file:\/\/|node_modules|\/(?:dist|src|tmp|home|usr|var|work)\/)/],
  ["SQL", /\b(?:select|insert into|update|delete from)\b.{0,200}\b(?:from|values|set|where)\b/i],
  ["the database's words", /postgres|pglite|drizzle|sqlstate|syntax error at or near|relation "/i],
  ["an error of the engine", /(?:Type|Range|Reference)Error|Cannot read prop|is not a function/],
];

/** Throws where a body tells what it must not. `canary` stands in what a request hides. */
export function expectNothingLeaks(body: string): void {
  // As it reads once it is no JSON any more.
  const text = body.replaceAll("\\n", "\n").replaceAll('\\"', '"');
  for (const [what, pattern] of secrets) {
    assert.ok(!pattern.test(text), `the answer holds ${what}: ${text.slice(0, 500)}`);
  }
  assert.ok(!text.includes(canary), `the answer repeats a value: ${text.slice(0, 500)}`);
}

/** Stands in values that look like credentials: no answer may repeat it. */
export const canary = "canary-in-the-mine";
