import { readFileSync } from "node:fs";
import { expect } from "../support/expect.ts";
import { packageFile } from "../../src/system/package-files.ts";

/** A file of a meter, and the outcome of its import. A time without a date is of 17 March 2026, UTC. */
export interface MeterCase {
  readonly title: string;
  readonly options?: readonly string[];
  readonly content: string | Uint8Array;
  readonly code?: number;
  readonly counts?: string;
  /** Parts of the reasons, in their order. */
  readonly reasons?: readonly string[];
  readonly stored?: readonly string[];
  readonly excluded?: readonly string[];
}

/**
 * Reads a file of `tests/fixtures/meters`. The lines of a block: `#` title, `$` options, `<` a line of the file (`<~`
 * without an end), the code with the counts, `!` a reason, `=` a stored sample, `-` an exclusion.
 */
export function transcriptsOf(file: string): MeterCase[] {
  const text = readFileSync(packageFile(`tests/fixtures/meters/${file}`), "utf8");
  return text.trimEnd().split("\n\n").map(transcriptOf);
}

function transcriptOf(block: string): MeterCase {
  const linesOf = (mark: RegExp) =>
    block.split("\n").flatMap((line) => mark.exec(line)?.slice(1) ?? []);
  const [code = "", counts = ""] = linesOf(/^(\d) ?(.*)/);
  const content = block.matchAll(/^<(~?) ?(.*)/gm);
  const options = linesOf(/^\$ (.*)/).join("");
  return {
    title: linesOf(/^# (.*)/).join(""),
    options: Array.from(options.matchAll(/"(.*?)"|\S+/g), ([word, quoted]) => quoted ?? word),
    content: Array.from(
      content,
      ([, open, line = ""]) => `${unescaped(line)}${open ? "" : "\n"}`,
    ).join(""),
    code: Number(code),
    counts,
    reasons: linesOf(/^! (.*)/),
    stored: linesOf(/^= (.*)/),
    excluded: linesOf(/^- (.*)/),
  };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:t|\\|u[0-9a-f]{4})/g, (code) => String(JSON.parse(`"${code}"`)));
}

/** The outcome of an import that a case demands, with the stored rows, for `toMatchObject`. */
export function rightOf({
  code = 0,
  counts,
  reasons = [],
  stored = [],
  excluded = [],
}: Omit<MeterCase, "content" | "title">) {
  const rows = stored.length;
  return {
    code,
    counts: counts ?? (code === 2 ? "" : `${rows} rows: ${rows} inserted`),
    reasons: reasons.map((part) => expect.stringContaining(part)),
    stored: stored.map(withDate),
    excluded: excluded.map(withDate),
  };
}

function withDate(text: string): string {
  return text.replaceAll(/(?<![T0-9:])\d\d:\d\d:\d\dZ/g, "2026-03-17T$&");
}
