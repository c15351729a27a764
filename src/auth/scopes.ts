/** The operation scopes of keys (docs/contract.md, 4). */
export const scopes = [
  "v0:projects:read",
  "v0:data:read",
  "v0:events:read",
  "v0:audio:read",
  "v0:embedded-map:read",
] as const;

export type Scope = (typeof scopes)[number];

/** The names of scopes in GraphQL, which have no colons and dashes. */
export const scopeNames = {
  "v0:projects:read": "projects_read",
  "v0:data:read": "data_read",
  "v0:events:read": "events_read",
  "v0:audio:read": "audio_read",
  "v0:embedded-map:read": "embedded_map_read",
} as const satisfies Readonly<Record<Scope, string>>;

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
