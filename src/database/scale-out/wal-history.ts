/*
 * The delay of a standby is measured without its clock and without the time of its last transaction, which does not
 * change while the primary is idle. The primary's position in its log is recorded repeatedly, with the time of the
 * request. A standby that has replayed up to a position has all commits before that time.
 *
 * Example: the primary was at 100 at 0 s, at 180 at 1 s and at 200 at 2 s. At 3 s, a standby that has replayed up to
 * 190 has everything of the first second, so it is at most 2 s behind. If the primary is idle, it is still at 200 at 3
 * s, and a standby at 200 has everything. A standby that has lost its primary stays at its position, and falls behind
 * with the primary's next write; if the primary does not answer either, it falls behind as time passes.
 */

/** The positions of one primary, on one timeline. */
export function createWalHistory() {
  const notes: { readonly position: number; queriedAt: number }[] = [];
  return {
    /** Records the position that the primary answered to a query at a time, in milliseconds. */
    note(position: number, queriedAt: number) {
      const last = notes.at(-1);
      if (last?.position === position) last.queriedAt = queriedAt;
      else notes.push({ position, queriedAt });
      if (notes.length > notesAtMost) notes.shift();
    },
    /** The longest lag of a standby with this replayed position, in milliseconds; Infinity: it is not known. */
    lagOf(replayed: number, now: number) {
      const known = notes.findLast(({ position }) => position <= replayed);
      return known === undefined ? Infinity : now - known.queriedAt;
    },
    /** The first position that was queried at a time or later; null: none yet. */
    positionSince: (time: number) =>
      notes.find(({ queriedAt }) => queriedAt >= time)?.position ?? null,
  };
}

/**
 * With a query of the primary every half second, the history covers an hour. With a lag bound of less than two seconds,
 * queries are more frequent (`lagPauseMilliseconds`), and the history covers 1,800 times that bound. A standby that is
 * further behind is never read: its lag counts as unknown.
 */
const notesAtMost = 7200;
