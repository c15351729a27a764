import { InvalidInput } from "#ingest/invalid-input.ts";
import { parsedJson, type Part, readArchive } from "./archive-reader.ts";
import {
  type BackupHeader,
  formatVersion,
  headerPart,
  headerSchema,
  versionSchema,
} from "./format.ts";

/** A part of a backup after its header. */
export type BackupPart =
  | { readonly kind: "object"; readonly name: string; content(): Promise<Buffer> }
  | { readonly kind: "rows"; readonly table: string; lines(): Promise<string[]> };

/** What was found in a backup that is whole. */
export interface BackupContent {
  readonly header: BackupHeader;
  readonly objects: number;
  readonly objectBytes: number;
}

/**
 * Reads a backup to its end, and verifies every checksum and every count. Throws `InvalidInput` for one that is damaged, or that a later
 * release has written.
 */
export async function verifyBackup(
  file: string,
  report: (fraction: number) => void,
): Promise<BackupContent> {
  const parts = readParts(file, report);
  const { value: header } = await parts.next();
  if (header?.kind !== "header") throw new Error("a backup began without a header");
  let objects = 0;
  let objectBytes = 0;
  const rows = new Map<string, number>();
  for await (const part of parts) {
    if (part.kind === "object") {
      objects += 1;
      objectBytes += part.byteLength;
    } else if (part.kind === "rows") {
      rows.set(part.table, (rows.get(part.table) ?? 0) + (await part.lines()).length);
    }
  }
  for (const table of header.header.tables) {
    if ((rows.get(table.name) ?? 0) === table.rows) continue;
    throw new InvalidInput([
      `${file}: the backup is damaged: ${table.name} has not as many rows as its beginning says`,
    ]);
  }
  return { header: header.header, objects, objectBytes };
}

/** The parts after the header of a backup that has been verified; each is verified again before the last one is given. */
export async function* readBackup(
  file: string,
  report: (fraction: number) => void,
): AsyncGenerator<BackupPart> {
  for await (const part of readParts(file, report)) if (part.kind !== "header") yield part;
}

type AnyPart =
  | { readonly kind: "header"; readonly header: BackupHeader }
  | (BackupPart & { readonly byteLength: number });

async function* readParts(
  file: string,
  report: (fraction: number) => void,
): AsyncGenerator<AnyPart> {
  let header: BackupHeader | null = null;
  for await (const part of readArchive(file, report)) {
    const { name, byteLength } = part;
    if (header === null) {
      header = await readHeader(file, part);
      yield { kind: "header", header };
      continue;
    }
    const { tables } = header;
    const [, object] = /^recordings\/([0-9a-z][0-9a-z-]{7,99})$/.exec(name) ?? [];
    const [, table] = /^tables\/([a-z_]+)\/\d+\.ndjson$/.exec(name) ?? [];
    if (object !== undefined) {
      yield { kind: "object", name: object, byteLength, content: () => part.read(mostObjectBytes) };
    } else if (table !== undefined && tables.some((known) => known.name === table)) {
      const lines = async () => (await part.read(mostRowsBytes)).toString().trimEnd().split("\n");
      yield { kind: "rows", table, byteLength, lines };
    } else {
      throw new InvalidInput([`${file}: it has a part that is no part of a backup: ${name}`]);
    }
  }
  if (header === null) throw new InvalidInput([`${file}: the backup is damaged: it is empty`]);
}

/** A recording has at most 256 MiB. */
const mostObjectBytes = 2 ** 28;

/** Parts have about a megabyte, and a row more where it is long. */
const mostRowsBytes = 2 ** 26;

async function readHeader(file: string, part: Part): Promise<BackupHeader> {
  const read = part.name === headerPart ? parsedJson(await part.read(mostRowsBytes)) : undefined;
  const header = headerSchema.safeParse(read);
  if (header.success) return header.data;
  const { data: other } = versionSchema.safeParse(read);
  if (other !== undefined && other.version > formatVersion) {
    throw new InvalidInput([
      `${file}: release ${other.release} has written it: use that, or a later one`,
    ]);
  }
  throw new InvalidInput([`${file}: it is no backup, or its beginning is damaged`]);
}
