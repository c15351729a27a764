import type { Scope } from "../src/auth/scopes.ts";

/** A request of one field of the schema, as often as a document may name it. */
export interface PauseDocument {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Type and name of the field. */
  readonly field: string;
  readonly values: Values;
  /** Scopes of the field and of those around it, and of those that are selected inside it. */
  readonly scopes: readonly Scope[];
  readonly scopesInside: readonly Scope[];
}

/**
 * The arguments of a field: as large as they may be (once, or as often as a document may), with lists in the text of
 * the document, of ids that are not there, or of wrong types, also behind more line breaks than a document may have.
 */
export type Values = "once" | "bound" | "literal" | "unknown" | "wrong" | "long";
