import type { IncomingMessage, ServerResponse } from "node:http";
import type { ByteRange, OpenedObject } from "../audio/audio-store.ts";
import { releaseChunk } from "../audio/chunk-memory.ts";
import { formatRecordingName } from "../audio/recording-name.ts";
import { evaluateByteRange } from "../http/answers/byte-range.ts";
import { requestAborted } from "../http/requests/request-context.ts";
import { RequestError } from "../http/requests/request-error.ts";

/** The fields of a recording that the persisted document of the download selects. */
export interface RecordingFile {
  readonly sensorId: string;
  /** Start of the recording, on a whole second: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  readonly datetime: string;
  /** Positive. */
  readonly byteLength: number;
}

export interface DeliveryOptions {
  /** Opens the recording or a range of its bytes. */
  readonly open: (range: ByteRange | null) => Promise<OpenedObject>;
  /** After this time without reading anything, the client is disconnected. A slow client is not. */
  readonly stallMilliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Streams a recording, or the requested range of its bytes, no faster than the client reads. The header is sent with
 * the first bytes: a failure before them throws and becomes a problem. After it, a failure destroys the connection, so
 * that a part never looks like the whole. The object is closed when the client disconnects.
 */
export async function deliverRecording(
  recording: RecordingFile,
  request: IncomingMessage,
  response: ServerResponse,
  { open, stallMilliseconds, signal }: DeliveryOptions,
): Promise<void> {
  const { byteLength } = recording;
  // Responses have no validators, so If-Range never matches and the range is ignored (RFC 9110, 13.1.5).
  const field = request.headers["if-range"] === undefined ? request.headers.range : undefined;
  const range = evaluateByteRange(field, byteLength);
  if (range.kind === "unsatisfiable") throw RequestError.rangeNotSatisfiable(byteLength);
  const part = range.kind === "part" ? range : null;
  const { first, last } = part ?? { first: 0, last: byteLength - 1 };
  const headers = {
    "Content-Type": "audio/flac",
    "Content-Length": last - first + 1,
    "Content-Disposition": `inline; filename="${formatRecordingName(recording.sensorId, recording.datetime)}"`,
    "Accept-Ranges": "bytes",
    ...(part === null ? {} : { "Content-Range": `bytes ${first}-${last}/${byteLength}` }),
  };
  try {
    const object = await open(part);
    try {
      for await (const chunk of object.chunks) {
        // Aborted when the response is closed, or the deadline has answered.
        if (signal.aborted) return;
        if (!response.headersSent) {
          response.writeHead(part === null ? 200 : 206, headers);
          response.setTimeout(stallMilliseconds, () => response.destroy());
        }
        await writeChunk(response, chunk, signal);
      }
      response.end();
    } finally {
      object.close();
    }
  } catch (error) {
    // A client that disconnects is not an error of the server.
    if (signal.aborted) return;
    if (response.headersSent) response.destroy();
    throw error;
  }
}

/** Resolves when the chunk has left this process. Then its memory is reused. */
function writeChunk(response: ServerResponse, chunk: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(requestAborted);
    signal.addEventListener("abort", abort);
    response.write(chunk, (error) => {
      // The connection is being closed.
      if (error != null) return;
      signal.removeEventListener("abort", abort);
      releaseChunk(chunk);
      resolve();
    });
  });
}
