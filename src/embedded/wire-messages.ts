/** The few messages of PostgreSQL's protocol 3 that are written or looked into here. */
export const messageType = {
  close: 0x43,
  parse: 0x50,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const;

export const syncMessage = message(messageType.sync, "");
export const terminateMessage = message(messageType.terminate, "");
/** Fails, so that the Sync after it undoes what a query in parts has done, instead of keeping it. */
export const failingMessage = message(messageType.parse, "\0abandoned\0\0\0");
export const rollbackMessage = queryMessage("ROLLBACK");

/** Asks for a session of the embedded database's one user and database. */
export const startupMessage = startup({ user: "postgres", database: "postgres" });

export function queryMessage(text: string): Buffer {
  return message(messageType.query, `${text}\0`);
}

/** Forgets a prepared statement. */
export function closeStatementMessage(name: string): Buffer {
  return message(messageType.close, `S${name}\0`);
}

/** The statement that a Parse message prepares; empty: the unnamed one. */
export function preparedName(parse: Buffer): string {
  return textAt(parse, 5);
}

/** The statement that a Close message forgets, or null where it closes a portal. */
export function closedName(close: Buffer): string | null {
  return close[5] === statementKind ? textAt(close, 6) : null;
}

/** The status in a ReadyForQuery, or null where `tail`, the last six bytes of an answer, is none. */
export function readyStatus(tail: Buffer): "I" | "T" | "E" | null {
  if (tail.length !== 6 || !tail.subarray(0, 5).equals(readyHeader)) return null;
  const status = String.fromCharCode(tail.readUInt8(5));
  return status === "I" || status === "T" || status === "E" ? status : null;
}

const statementKind = 0x53;
const readyHeader = Buffer.from([0x5a, 0, 0, 0, 5]);

function textAt(bytes: Buffer, start: number): string {
  return bytes.toString("utf8", start, bytes.indexOf(0, start));
}

function message(type: number, content: string): Buffer {
  const body = Buffer.from(content, "utf8");
  const header = Buffer.alloc(5);
  header.writeUInt8(type, 0);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

function startup(parameters: Record<string, string>): Buffer {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`${pairs.join("")}\0`, "utf8");
  const header = Buffer.alloc(8);
  header.writeInt32BE(body.length + 8, 0);
  header.writeInt32BE(196_608, 4);
  return Buffer.concat([header, body]);
}
