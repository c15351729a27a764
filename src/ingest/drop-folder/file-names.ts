import { randomBytes } from "node:crypto";
import { dirname, join, parse } from "node:path";
import { withoutGz } from "../csv/text-source.ts";

/**
 * Decodes the name of a file for messages, logs and `rejected`. A name that is not UTF-8, or has control characters,
 * has an issue; `%` and two digits replace its bytes that are no printable ASCII.
 */
export function readName(bytes: Buffer): { readonly name: string; readonly issue: string | null } {
  let issue = "its name is not UTF-8";
  try {
    const name = utf8.decode(bytes);
    if (!/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)) return { name, issue: null };
    issue = "its name has a control character";
  } catch {
    // The returned issue reports it.
  }
  const name = [...bytes].map((byte) =>
    byte > 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : `%${byte.toString(16).toUpperCase()}`,
  );
  return { name: fittedName(name.join(""), ""), issue };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns `a.csv`, `a.2.csv`, … Cut names keep their number. From 100 on it is random: the search is bounded. */
export function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const { dir, name, ext } = splitPath(path);
  const mark = number < 100 ? String(number) : randomBytes(8).toString("hex");
  return join(dir, fittedName(name, `.${mark}${ext}`, 255 - rejectedEnd.length));
}

const rejectedEnd = ".rejected.csv";

/** The path of the rejected rows of `a.csv`, below `rejected`: `a.rejected.csv`. */
export function rejectedRowsPathOf(path: string): string {
  const { dir, base, name, ext } = splitPath(path);
  return join(dir, fittedName(/^\.csv(?:\.gz)?$/i.test(ext) ? name : base, rejectedEnd));
}

/**
 * The path below `importing` of rows that wait for their sensors: `a.unknown-sensors.csv`, also when that file is
 * imported.
 */
export function remainingRowsPathOf(path: string): string {
  const { dir, name, ext } = splitPath(path);
  const start = name.replace(/\.unknown-sensors(?:\.[0-9a-f]+)?$/, "");
  const end = `.unknown-sensors${withoutGz(ext)}`;
  return join(dir, fittedName(start, end, 255 - rejectedEnd.length));
}

/** The path below `rejected` of the reason for rejecting all of `a.csv`: `a.csv.reason.txt`. */
export function reasonPathOf(path: string): string {
  const { dir, base } = splitPath(path);
  return join(dir, fittedName(base, ".reason.txt"));
}

/** Splits a path. A long ending belongs to the name, which may be cut. */
function splitPath(path: string) {
  const { base } = parse(path);
  const { name } = parse(withoutGz(base));
  const ext = base.slice(name.length);
  const dir = dirname(path);
  return ext.length > 16 ? { dir, base, name: base, ext: "" } : { dir, base, name, ext };
}

/** Cuts the start of a name so that the name has at most the 255 bytes of a file system. Its end stays. */
function fittedName(start: string, end: string, greatestBytes = 255): string {
  const kept = Array.from(start);
  let bytes = Buffer.byteLength(start + end);
  while (bytes > greatestBytes) bytes -= Buffer.byteLength(kept.pop() ?? "");
  return kept.join("") + end;
}
