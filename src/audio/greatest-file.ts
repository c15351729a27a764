/** A file is in memory while it is checked and stored, and while it is restored from a backup. */
export const greatestFileBytes = 256 * 1024 * 1024;
