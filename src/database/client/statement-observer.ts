/** Receives the start and the end of every statement; for metrics and the log. */
export interface StatementObserver {
  started(): void;
  ended(statement: EndedStatement): void;
}

export interface EndedStatement {
  readonly name: string;
  readonly milliseconds: number;
  /** Null: the statement served no request. */
  readonly requestId: string | null;
  /** Undefined for a statement that succeeded. */
  readonly error: unknown;
}
