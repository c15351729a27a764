import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ByteRange, OpenedObject } from "#audio/audio-store.ts";
import { evaluateByteRange } from "#http/byte-range.ts";
import { RequestError } from "#http/request-error.ts";

/** A recording as the persisted document of the download reads it. */
export interface RecordingFile {
  readonly sensorId: string;
  /** Start of the recording, on a whole second: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  readonly datetime: string;
  /** Positive. */
  readonly byteLength: number;
}

export interface DeliveryOptions {
  /** Opens the bytes of the recording, all or those of a range. */
  readonly open: (range: ByteRange | null) => Promise<OpenedObject>;
  /** A client that reads nothing for so long is disconnected; a slow one is not. */
  readonly stallMilliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Streams a recording, or the one range of it that is asked for, no faster than the client reads.
 * Until the header is sent, a failure is an answer. After it, the connection is cut, so that a short
 * body is never taken for a whole one. The reading ends at once when the client goes away.
 */
export async function deliverRecording(
  recording: RecordingFile,
  request: IncomingMessage,
  response: ServerResponse,
  { open, stallMilliseconds, signal }: DeliveryOptions,
): Promise<void> {
  const { byteLength } = recording;
  // There are no validators, so an If-Range never matches and the range is ignored (RFC 9110, 13.1.5).
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
      "Content-Disposition": `inline; filename="${fileNameOf(recording)}"`,
      "Accept-Ranges": "bytes",
      ...(part === null ? {} : { "Content-Range": `bytes ${first}-${last}/${byteLength}` }),
    });
    response.setTimeout(stallMilliseconds, () => response.destroy());
    // A pipelined response behind another one learns of its end from the signal alone.
    await pipeline(stream, response, { signal });
  } catch (error) {
    // A client that goes away is no failure of the service.
    if (!isEndOfClient(error)) throw error;
  } finally {
    stream.destroy();
  }
}

function isEndOfClient(error: unknown): boolean {
  const codes: unknown[] = ["ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"];
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

/** `<sensorId>_<YYYYMMDDTHHmmssZ>.flac`, the name under which the recording can be imported. */
function fileNameOf({ sensorId, datetime }: RecordingFile): string {
  const [toTheSecond = ""] = datetime.split(".");
  return `${sensorId}_${toTheSecond.replaceAll(/[-:]/g, "")}Z.flac`;
}
