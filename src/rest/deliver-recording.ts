import type { IncomingMessage, ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ByteRange, OpenedObject } from "#audio/audio-store.ts";
import { releaseChunk } from "#audio/chunk-memory.ts";
import { formatRecordingName } from "#audio/recording-name.ts";
import { evaluateByteRange } from "#http/byte-range.ts";
import { isRequestAborted } from "#http/request-context.ts";
import { RequestError } from "#http/request-error.ts";

/** A recording as the persisted document of the download selects it. */
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
 * Streams a recording, or the requested range of its bytes, no faster than the client reads. Before the
 * header is sent, a failure throws and becomes a problem. After it, a failure destroys the connection, so that no client
 * takes a part for the whole. The object is closed at once when the client disconnects.
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
  const { stream } = await open(part);
  try {
    if (signal.aborted) return;
    const { first, last } = part ?? { first: 0, last: byteLength - 1 };
    response.writeHead(part === null ? 200 : 206, {
      "Content-Type": "audio/flac",
      "Content-Length": last - first + 1,
      "Content-Disposition": `inline; filename="${formatRecordingName(recording.sensorId, recording.datetime)}"`,
      "Accept-Ranges": "bytes",
      ...(part === null ? {} : { "Content-Range": `bytes ${first}-${last}/${byteLength}` }),
    });
    response.setTimeout(stallMilliseconds, () => response.destroy());
    // The signal is aborted when the response is closed.
    await pipeline(stream, writeChunks(response), { signal });
    response.end();
  } catch (error) {
    // A client that disconnects is no failure of the service.
    if (!isRequestAborted(error)) throw error;
  } finally {
    stream.destroy();
  }
}

/** Writes a chunk once the one before has left this process. The memory of that one is then used again. */
function writeChunks(response: ServerResponse): Writable {
  return new Writable({
    highWaterMark: 1,
    write(chunk: Uint8Array, _encoding, done) {
      response.write(chunk, (error) => {
        // The connection is being closed.
        if (error != null) return;
        releaseChunk(chunk);
        done();
      });
    },
    destroy(error, done) {
      if (error !== null) response.destroy();
      done(error);
    },
  });
}
