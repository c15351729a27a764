/** What became of rows that were to be written. */
export interface WrittenRows {
  readonly inserted: number;
  readonly updated: number;
  /** Stored before, with the same content. */
  readonly unchanged: number;
}
