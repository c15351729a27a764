import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
type Terminal<Stream> = Stream & { readonly isTTY?: boolean };

/** Prints a question on a terminal and reads the answer; all but y and yes mean no. Returns null without a terminal. */
export async function confirm(
  question: string,
  input: Terminal<Readable>,
  output: Terminal<Writable>,
): Promise<boolean | null> {
  if (input.isTTY !== true || output.isTTY !== true) return null;
  const reader = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
  const answer = await Promise.race([reader.question(`${question} [y/N] `), closed]);
  reader.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
