import { GraphQLError, GraphQLScalarType, Kind } from "graphql";
import { type Cursor, parseCursor } from "#domain/cursor.ts";
import type { Decibels } from "#domain/decibel.ts";
import { type Instant, parseInstant } from "#domain/instant.ts";

/*
 * Arguments are parsed here. What goes out is given by the resolvers as it is shown: a page's thousands
 * of leaves are then not taken through functions one by one.
 */

/** Instants: texts outside, milliseconds inside. */
export const instantScalar = new GraphQLScalarType<Instant, string>({
  name: "Instant",
  serialize: (value) => value as string,
  parseValue: (value) => {
    const instant = typeof value === "string" ? parseInstant(value) : null;
    return instant ?? refuse("an instant is written YYYY-MM-DD or YYYY-MM-DDTHH:mm:ssZ");
  },
});

/** Levels: dB outside, hundredths of a dB inside. They never come in. */
export const decibelScalar = new GraphQLScalarType<never, Decibels>({
  name: "Decibel",
  serialize: (value) => value as Decibels,
  parseValue: () => refuse("a level is not an argument"),
});

/** Unix seconds; as an argument a cursor, 0 or a positive whole number. */
export const unixSecondScalar = new GraphQLScalarType<Cursor, number>({
  name: "UnixSecond",
  serialize: (value) => value as number,
  parseValue: (value) => {
    const cursor = typeof value === "number" ? parseCursor(String(value)) : null;
    return cursor ?? refuse("a cursor is 0 or a positive whole number of seconds");
  },
  parseLiteral: (node) => {
    const cursor = node.kind === Kind.INT ? parseCursor(node.value) : null;
    return cursor ?? refuse("a cursor is 0 or a positive whole number of seconds");
  },
});

function refuse(message: string): never {
  throw new GraphQLError(message);
}
