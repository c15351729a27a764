import { signal } from "@preact/signals";

/** True if all plots show their tables: the key `t` switches it. */
export const showsTables = signal(false);
