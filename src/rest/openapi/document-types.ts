import type { JsonSchema, Schemas } from "./json-schema.ts";

/** An OpenAPI 3.1 document, with the members that this one has. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly SecurityRequirement[];
  /** Relative to `servers`, with ids in braces. */
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, HeaderField>>;
    readonly responses: Readonly<Record<string, AnswerDescription>>;
    readonly schemas: Schemas;
  };
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly SecurityRequirement[];
  readonly parameters: readonly Parameter[];
  /** By status. */
  readonly responses: Readonly<Record<string, AnswerDescription | Reference>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface AnswerDescription {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  /** By media type. */
  readonly content: Readonly<
    Record<
      string,
      {
        readonly schema?: JsonSchema;
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
      }
    >
  >;
}

export interface HeaderField {
  readonly description: string;
  readonly required: true;
  readonly schema: JsonSchema;
}

export interface Reference {
  readonly $ref: string;
}
