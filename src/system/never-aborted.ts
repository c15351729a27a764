/** The signal of work that nothing breaks off. */
export const neverAborted: AbortSignal = new AbortController().signal;
