import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  GraphQLFloat,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  isListType,
  isNonNullType,
} from "graphql";
import { decibelScalar, instantScalar, unixSecondScalar } from "./scalars.ts";

/**
 * The schema as it is compiled: what goes out as one of our scalars is a plain number or text there.
 * Resolvers give these leaves as they are shown, so there is nothing to do for them; but the compiler
 * knows that of built-in scalars alone, and would take every leaf of a page through a function.
 * Arguments keep their types.
 */
export function withPlainLeaves(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) => ({ ...field, type: plainTypeOf(field.type) }),
  });
}

function plainTypeOf(type: GraphQLOutputType): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(plainTypeOf(type.ofType));
  if (isListType(type)) return new GraphQLList(plainTypeOf(type.ofType));
  return plainTypes.get(type.name) ?? type;
}

const plainTypes = new Map<string, GraphQLOutputType>([
  [instantScalar.name, GraphQLString],
  [decibelScalar.name, GraphQLFloat],
  [unixSecondScalar.name, GraphQLFloat],
]);
