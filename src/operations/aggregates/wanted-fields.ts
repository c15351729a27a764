/** The names of the fields that are selected. Other fields are neither read nor worked out. */
export type WantedFields = ReadonlySet<string>;

/** True if one of some fields is selected. */
export function isWanted(wanted: WantedFields, fields: readonly string[]): boolean {
  return fields.some((field) => wanted.has(field));
}
