/** A fixed query of a route, with the types of its result and variables; written by `npm run generate`. */
export interface PersistedDocument<Result, Variables> {
  readonly text: string;
  /** Never there: it only ties the two types to the text. */
  readonly __types?: (variables: Variables) => Result;
}
