import { type EventOrder, ordered } from "./event-order.tsx";
import { type EventSource, type EventsRead, nothingRead, readEvents } from "./read-events.ts";

/*
 * Once as many exceedances are known as are wanted, the others have to be as far above their limit as the last of
 * these is, and only such are read from there on.
 *
 * Worked example: a hundred of the newest 2,000 exceedances are +9.1 dB or more. Among the older ones, only those of
 * +9.1 dB or more can be in the first hundred. By level, if the hundredth has 81.3 dB and no limit is above 75 dB, only
 * those of +6.3 dB or more can.
 */

/** Exceedances of one reading; as many as the server gives at once. */
const rowsOfReading = 2000;

/** Readings of a list. Of levels with limits that are far apart, each reading may have few that can be first. */
const mostReadings = 10;

/** Reads, from the newest to the oldest, at least the wanted number of exceedances that are first in an order. */
export async function readWorst(
  source: EventSource,
  order: EventOrder,
  wanted: number,
  /** The one of all samples of the source; null where it is unknown: then all exceedances are read. */
  highestLimit: number | null,
  signal: AbortSignal,
  onReading: (read: EventsRead) => void,
): Promise<EventsRead> {
  let read = nothingRead;
  let readings = 0;
  let minOver = source.filter.minOver;
  let isWhole = true;
  for (; !read.isAtEnd && read.issues.length === 0 && readings < mostReadings; readings += 1) {
    if (readings > 0) onReading({ ...read, isCut: true });
    isWhole &&= minOver === source.filter.minOver;
    const filter = { ...source.filter, minOver };
    const most = read.events.length + rowsOfReading;
    read = await readEvents({ ...source, filter }, most, read, signal);
    const last = ordered(read.events, order)[wanted - 1];
    if (last !== undefined) {
      const least = order === "over" ? last.over : leastOver(last.Leq, highestLimit);
      minOver = Math.max(minOver ?? 0, least) || null;
    }
  }
  const isCut = !read.isAtEnd && read.issues.length === 0;
  return { ...read, isAtEnd: read.isAtEnd && isWhole, isCut };
}

/** How far a level is above the highest limit at least; 0 where it may be below. */
function leastOver(level: number, highestLimit: number | null): number {
  if (highestLimit === null) return 0;
  return Math.max(0, Math.round(level * 100) - Math.round(highestLimit * 100)) / 100;
}
