/*
 * The requests of this process that have a slot: they are at work. Three rules check if other requests are at work, and
 * each counts differently:
 * - `isOnlyRequest`: no other request, of any key, has a slot or had one lately. A long search then uses two statements
 *   at once, and does not pause.
 * - `areShortOnesAtWork` (operations/in-slices.ts): a request without a calculation has a slot, or had one lately.
 *   Calculations then pause between two slices.
 * - `inFlightOfOthers` (connections/concurrency-limiter.ts): requests of other keys have a slot of one limiter, also
 *   those whose documents pause. A key then pauses after each of its documents.
 */

/** The number of requests that have a slot. */
export function countRequestsAtWork(): number {
  return requestsAtWork;
}

/** True if at most one request has a slot, and no other has had one for these milliseconds. */
export function isOnlyRequest(milliseconds: number): boolean {
  return requestsAtWork <= 1 && performance.now() - lastBesideOthers >= milliseconds;
}

/** Counts a request until its slot is released. Further calls of the returned function do nothing. */
export function countWhileAtWork(release: () => void): () => void {
  let isCounted = true;
  requestsAtWork += 1;
  noteOthers();
  return () => {
    if (isCounted) {
      noteOthers();
      requestsAtWork -= 1;
    }
    isCounted = false;
    release();
  };
}

function noteOthers(): void {
  if (requestsAtWork > 1) lastBesideOthers = performance.now();
}

let requestsAtWork = 0;
/** Time at which two requests last had a slot at once. */
let lastBesideOthers = -Infinity;
