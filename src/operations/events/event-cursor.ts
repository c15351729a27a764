import { parseRecordingId, sampleId } from "../../acoustics/ids.ts";
import type { EventPosition } from "../../acoustics/events/event-position.ts";

/** A cursor of the events of a project: the id of its event, encoded, because clients send it back unchanged. */
export function formatEventCursor({ second, sensorId }: EventPosition): string {
  return Buffer.from(sampleId(sensorId, second)).toString("base64url");
}

/** Reads such a cursor. Returns null for any other text. */
export function parseEventCursor(text: string): EventPosition | null {
  const position = parseRecordingId(Buffer.from(text, "base64url").toString("latin1"));
  // Decoding skips characters that no cursor has.
  return position !== null && formatEventCursor(position) === text ? position : null;
}
