/**
 * Calls `expire` when a time is up, unless it is cancelled by the function that is returned. After a pause of this
 * process, events that have arrived meanwhile are handled before.
 */
export function startTimer(milliseconds: number, expire: () => void): () => void {
  let last: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (last = setImmediate(expire)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}
