import { z } from "zod";

/** The pieces that the schemas of a site file are made of. A member that is null counts as left out. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

export const listOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .nullish()
    .transform((list) => list ?? []);

/** What a text stands for, or a issue with `message` where `parse` answers null. */
export const parsed = <T>(parse: (text: string) => T | null, message: string) =>
  z.string().transform((value, context) => {
    const result = parse(value);
    if (result !== null) return result;
    context.addIssue(message);
    return z.NEVER;
  });

/** One line of text. The database cannot store NUL, and other controls have no place in a name. */
export const line = z
  .string()
  .refine((value) => !controls.test(value), "must not contain control characters");

export const paragraph = z
  .string()
  .refine(
    (value) => !controls.test(value.replaceAll(/[\t\r\n]/g, "")),
    "must not contain control characters other than tabs and line ends",
  );

export const title = line.refine((value) => value.trim() !== "", "must not be empty");

export const numberBetween = (lowest: number, highest: number) => {
  const message = `must be from ${lowest} to ${highest}`;
  // -0 becomes 0, as which it is stored: read back, it would differ from itself.
  return z
    .number()
    .min(lowest, message)
    .max(highest, message)
    .transform((value) => value + 0);
};

/** A member of what may be anything: rules over several members also meet values of the wrong shape. */
export function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

// Controls, and halves of surrogate pairs, which have no UTF-8.
const controls = /[\p{Cc}\p{Cs}]/u;
