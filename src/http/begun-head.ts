import type { IncomingMessage } from "node:http";

/** What a head may hold: its request line and fields, with the ends of their lines. */
export const mostHeadOctets = 16 * 1024;

/**
 * What has come of the head that is on its way on a connection. The parser tells of a refusal by the
 * last piece of a head alone, and of one that never ends by nothing at all: without its beginning
 * neither its method would be known nor its id.
 */
export interface BegunHead {
  /** A head has come to its end, and is this request. */
  completed(request: IncomingMessage): void;
  /** The parser has taken a piece, and told of all requests in it. */
  taken(piece: Buffer): void;
  /** The head from its first octet, at most 16 KiB of it; `refused` is the piece that the parser did not take. */
  text(refused?: Buffer): string;
}

/**
 * Begins to follow a new connection. Where a body ends is read off its length. That of one in chunks is
 * taken for the end of its piece: a head that begins in the same piece is not known.
 */
export function followHead(): BegunHead {
  let begun = nothing;
  /** Octets of a body that are still to come; without an end where it comes in chunks. */
  let bodyLeft = 0;
  let latest: IncomingMessage | undefined;
  let requests: IncomingMessage[] = [];

  /** What a piece holds behind all that has been completed, and how much of a body is missing then. */
  const behindRequests = (piece: Buffer): { rest: Buffer; left: number } => {
    let left = Math.max(0, bodyLeft - piece.length);
    let rest = piece.subarray(Math.min(bodyLeft, piece.length));
    if (begun.length > 0) rest = Buffer.concat([begun, rest]);
    for (const request of requests) {
      rest = behindHead(rest);
      // As good as always: nothing follows, and no body is to come.
      if (rest.length === 0 && request.complete) continue;
      const length = bodyLength(request);
      left = Math.max(0, length - rest.length);
      rest = rest.subarray(Math.min(length, rest.length));
    }
    return { rest: behindEmptyLines(rest), left };
  };

  return {
    completed: (request) => {
      requests.push(request);
      latest = request;
    },
    taken: (piece) => {
      if (begun.length >= mostHeadOctets && requests.length === 0) return;
      const { rest, left } = behindRequests(piece);
      // A copy, for a piece may be much longer.
      begun = rest.length === 0 ? nothing : Buffer.from(rest.subarray(0, mostHeadOctets));
      bodyLeft = latest?.complete === true && left === Infinity ? 0 : left;
      if (requests.length > 0) requests = [];
    },
    text: (refused = nothing) =>
      behindRequests(refused).rest.subarray(0, mostHeadOctets).toString("latin1"),
  };
}

const nothing = Buffer.alloc(0);

function bodyLength({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined
    ? Number(headers["content-length"] ?? 0)
    : Infinity;
}

function behindHead(bytes: Buffer): Buffer {
  const head = behindEmptyLines(bytes);
  const end = head.indexOf("\r\n\r\n");
  return end < 0 ? nothing : head.subarray(end + 4);
}

/** The parser takes any number of them before a request. */
function behindEmptyLines(bytes: Buffer): Buffer {
  const start = bytes.findIndex((octet) => octet !== carriageReturn && octet !== lineFeed);
  return start < 0 ? nothing : bytes.subarray(start);
}

const [carriageReturn, lineFeed] = [13, 10];
