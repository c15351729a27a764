/** The names of the fields that are selected. What nobody asks for is neither read nor worked out. */
export type WantedFields = ReadonlySet<string>;

/** Whether one of some fields is selected. */
export function isWanted(wanted: WantedFields, fields: readonly string[]): boolean {
  return fields.some((field) => wanted.has(field));
}
