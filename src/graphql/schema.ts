import { readFileSync } from "node:fs";
import { makeExecutableSchema } from "@graphql-tools/schema";
import { buildASTSchema, type GraphQLScalarType, type GraphQLSchema, parse } from "graphql";
import type { OperationContext } from "../operations/operation-context.ts";
import { packageFile } from "../system/package-files.ts";
import { withinBounds } from "./bounded-schema.ts";
import { project } from "./resolvers/project.ts";
import { query } from "./resolvers/query.ts";
import { sample } from "./resolvers/sample.ts";
import { sensor, sensorFeatureProperties } from "./resolvers/sensor.ts";
import { decibelScalar, instantScalar, unixSecondScalar } from "./scalars.ts";

/** The schema of `schema.graphql`, executable within the bounds of a request. */
export function createSchema(): GraphQLSchema {
  return withinBounds(createUnboundedSchema());
}

/** The schema with its own resolvers only. */
export function createUnboundedSchema(): GraphQLSchema {
  const text = readFileSync(packageFile("schema.graphql"), "utf8");
  return makeExecutableSchema<OperationContext>({
    // A test validates the file: each start would need a tenth of a second for it.
    typeDefs: buildASTSchema(parse(text, { noLocation: true }), { assumeValidSDL: true }),
    updateResolversInPlace: true,
    resolvers: {
      Query: query,
      Project: project,
      Sensor: sensor,
      Sample: sample,
      SensorFeatureProperties: sensorFeatureProperties,
      Instant: conversionsOf(instantScalar),
      Decibel: conversionsOf(decibelScalar),
      UnixSecond: conversionsOf(unixSecondScalar),
    },
  });
}

/** The rest of a scalar, its description included, comes from `schema.graphql`. */
function conversionsOf({ serialize, parseValue, parseLiteral }: GraphQLScalarType) {
  return { serialize, parseValue, parseLiteral };
}
