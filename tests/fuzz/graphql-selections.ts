import fc from "fast-check";
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
  TypeNameMetaFieldDef,
} from "graphql";
import { type ArgumentValue, argumentValue } from "./graphql-values.ts";
import type { Site } from "./site.ts";

/** A part of a document, before names are given to what it needs. */
export type Selection = FieldSelection | FragmentSelection;

export interface FieldSelection {
  readonly kind: "field";
  readonly field: GraphQLField<unknown, unknown>;
  readonly aliased: boolean;
  readonly arguments: readonly ArgumentValue[];
  readonly directive: Directive | null;
  /** Null where the field is a leaf. */
  readonly selections: readonly Selection[] | null;
}

export interface FragmentSelection {
  readonly kind: "fragment";
  readonly on: string;
  readonly named: boolean;
  readonly directive: Directive | null;
  readonly selections: readonly Selection[];
}

export interface Directive {
  readonly name: "include" | "skip";
  readonly value: boolean;
  /** True if the value comes as a variable. */
  readonly variable: boolean;
}

/** Selections of an object type, at most so many fields inside each other. */
export function selectionsOf(
  type: GraphQLObjectType,
  depth: number,
  site: Site,
): fc.Arbitrary<readonly Selection[]> {
  const fields = Object.values(type.getFields()).filter((field) => depth > 1 || isLeaf(field));
  // A type without leaves has only its name at the greatest depth.
  const known = fields.length > 0 ? fields : [TypeNameMetaFieldDef];
  const single = fc.oneof(...known.map((field) => fieldOf(field, depth, site)));
  const fragment = fc.record<FragmentSelection>({
    kind: fc.constant("fragment"),
    on: fc.constant(type.name),
    named: fc.boolean(),
    directive,
    selections: fc.array(single, { minLength: 1, maxLength: 3 }),
  });
  const any = fc.oneof({ weight: 8, arbitrary: single }, { weight: 1, arbitrary: fragment });
  return fc.array(any, { minLength: 1, maxLength: 4 });
}

function fieldOf(
  field: GraphQLField<unknown, unknown>,
  depth: number,
  site: Site,
): fc.Arbitrary<FieldSelection> {
  const type = getNamedType(field.type);
  return fc.record({
    kind: fc.constant("field"),
    field: fc.constant(field),
    aliased: fc.boolean(),
    arguments: fc
      .tuple(...field.args.map((argument) => optional(argument, field, site)))
      .map((values) => values.filter((value) => value !== null)),
    directive,
    selections: isObjectType(type) ? selectionsOf(type, depth - 1, site) : fc.constant(null),
  });
}

function optional(
  argument: GraphQLArgument,
  field: GraphQLField<unknown, unknown>,
  site: Site,
): fc.Arbitrary<ArgumentValue | null> {
  const value = argumentValue(argument, field, site);
  return isRequiredArgument(argument) ? value : fc.option(value, { freq: 2 });
}

const directive: fc.Arbitrary<Directive | null> = fc.oneof(
  { weight: 9, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constantFrom("include", "skip"),
      value: fc.boolean(),
      variable: fc.boolean(),
    }),
  },
);

function isLeaf({ type }: GraphQLField<unknown, unknown>): boolean {
  return !isObjectType(getNamedType(type));
}
