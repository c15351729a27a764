/*
 * PostgreSQL's protocol 3 ("Message Formats" in its manual), limited to the parts for a server that forwards messages.
 * A message is a type byte, a length that counts itself but not the type, and the content. Example: `51 00 00 00 0d 73
 * 65 6c 65 63 74 20 31 00` is one `Q` of length 13, "select 1". The messages up to the start-up message have no type
 * byte; they differ by a code.
 */

/**
 * Creates a function that splits the bytes of one connection into messages: it receives a chunk, and returns the
 * messages that are now complete. It throws on bytes of another protocol.
 */
export function createMessageReader(): (chunk: Buffer) => readonly ReceivedMessage[] {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 8;
  let started = false;

  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const messages: ReceivedMessage[] = [];
    // Joined only when a whole message has arrived: a long message arrives in many chunks.
    if (size < needed) return messages;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, size);
    for (;;) {
      needed = lengthOf(bytes, started);
      if (bytes.length < needed) break;
      const complete = bytes.subarray(0, needed);
      const kind = started ? "message" : kindBeforeStart(complete);
      if (kind === "startup") started = true;
      messages.push({ kind, bytes: complete });
      bytes = bytes.subarray(needed);
    }
    chunks = bytes.length === 0 ? [] : [bytes];
    size = bytes.length;
    return messages;
  };
}

export interface ReceivedMessage {
  readonly kind: "encryption" | "cancel" | "startup" | "message";
  readonly bytes: Buffer;
}

const longestMessage = 1 << 30;

/** The number of bytes of the first message, or of its header if that has not arrived yet. */
function lengthOf(bytes: Buffer, started: boolean): number {
  const typeBytes = started ? 1 : 0;
  const headerBytes = started ? 5 : 8;
  if (bytes.length < headerBytes) return headerBytes;
  const length = bytes.readInt32BE(typeBytes);
  if (length < headerBytes - typeBytes || length > longestMessage) {
    throw new Error("not a PostgreSQL message");
  }
  return typeBytes + length;
}

const encryptionCodes = new Set([80_877_103, 80_877_104]);
const cancelCode = 80_877_102;
const protocolVersion = 3 << 16;

function kindBeforeStart(bytes: Buffer): ReceivedMessage["kind"] {
  const code = bytes.readInt32BE(4);
  if (encryptionCodes.has(code)) return "encryption";
  if (code === cancelCode) return "cancel";
  // The minor version is the client's wish, and the server may ignore it.
  if (code >>> 16 !== protocolVersion >>> 16) throw new Error("not PostgreSQL's protocol 3");
  return "startup";
}

/** Types of the messages that are written or parsed here. */
export const messageType = {
  close: 0x43,
  describe: 0x44,
  flush: 0x48,
  parse: 0x50,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
};

export const syncMessage = message(messageType.sync, "");
export const terminateMessage = message(messageType.terminate, "");
/** Fails, so that the Sync after it rolls back a half-done extended query instead of committing it. */
export const failingMessage = message(messageType.parse, "\0abandoned\0\0\0");
export const rollbackMessage = queryMessage("ROLLBACK");
/** Starts a session of the embedded database's one user and database. */
export const startupMessage = startup("user\0postgres\0database\0postgres\0\0");
/** The same for a command: the owner waits until this connection ends. */
export const commandStartupMessage = startup(
  "user\0postgres\0database\0postgres\0application_name\0acoustic command\0\0",
);

export function queryMessage(text: string): Buffer {
  return message(messageType.query, `${text}\0`);
}

/** Deallocates a prepared statement. */
export function closeStatementMessage(name: string): Buffer {
  return message(messageType.close, `S${name}\0`);
}

/** The name of the statement that a Parse message prepares; empty for the unnamed one. */
export function preparedName(parse: Buffer): string {
  return textAt(parse, 5);
}

/** The name of the statement that a Close message deallocates, or null if it closes a portal. */
export function closedName(close: Buffer): string | null {
  return close[5] === "S".charCodeAt(0) ? textAt(close, 6) : null;
}

/** The status in a ReadyForQuery; null if `tail`, the last six bytes of an answer, is not a ReadyForQuery. */
export function readyStatus(tail: Buffer): "I" | "T" | "E" | null {
  if (tail.length !== 6 || !tail.subarray(0, 5).equals(readyHeader)) return null;
  const status = String.fromCharCode(tail.readUInt8(5));
  return status === "I" || status === "T" || status === "E" ? status : null;
}

const readyHeader = Buffer.from([0x5a, 0, 0, 0, 5]);

function textAt(bytes: Buffer, start: number): string {
  return bytes.toString("utf8", start, bytes.indexOf(0, start));
}

function message(type: number, content: string): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(5);
  header.writeUInt8(type, 0);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

function startup(parameters: string): Buffer {
  const body = Buffer.from(parameters);
  const header = Buffer.alloc(8);
  header.writeInt32BE(body.length + 8, 0);
  header.writeInt32BE(protocolVersion, 4);
  return Buffer.concat([header, body]);
}
