/** Resolves when a document may be begun; null: at once. */
export type TakeDocumentTurn = () => Promise<void> | null;

/**
 * Spreads documents over turns of the event loop: to read the body of one, parse it and find it wrong takes up to some
 * ten milliseconds, and the bodies of hundreds may arrive in one turn. A turn that has begun documents for two
 * milliseconds begins no other; those that wait begin one in each turn, in their order.
 */
export function createDocumentTurns(
  clock: () => number = () => performance.now(),
): TakeDocumentTurn {
  const waiting: (() => void)[] = [];
  /** When the turn ends for documents; null: none has begun in it. */
  let until: number | null = null;
  const begin = () => {
    until = clock() + turnMilliseconds;
    setImmediate(endTurn);
  };
  const endTurn = () => {
    until = null;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  };
  return () => {
    if (until === null) begin();
    else if (waiting.length > 0 || clock() >= until) {
      return new Promise((resolve) => void waiting.push(resolve));
    }
    return null;
  };
}

const turnMilliseconds = 2;
