import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { AudioStore } from "#audio/audio-store.ts";
import { evaluateByteRange } from "#http/byte-range.ts";
import { GatewayError } from "#acoustics/errors.ts";
import type { SensorId } from "#acoustics/ids.ts";
import { formatRecordingName } from "#audio/recording-name.ts";
import type { Exchange } from "#http/request-context.ts";

/** A recording as the persisted document of the download reads it. */
export interface RecordingFile {
  readonly sensorId: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ` */
  readonly datetime: string;
  readonly byteLength: number;
  readonly objectName: string;
}

export interface DeliveryOptions {
  readonly store: AudioStore;
  /** Told of a recording whose object a store that does answer does not have. */
  reportMissing(recording: RecordingFile, exchange: Exchange): Promise<void>;
  /** A client that takes no byte for so long is cut off; one that is merely slow is not. */
  readonly stallMilliseconds: number;
}

/**
 * Streams a recording, or the one range of it that is asked for, no faster than the client reads.
 * Until the header is sent a failure is an answer; after it the connection is cut, so that a short
 * body is never taken for a whole one. A client that goes away ends the reading at once.
 */
export async function deliverRecording(
  recording: RecordingFile,
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  { store, reportMissing, stallMilliseconds }: DeliveryOptions,
): Promise<void> {
  const { byteLength } = recording;
  // Without validators an If-Range never matches, and the range is then to be ignored (RFC 9110, 13.1.5).
  const field = request.headers["if-range"] === undefined ? request.headers.range : undefined;
  const range = evaluateByteRange(field, byteLength);
  if (range.kind === "unsatisfiable") {
    throw GatewayError.rangeNotSatisfiable(byteLength);
  }
  const opened =
    range.kind === "part"
      ? await store.open(recording.objectName, range)
      : await store.open(recording.objectName);
  if (opened === "missing") {
    await reportMissing(recording, exchange);
    throw GatewayError.of("unavailable", new Error("the audio store has no such object"));
  }
  try {
    if (exchange.over.aborted) return;
    if (opened.byteLength !== byteLength) {
      const cause = new Error("the object has another length than recorded");
      throw GatewayError.of("unavailable", cause);
    }
    const [first, last] = range.kind === "part" ? [range.first, range.last] : [0, byteLength - 1];
    response.writeHead(range.kind === "part" ? 206 : 200, {
      "Content-Type": "audio/flac",
      "Content-Length": last - first + 1,
      "Content-Disposition": `inline; filename="${recordingName(recording)}"`,
      "Accept-Ranges": "bytes",
      ...(range.kind === "part" ? { "Content-Range": `bytes ${first}-${last}/${byteLength}` } : {}),
    });
    response.setTimeout(stallMilliseconds, () => response.destroy());
    // The signal, for a response behind another one is told of its end by nobody else.
    await pipeline(opened.stream, response, { signal: exchange.over });
  } catch (error) {
    // A client that went away is no failure of ours.
    if (!isEndOfClient(error)) throw error;
  } finally {
    opened.stream.destroy();
  }
}

function isEndOfClient(error: unknown): boolean {
  const codes: unknown[] = ["ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"];
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

function recordingName({ sensorId, datetime }: RecordingFile): string {
  const second = Date.parse(datetime) / 1000;
  return formatRecordingName({ sensorId: sensorId as SensorId, second });
}
