import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/**
 * An answer of an object store. It has no events: a failure is thrown to the reader of the next chunk, and an answer
 * that nobody reads yet may fail without an effect on anything else.
 */
export interface S3Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Throws if the connection fails or ends early. It can be read once; leaving the loop closes the connection. */
  readonly body: AsyncIterable<Buffer>;
  /** The beginning of the body, which should be a short text. */
  text(): Promise<string>;
  /** Closes the connection, unless the body has been read to its end. */
  close(): void;
}

/** In milliseconds. */
export interface S3Timeouts {
  /** For a connection to be made. */
  readonly connect: number;
  /** For an answer to begin, again for its body, and for the whole of a text. */
  readonly firstByte: number;
  /** For the next bytes of a body that its reader waits for. */
  readonly stall: number;
}

/** Takes the response of `node:http` over. To be called when it is emitted. */
export function receiveResponse(response: IncomingMessage, timeouts: S3Timeouts): S3Response {
  // The iterator throws the error to the reader, now or later.
  response.on("error", () => undefined);
  const body = readBody(response, timeouts);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    async text() {
      const isLate = new Error("the object store has not ended its answer in time");
      const timer = setTimeout(() => response.destroy(isLate), timeouts.firstByte);
      let text = "";
      try {
        for await (const chunk of body) {
          text += String(chunk);
          if (text.length > greatestText) break;
        }
      } finally {
        clearTimeout(timer);
      }
      return text;
    },
    close: () => void response.destroy(),
  };
}

const greatestText = 16 * 1024;

/** A body is not stalled while its reader takes nothing: a time runs only while the next chunk is waited for. */
async function* readBody(
  response: IncomingMessage,
  { firstByte, stall }: S3Timeouts,
): AsyncGenerator<Buffer, void> {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  try {
    for (let milliseconds = firstByte; ; milliseconds = stall) {
      const isStalled = `the object store has sent nothing for ${milliseconds / 1000} s`;
      const timer = setTimeout(() => response.destroy(new Error(isStalled)), milliseconds);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    response.destroy();
  }
}
