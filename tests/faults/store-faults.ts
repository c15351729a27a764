import type { ServerResponse } from "node:http";
import { answerError, type S3Answer, type SeenRequest, send } from "../support/s3-server.ts";

/** The requests to an object store that a fault may hit. */
export type Target = "marker" | "object" | "upload" | "removal";

export function targetOf({ method, path }: SeenRequest): Target {
  if (method === "PUT") return "upload";
  if (method === "DELETE") return "removal";
  return path.endsWith("/acoustic-audio-store") ? "marker" : "object";
}

/** A fault of an object store with one kind of request. */
export interface StoreFault {
  readonly title: string;
  /** Requests of this kind are answered in another way than they should be. */
  answer(response: ServerResponse, carryOut: () => S3Answer): void;
  /** The requests for which the faulty answer is as good as the right one. */
  readonly harmless: readonly Target[];
  /** True if a part of the content arrives before the fault shows. */
  readonly isLate: boolean;
  /** True if a store has to be given up: nothing ends the request otherwise. */
  readonly isStall: boolean;
}

const usual = { harmless: [], isLate: false, isStall: false } as const;

/**
 * Every fault, by the moment at which it happens: before the head, before the body, midway, and in a whole answer.
 */
export const storeFaults: readonly StoreFault[] = [
  {
    ...usual,
    title: "a connection that is reset before the head",
    answer: ({ socket }) => socket?.resetAndDestroy(),
  },
  {
    ...usual,
    title: "a connection that is reset after the head",
    answer(response, carryOut) {
      beginBody(response, carryOut());
      // The head has left when the empty text has.
      response.write("", () => response.socket?.resetAndDestroy());
    },
  },
  {
    ...usual,
    title: "a connection that is reset midway",
    isLate: true,
    answer(response, carryOut) {
      const half = beginBody(response, carryOut());
      response.write(half, () => response.socket?.resetAndDestroy());
    },
  },
  {
    ...usual,
    title: "a body that ends early",
    isLate: true,
    answer(response, carryOut) {
      const half = beginBody(response, carryOut());
      response.write(half, () => response.socket?.end());
    },
  },
  { ...usual, title: "no answer", isStall: true, answer: () => undefined },
  {
    ...usual,
    title: "a head and no body",
    isStall: true,
    answer: (response, carryOut) => void beginBody(response, carryOut()),
  },
  {
    ...usual,
    title: "the half of a body",
    isLate: true,
    isStall: true,
    answer: (response, carryOut) => void response.write(beginBody(response, carryOut())),
  },
  {
    ...usual,
    title: "a body in many small pieces",
    harmless: ["marker", "object", "upload", "removal"],
    answer(response, carryOut) {
      const { status, headers, body } = carryOut();
      response.writeHead(status, headers).flushHeaders();
      const size = Math.ceil(body.length / 50);
      const writeFrom = (position: number) => {
        if (position >= body.length) response.end();
        else {
          const piece = body.subarray(position, position + size);
          response.write(piece, () => setImmediate(writeFrom, position + size));
        }
      };
      writeFrom(0);
    },
  },
  {
    ...usual,
    title: "a whole answer of another length",
    // The answers to them have no content.
    harmless: ["upload", "removal"],
    answer(response, carryOut) {
      const { status, headers, body } = carryOut();
      const short = body.subarray(0, body.length >> 2);
      const place = String(headers["content-range"]).replace(/\d+$/, (total) => `${total}1`);
      send(response, {
        status,
        headers: {
          ...headers,
          ...(body.length > 0 && { "content-length": short.length }),
          ...("content-range" in headers && { "content-range": place }),
        },
        body: short,
      });
    },
  },
  {
    ...usual,
    title: "a page of the same length",
    // A removal has no other sign of success than its status. What is left then is nobody's recording.
    harmless: ["removal"],
    answer: (response, carryOut) => sendPage(response, carryOut()),
  },
  ...[
    "500 InternalError",
    "503 SlowDown",
    "503 NoSuchKey",
    "403 AccessDenied",
    "403 ExpiredToken",
    "400 BadDigest",
    "404 NoSuchBucket",
    "404 NoSuchKeys",
    "301 PermanentRedirect",
  ].map((title) => {
    const [status = "", code = ""] = title.split(" ");
    return {
      ...usual,
      title,
      answer: (response: ServerResponse) => answerError(response, Number(status), code),
    };
  }),
  ...(
    [
      [404, "text/html", "<html><Code>NoSuchKey</Code></html>"],
      [404, "text/plain", "<html><Code>NoSuchKey</Code></html>"],
      [404, "text/plain", ""],
      [404, "text/plain", "x".repeat(1_000_000)],
      [502, "text/html", "<html>Bad gateway</html>"],
    ] as const
  ).map(([status, type, text]) => ({
    ...usual,
    title: `a ${status} of ${type}: ${text.slice(0, 40)}`,
    answer: (response: ServerResponse) =>
      send(response, { status, headers: { "content-type": type }, body: Buffer.from(text) }),
  })),
  {
    ...usual,
    title: "a 204",
    // It is the right answer to a removal.
    harmless: ["removal"],
    answer: (response) => void response.writeHead(204).end(),
  },
];

/** Sends the head, and returns the half of the body. An answer without a body gets one. */
function beginBody(response: ServerResponse, { status, headers, body }: S3Answer): Buffer {
  const content = body.length > 0 ? body : Buffer.from("something");
  response.writeHead(status === 204 ? 200 : status, {
    ...headers,
    "content-length": content.length,
  });
  response.flushHeaders();
  return content.subarray(0, content.length >> 1);
}

/** A proxy that requires a log-in ignores ranges. */
function sendPage(response: ServerResponse, { headers, body }: S3Answer): void {
  const total = /\d+$/.exec(String(headers["content-range"] ?? body.length))?.[0];
  const page = Buffer.alloc(Number(total), "<html>Log in, please.</html>");
  const head = { "content-type": "text/html", "content-length": page.length };
  send(response, { status: 200, headers: head, body: page });
}
