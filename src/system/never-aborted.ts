/** The signal of work that nothing breaks off. */
export const neverAborted = new AbortController().signal;
