// Generated from schema.graphql and src/dashboard/browser/views/key-form/viewer.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** A scope of an API key. Its text, in REST, commands and errors, has colons and dashes, which no name in GraphQL has. */
export type Scope =
  /** `v0:projects:read`: projects, sensors, their limits and criteria. */
  | "projects_read"
  /** `v0:data:read`: samples, and everything that is worked out from them. */
  | "data_read"
  /** `v0:events:read`: sound events and episodes. */
  | "events_read"
  /** `v0:audio:read`: recordings, beside the scope of the page that leases them. */
  | "audio_read"
  /** `v0:embedded-map:read`: the map of a project. */
  | "embedded_map_read";

export type ViewerQueryVariables = { [key: string]: never };

export type ViewerQuery = {
  readonly viewer: {
    readonly name: string;
    readonly grantedScopes: ReadonlyArray<Scope>;
    readonly expiresAt: string | null;
  } | null;
};

export const viewerDocument: TypedDocument<ViewerQuery, ViewerQueryVariables> = {
  name: "Viewer",
  text: `query Viewer{viewer{name grantedScopes expiresAt}}`,
};
