import fc from "fast-check";
import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
} from "graphql";
import type { Site } from "./site.ts";

/** An argument, and the two ways to write its value: in the document, or beside it. */
export interface ArgumentValue {
  readonly argument: GraphQLArgument;
  /** As JSON has it; names of enums are texts. */
  readonly value: unknown;
  readonly literal: string;
  readonly variable: boolean;
}

/** A value that the type of an argument accepts; ids are those that name something, for the most part. */
export function argumentValue(
  argument: GraphQLArgument,
  field: GraphQLField<unknown, unknown>,
  site: Site,
): fc.Arbitrary<ArgumentValue> {
  const type = getNamedType(argument.type);
  const isEnum = isEnumType(type);
  const single: fc.Arbitrary<unknown> = isEnum
    ? fc.constantFrom(...type.getValues().map(({ name }) => name))
    : scalarValue(type.name, parameterOf(argument, field), site);
  return fc.tuple(valuesOf(argument, single), fc.boolean()).map(([value, variable]) => {
    const text = JSON.stringify(value);
    return { argument, value, literal: isEnum ? text.replaceAll('"', "") : text, variable };
  });
}

/** The name that the values of an argument have among those of the site. */
function parameterOf({ name }: GraphQLArgument, field: GraphQLField<unknown, unknown>): string {
  return name === "id" ? `${field.name}Id` : name;
}

/** A list has a few of the values. */
function valuesOf({ type }: GraphQLArgument, single: fc.Arbitrary<unknown>) {
  return isListType(getNullableType(type)) ? fc.array(single, { maxLength: 4 }) : single;
}

/** Texts that name something, by the argument; cursors are of the events of a project. */
const texts: Readonly<Record<string, (sensorIds: readonly string[]) => readonly string[]>> = {
  labels: () => ["dog", "cat"],
  cursor: (sensorIds) =>
    sensorIds.flatMap((sensorId) =>
      [1_552_176_000, 1_552_206_000, 1_500_000_000].map((second) =>
        Buffer.from(`${sensorId}.${second}`).toString("base64url"),
      ),
    ),
};

function scalarValue(type: string, name: string, { values, own }: Site): fc.Arbitrary<unknown> {
  const named = values[name] ?? [];
  switch (type) {
    case "ID":
      return fc.oneof(
        // The first is the one that goes with the others.
        { weight: 6, arbitrary: fc.constant(named[0] ?? own.projectId) },
        { weight: 2, arbitrary: fc.constantFrom(own.projectId, ...named) },
        { weight: 1, arbitrary: fc.string() },
      );
    case "String":
      return fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...(texts[name]?.(own.sensorIds) ?? [""])) },
        { weight: 1, arbitrary: fc.string() },
      );
    case "Instant":
      return fc.constantFrom(...(values[name] ?? values["startAt"] ?? []));
    case "UnixSecond":
      return fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        fc.constantFrom(...named.map(Number)),
        fc.maxSafeNat(),
      );
    case "Int":
      return fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 50 }) },
        fc.constantFrom(0, 1, 2000, 2001, -1, 2 ** 31 - 1),
      );
    case "Float":
    case "Decibel":
      return fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(0.5, 1, 2, 5, 50) },
        fc.constantFrom(0, -1, 100, 0.1, 1e-9, 1e21),
      );
    case "Boolean":
      return fc.boolean();
    default:
      throw new Error(`no values are given for the scalar ${type}`);
  }
}
