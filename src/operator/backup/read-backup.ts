import { greatestFileBytes } from "../../audio/audio-store.ts";
import { newestKnownMigration } from "../../database/client/migrate.ts";
import { knownColumns } from "../../database/queries/maintenance/whole-tables.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { type Part, readArchive, type Refuse } from "./archive-reader.ts";
import {
  type BackupHeader,
  headerPart,
  headerSchema,
  mostHeaderBytes,
  mostRowBytes,
  printable,
  rowsPart,
} from "./format.ts";
import { parseJson, parseRows } from "./rows.ts";

/** A part of a backup after its header. */
export type BackupPart =
  | { readonly kind: "object"; readonly name: string; content(): Promise<Buffer> }
  | { readonly kind: "rows"; readonly table: BackupTable; readonly lines: readonly string[] };

export type BackupTable = BackupHeader["tables"][number];

/** The content of a whole backup. */
export interface BackupContent {
  readonly header: BackupHeader;
  readonly objects: number;
  readonly objectBytes: number;
}

/** Verifies a whole backup without a database. Throws `InvalidInput` if it is damaged, or of a later release. */
export async function verifyBackup(
  file: string,
  report: (fraction: number) => void,
): Promise<BackupContent> {
  const parts = readBackup(file, report);
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return next.value;
  }
}

/** Yields the parts after the header as they are read. Damage may be found as late as at the end. */
export async function* readBackup(
  file: string,
  report: (fraction: number) => void,
): AsyncGenerator<BackupPart, BackupContent> {
  const refuse: Refuse = (why) => {
    throw new InvalidInput([
      `${file}: it is no backup, or it is damaged: ${printable(why)}. Nothing can be restored from it.`,
    ]);
  };
  const archive = readArchive(file, refuse, report);
  try {
    const first = await archive.next();
    if (first.done === true || first.value.name !== headerPart) refuse("it has no header");
    const header = await readHeader(file, first.value, refuse);
    let objects = 0;
    let objectBytes = 0;
    let lastObject = "";
    const order = createOrder(header);
    for await (const part of archive) {
      const [, object] = /^recordings\/([0-9a-z][0-9a-z-]{7,99})$/.exec(part.name) ?? [];
      const table = order.tableOf(part.name);
      if (object !== undefined && header.recordings && object > lastObject && !order.isBegun()) {
        if (part.byteLength > greatestFileBytes) refuse(`recordings/${object} is too long`);
        lastObject = object;
        objects += 1;
        objectBytes += part.byteLength;
        yield { kind: "object", name: object, content: () => part.read(greatestFileBytes) };
      } else if (table !== null) {
        const lines = parseRows(await part.read(mostRowBytes), table);
        if (lines === null) refuse(`${part.name} has other lines than rows`);
        order.count(lines.length);
        yield { kind: "rows", table, lines };
      } else {
        refuse(`it has an unexpected part: "${part.name}"`);
      }
    }
    const wrong = order.findWrongCount();
    if (wrong !== null) refuse(`${wrong.name} has not as many rows as its header says`);
    const named = header.tables.find(({ name }) => name === "recordings")?.rows ?? 0;
    if (objects > named) refuse(`it has the audio of more recordings than it has rows`);
    return { header, objects, objectBytes };
  } finally {
    await archive.return(undefined);
  }
}

/** Accepts the parts with rows in the order of the tables and of their numbers, and counts the rows. */
function createOrder({ tables }: BackupHeader) {
  const counts = tables.map(() => 0);
  let index = -1;
  let number = 0;
  return {
    isBegun: () => index >= 0,
    /** The table of the next part; null if no table may follow with this name. */
    tableOf(part: string): BackupTable | null {
      if (index >= 0 && part === rowsPart(tables[index]?.name ?? "", number + 1)) {
        number += 1;
        return tables[index] ?? null;
      }
      const next = tables.findIndex(({ name }, at) => at > index && part === rowsPart(name, 1));
      if (next < 0) return null;
      [index, number] = [next, 1];
      return tables[index] ?? null;
    },
    count(rows: number) {
      counts[index] = (counts[index] ?? 0) + rows;
    },
    findWrongCount: () => tables.find(({ rows }, at) => rows !== counts[at]) ?? null,
  };
}

async function readHeader(file: string, part: Part, refuse: Refuse): Promise<BackupHeader> {
  const read = headerSchema.safeParse(parseJson((await part.read(mostHeaderBytes)).toString()));
  if (!read.success) return refuse(`its ${headerPart} is of no backup that this release can read`);
  const { migration, release, tables, recordings } = read.data;
  if (migration > newestKnownMigration()) {
    throw new InvalidInput([
      `${file}: the database that it was made of is newer than this release: restore it with release ${release} or a later one`,
    ]);
  }
  const known = knownColumns({ withStore: !recordings });
  const unknown = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => known.get(name)?.has(column) !== true)
      .map((column) => `${name}.${column}`),
  );
  if (unknown.length > 0) {
    throw new InvalidInput([
      `${file}: this release has no ${unknown.slice(0, 10).join(", ")}: restore it with release ${release}, and upgrade then`,
    ]);
  }
  return read.data;
}
