import assert from "node:assert/strict";

type Leak = readonly [what: string, pattern: RegExp];

/** Patterns that must not occur in an answer or in a log. */
const secrets: readonly Leak[] = [
  ["a key", /amk0\.[A-Za-z0-9]/],
  ["a stack", /\n\s+at |\bat [\w.<>]+ \(|\.[cm]?[jt]s:\d+/],
  ["a path", /(?:file:\/\/|node_modules|\/(?:dist|src|tmp|home|root|usr|var|work)\/)/],
  ["SQL", /\b(?:select|insert into|update|delete from)\b.{0,200}\b(?:from|values|set|where)\b/i],
];

/** Patterns that must not occur in an answer. */
const causes: readonly Leak[] = [
  ["the database's words", /postgres|pglite|drizzle|sqlstate|syntax error at or near|relation "/i],
  ["an error of the engine", /(?:Type|Range|Reference)Error|Cannot read prop|is not a function/],
];

/** A part of values that look like credentials. Nothing may repeat it. */
export const canary = "canary-in-the-mine";

/** The secrets of the keys that this worker created. */
const secretsOfKeys = new Set<string>();

/** Adds the secret of a key to the patterns. */
export function watchKey(key: string): void {
  secretsOfKeys.add(key.slice(key.lastIndexOf(".") + 1));
}

/** Throws if a text of an answer has one of the patterns. */
export function expectNothingLeaks(text: string): void {
  expectNone([...secrets, ...causes], text);
}

/** Throws if an answer has one of the patterns. Of pages and recordings, only the headers are checked. */
export function expectAnswerKeepsSecrets(
  headers: Readonly<Record<string, string>>,
  body: Buffer | string,
): void {
  expectNothingLeaks(JSON.stringify(headers));
  if (/\bjson\b|text\/plain/.test(headers["content-type"] ?? "")) expectNothingLeaks(String(body));
}

/** Throws if a log has one of the patterns. */
export function expectLogKeepsSecrets(log: string): void {
  expectNone(secrets, log);
}

function expectNone(leaks: readonly Leak[], written: string): void {
  // Undo the escapes of JSON.
  const text = written.replaceAll("\\n", "\n").replaceAll('\\"', '"');
  const refuse = (what: string, index: number) =>
    assert.fail(`there is ${what}: ${text.slice(Math.max(0, index - 200), index + 200)}`);
  for (const [what, pattern] of leaks) {
    const found = pattern.exec(text);
    if (found !== null) refuse(what, found.index);
  }
  const repeated = text.indexOf(canary);
  if (repeated >= 0) refuse("a value that looks like a credential", repeated);
  for (const { 0: run, index } of text.matchAll(/[A-Za-z0-9]{49,}/g)) {
    for (let start = 0; start + 49 <= run.length; start += 1) {
      if (secretsOfKeys.has(run.slice(start, start + 49))) refuse("the secret of a key", index);
    }
  }
}
