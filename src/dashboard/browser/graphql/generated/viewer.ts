// Generated from schema.graphql and src/dashboard/browser/views/key-form/viewer.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends " $fragmentName" | "__typename" ? T[P] : never };
export type ViewerQueryVariables = Exact<{ [key: string]: never }>;

export type ViewerQuery = {
  readonly viewer: {
    readonly keyId: string;
    readonly name: string;
    readonly scopes: ReadonlyArray<string>;
    readonly expiresAt: string | null;
  };
};

export const viewerDocument: TypedDocument<ViewerQuery, ViewerQueryVariables> = {
  name: "Viewer",
  text: `query Viewer {
  viewer {
    keyId
    name
    scopes
    expiresAt
  }
}
`,
};
