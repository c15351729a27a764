import { withDeadline } from "../system/with-deadline.ts";

export interface BoundedReadOptions {
  /** How long a value is kept. */
  readonly keptMilliseconds: number;
  /** The longest wait of a caller. */
  readonly deadlineMilliseconds: number;
}

/**
 * Reads a value for several callers, one read at a time: a source that hangs gets no second request. Resolves to null
 * if the read fails or has not ended at the deadline; never rejects.
 */
export function createBoundedRead<Value>(
  read: () => Promise<Value>,
  { keptMilliseconds, deadlineMilliseconds }: BoundedReadOptions,
): () => Promise<Value | null> {
  let kept: { readonly value: Value; readonly readAt: number } | null = null;
  let inProgress: Promise<Value | null> | null = null;
  const start = async () => {
    try {
      const value = await read();
      kept = { value, readAt: performance.now() };
      return value;
    } catch {
      return null;
    } finally {
      inProgress = null;
    }
  };
  return async () => {
    if (kept !== null && performance.now() - kept.readAt < keptMilliseconds) return kept.value;
    inProgress ??= start();
    return withDeadline(inProgress, deadlineMilliseconds, null);
  };
}
