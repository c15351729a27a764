/** A GraphQL document with the types of its data and variables, generated from a `.graphql` file beside its view. */
export interface TypedDocument<Data, Variables> {
  /** Name of the operation. */
  readonly name: string;
  readonly text: string;
  /** Only for the type checker. */
  readonly __types?: (variables: Variables) => Data;
}
