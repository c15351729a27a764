/** The refusal of an id that a command names: most are mistyped, so it says where the others are. */
export function describeUnknownId(what: "project" | "sensor", id: string): string {
  return `unknown ${what} ${JSON.stringify(id)}: \`acoustic status\` lists all`;
}
