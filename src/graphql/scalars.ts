import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { type Cursor, parseCursor } from "../acoustics/paging.ts";
import type { Decibels } from "../acoustics/levels/decibel.ts";
import { type Instant, parseInstant } from "../acoustics/time/instant.ts";

/* Arguments are parsed here. Resolvers return values in the form of the answer: no function runs for each leaf. */

const instantForm = "an instant is written YYYY-MM-DD or YYYY-MM-DDTHH:mm:ssZ";
const decibelForm = "a level is a number of dB";
const cursorForm = "a cursor is 0 or a positive whole number of seconds";

/** An instant: a text outside, milliseconds as an argument. Routes pass dates, because JSON has no instants. */
export const instantScalar = new GraphQLScalarType<Instant, string>({
  name: "Instant",
  serialize: (value) => value as string,
  parseValue: (value) => {
    if (value instanceof Date) return value.getTime() as Instant;
    const instant = typeof value === "string" ? parseInstant(value) : null;
    return instant ?? refuse(instantForm);
  },
  parseLiteral: (node) => {
    const instant = node.kind === Kind.STRING ? parseInstant(node.value) : null;
    return instant ?? refuse(instantForm, node);
  },
});

/** A level in dB. As an argument it is any number: the field checks which ones it accepts. */
export const decibelScalar = new GraphQLScalarType<number, Decibels>({
  name: "Decibel",
  serialize: (value) => value as Decibels,
  parseValue: (value) => (typeof value === "number" ? value : refuse(decibelForm)),
  parseLiteral: (node) =>
    node.kind === Kind.INT || node.kind === Kind.FLOAT
      ? Number(node.value)
      : refuse(decibelForm, node),
});

/** A Unix second. As an argument it is a cursor: 0 or a positive whole number. */
export const unixSecondScalar = new GraphQLScalarType<Cursor, number>({
  name: "UnixSecond",
  serialize: (value) => value as number,
  parseValue: (value) => {
    const cursor = typeof value === "number" ? parseCursor(String(value)) : null;
    return cursor ?? refuse(cursorForm);
  },
  parseLiteral: (node) => {
    const cursor = node.kind === Kind.INT ? parseCursor(node.value) : null;
    return cursor ?? refuse(cursorForm, node);
  },
});

/** `node` is the value in the document; the server itself adds the value of a variable. */
function refuse(message: string, node: ValueNode | null = null): never {
  throw new GraphQLError(message, { nodes: node });
}
