import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import { countOf } from "../../system/count-of.ts";
import type { ImportedFile } from "../../ingest/rows/import-csv.ts";

/** The outcome of one file for `--json`. */
export function presentImport(imported: ImportedFile) {
  const { file, rows, inserted, updated, unchanged, rejected, rejectedFile } = imported;
  const { skipped, emptiedLevels, excluded } = imported;
  const projects = imported.projects.map(({ id, first, last, outsideContract }) => ({
    id,
    firstAt: formatInstant(instantOfSecond(first)),
    lastAt: formatInstant(instantOfSecond(last)),
    outsideContract,
  }));
  const counts = { file, rows, inserted, updated, unchanged, rejected, rejectedFile };
  return {
    ...counts,
    skipped,
    emptiedLevels,
    excluded,
    outsideContract: outsideOf(imported),
    projects,
  };
}

/** The stored samples outside the contract of their projects. */
export function outsideOf({ projects }: ImportedFile): number {
  return projects.reduce((sum, { outsideContract }) => sum + outsideContract, 0);
}

/** The outcome of one file for people. `timeZone` is that of its times without an offset; null: none is named. */
export function describeImport(
  file: ImportedFile,
  timeZone: TimeZone | null,
  isDryRun: boolean,
): string {
  const count = (value: number) => value.toLocaleString("en");
  const lines = [
    `${file.file}: ${countOf(file.rows, "row")}${isDryRun ? " would be" : ""}: ${count(file.inserted)} inserted, ` +
      `${count(file.updated)} updated, ${count(file.unchanged)} unchanged, ` +
      `${count(file.rejected)} rejected`,
  ];
  const { projects } = file;
  for (const { id, first, last, timeZone: zone } of projects) {
    const [from, to] = [first, last].map((second) => formatInstant(instantOfSecond(second)));
    const [localFrom, localTo] = [first, last].map((second) => localOf(zone, second));
    lines.push(`  from ${from} to ${to}; in ${id}: ${localFrom} to ${localTo}`);
  }
  const seconds = projects.flatMap(({ first, last }) => [first, last]);
  if (timeZone !== null && seconds.length > 0) {
    const offsets = seconds.map((second) => offsetOf(timeZone, second));
    const [first, ...others] = new Set(offsets.toSorted());
    lines.push(
      `  times read in ${timeZone}: ${[first, ...others].map((offset) => `UTC${offset}`).join(" or ")}`,
    );
  }
  if (file.skipped > 0) lines.push(`  lines without a row, skipped: ${count(file.skipped)}`);
  if (file.readAsUtc > 0) {
    const rows = countOf(file.readAsUtc, "row");
    lines.push(`  times without an offset, read as UTC: ${rows} (--timezone names another zone)`);
  }
  if (file.isLatin1) lines.push("  the text is no UTF-8, and was read as Latin-1");
  if (file.emptiedLevels > 0) {
    lines.push(
      `  stored levels that ${isDryRun ? "would become" : "became"} empty: ${count(file.emptiedLevels)}`,
    );
  }
  if (file.excluded > 0) lines.push(`  exclusions by flags: ${count(file.excluded)}`);
  for (const { header, rows } of file.unusedFlags) {
    const advice = `use --flag ${JSON.stringify(header)}=<value>:<reason>`;
    lines.push(
      `  the flag ${header} is set in ${countOf(rows, "row")}, and excludes nothing: ${advice}`,
    );
  }
  for (const { id, outsideContract } of projects) {
    if (outsideContract === 0) continue;
    const rows = countOf(outsideContract, "row");
    const of = projects.length > 1 ? ` of ${id}` : "";
    lines.push(`  outside the contract${of}, stored but not served: ${rows}`);
  }
  for (const { id, seconds: interval, declared } of file.unsteady) {
    const shown = `do not agree with the interval that they show, ${interval} s`;
    const other = `are ${interval} s apart, and the interval is declared as ${declared} s`;
    const advice = `${shown}: declare intervalSeconds in the site file`;
    lines.push(`  the times of ${id} ${declared === null ? advice : other}`);
  }
  if (file.retries > 0) {
    const times = file.retries === 1 ? "once" : `${file.retries} times`;
    lines.push(`  imported again, ${times}: another session was in its way`);
  }
  if (file.leftOut.length > 0) lines.push(`  columns left out: ${listed(file.leftOut)}`);
  if (file.rejectedFile !== null) {
    lines.push(`  the rejected rows, each with its line and reason: ${file.rejectedFile}`);
  }
  return lines.join("\n");
}

/** Files with bands of a third of an octave have hundreds of columns. */
function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return names.slice(0, mostListed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

const mostListed = 20;

/** `2026-07-01 12:00 (+02:00)`, with seconds if it has some. */
function localOf(zone: TimeZone, second: number): string {
  const [date, time = ""] = formatLocalDateTime(zone, second).split("T");
  const clock = time.slice(0, 8).replace(/:00$/, "");
  return `${date} ${clock} (${offsetOf(zone, second)})`;
}

/** `+02:00` */
function offsetOf(zone: TimeZone, second: number): string {
  return formatLocalDateTime(zone, second).slice(19);
}
