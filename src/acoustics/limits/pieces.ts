/*
 * Worked example: the edges are 0, 10, 20, 30, 40, and the entries "a" from 10 to 20, then "b" from 0 to 30. The pieces
 * are "b" from 0, "a" from 10, "b" from 20, `otherwise` from 30.
 *
 * Each slot between two edges is painted once: an entry skips the slots that an earlier entry has painted. So the time
 * is proportional to the number of entries and edges, for any overlaps.
 */

/** A line cut into pieces of different values: `values[i]` applies from `starts[i]` to before `starts[i + 1]`. */
export interface Pieces<Value> {
  readonly starts: Float64Array;
  readonly values: readonly Value[];
}

/** An entry applies from `from` to before `to`; nowhere if `to` is not greater. */
export interface Entry<Value> {
  readonly from: number;
  readonly to: number;
  readonly value: Value;
}

/**
 * Cuts a line into pieces whose value is that of the first listed entry that applies, or `otherwise`. The line reaches
 * from the first of `edges` to the last; `edges` come from `edgesOf` and include every `from` and `to`.
 */
export function cutByFirstListed<Value>(
  edges: Float64Array,
  entries: readonly Entry<Value>[],
  otherwise: Value,
): Pieces<Value> {
  const painted = Array.from({ length: edges.length - 1 }, () => otherwise);
  /** For each slot, a slot at or after it; following these links leads to the first slot that is not painted. */
  const next = new Uint32Array(edges.length).map((_, slot) => slot);
  for (const { from, to, value } of entries) {
    const end = lastAtMost(edges, to);
    for (let slot = unpainted(lastAtMost(edges, from)); slot < end; slot = unpainted(slot)) {
      painted[slot] = value;
      next[slot] = slot + 1;
    }
  }
  return mergeNeighbours(edges, painted);

  function unpainted(slot: number): number {
    let found = slot;
    while (next[found] !== found) {
      const following = next[found] ?? found;
      // Shortens the path of the next search.
      next[found] = next[following] ?? following;
      found = following;
    }
    return found;
  }
}

/** Points of a line as edges: ascending, each once. */
export function edgesOf(points: readonly number[]): Float64Array {
  const sorted = new Float64Array(points).toSorted();
  return sorted.filter((point, index) => index === 0 || point !== sorted[index - 1]);
}

/** The index of the piece that contains `point`; 0 before the first. */
export function indexOfPiece({ starts }: Pieces<unknown>, point: number): number {
  return lastAtMost(starts, point);
}

/** The index of the last of ascending `edges` that is at most `point`; 0 if there is none. */
function lastAtMost(edges: Float64Array, point: number): number {
  return Math.max(countAtMost(edges, point) - 1, 0);
}

/** The number of ascending numbers that are at most `point`. */
export function countAtMost(ascending: Float64Array, point: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= point) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mergeNeighbours<Value>(edges: Float64Array, painted: readonly Value[]): Pieces<Value> {
  const isStart = (slot: number) => slot === 0 || painted[slot] !== painted[slot - 1];
  return {
    starts: edges.subarray(0, painted.length).filter((_, slot) => isStart(slot)),
    values: painted.filter((_, slot) => isStart(slot)),
  };
}
