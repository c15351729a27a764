import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { startTimer } from "../system/start-timer.ts";

/** An answer of an object store. A failure is thrown to the reader of the next chunk: it has no events. */
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
  /** The time until a connection is established. */
  readonly connect: number;
  /** The time until an answer begins, until its body begins, and for a whole text. */
  readonly firstByte: number;
  /** The time until the next bytes of a body, while its reader waits. */
  readonly stall: number;
}

/** Wraps a response of `node:http`. Call it when the response is emitted. */
export function receiveResponse(response: IncomingMessage, timeouts: S3Timeouts): S3Response {
  // The iterator throws the error to the reader.
  response.on("error", () => undefined);
  const body = readBody(response, timeouts);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    async text() {
      const isLate = new Error("the object store has not ended its answer in time");
      const cancel = startTimer(timeouts.firstByte, () => response.destroy(isLate));
      let text = "";
      try {
        for await (const chunk of body) {
          text += String(chunk);
          if (text.length > greatestText) break;
        }
      } finally {
        cancel();
      }
      return text;
    },
    close: () => void response.destroy(),
  };
}

const greatestText = 16 * 1024;

/** The time of a stall runs only while the reader waits for the next chunk: a slow reader does not stall the body. */
async function* readBody(
  response: IncomingMessage,
  { firstByte, stall }: S3Timeouts,
): AsyncGenerator<Buffer, void> {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  try {
    for (let milliseconds = firstByte; ; milliseconds = stall) {
      const isStalled = `the object store has sent nothing for ${milliseconds / 1000} s`;
      const cancel = startTimer(milliseconds, () => response.destroy(new Error(isStalled)));
      const next = await chunks.next().finally(cancel);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    response.destroy();
  }
}
