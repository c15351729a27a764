/**
 * The text of a GraphQL document that a route runs, with the types that belong to it: its result as
 * JSON (instants are text, levels are numbers in dB) and its variables.
 */
export interface FixedDocument<Result, Variables> {
  readonly text: string;
  /** Carries the two types and is never there. */
  readonly __types?: (variables: Variables) => Result;
}
