import { expect, type Project } from "./acoustic.ts";

/** The text of a file of these lines. */
export const linesOf = (header: string, ...rows: readonly string[]) =>
  [header, ...rows, ""].join("\n");

/** The result of an imported file: its counts, and the name of the file of its rejected rows. */
export const fileResult = (
  file: string,
  rows: number,
  inserted: number,
  updated: number,
  unchanged: number,
  rejected: number,
) => ({
  file,
  rows,
  inserted,
  updated,
  unchanged,
  rejected,
  rejectedFile: rejected === 0 ? null : file.replace(/\.csv$/i, ".rejected.csv"),
});

/**
 * Imports rows, of which those of `bad` are written to another file, byte for byte with their line and reason, and the
 * others are new. A bad row has no quotes that it does not need.
 */
export async function expectRejected(
  { importFiles, folder }: Project,
  header: string,
  bad: readonly (readonly string[])[],
  ...good: readonly string[]
): Promise<void> {
  const run = await importFiles({
    "a.csv": linesOf(header, ...bad.map(([cells = ""]) => cells), ...good),
  });
  const [rejected, inserted] = [bad.length, good.length];
  const counted = fileResult("a.csv", rejected + inserted, inserted, 0, 0, rejected);
  expect(run).toEqual({ code: 1, files: [counted], stderr: "" });
  const quoted = (reason: string) =>
    /[",]/.test(reason) ? `"${reason.replaceAll('"', '""')}"` : reason;
  const lines = bad.map(([cells, reason = ""], index) => `${cells},${2 + index},${quoted(reason)}`);
  expect(await folder.read("a.rejected.csv")).toBe(linesOf(`${header},line,reason`, ...lines));
}
