/** The operation scopes a key can hold (docs/contract.md, 4). */
export const scopes = [
  "v0:projects:read",
  "v0:data:read",
  "v0:events:read",
  "v0:audio:read",
  "v0:embedded-map:read",
] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
