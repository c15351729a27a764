import { readFileSync } from "node:fs";
import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { packageFile } from "#package-files.ts";
import type { GraphqlContext } from "./context.ts";
import { sensorFeatureProperties } from "./resolvers/embedded-map.ts";
import { project } from "./resolvers/project.ts";
import { query } from "./resolvers/query.ts";
import { sensor } from "./resolvers/sensor.ts";
import { decibelScalar, instantScalar, unixSecondScalar } from "./scalars.ts";

/** The schema of `schema.graphql`, executable. */
export function createSchema(): GraphQLSchema {
  return makeExecutableSchema<GraphqlContext>({
    typeDefs: readFileSync(packageFile("schema.graphql"), "utf8"),
    resolvers: {
      Query: query,
      Project: project,
      Sensor: sensor,
      SensorFeatureProperties: sensorFeatureProperties,
      Instant: instantScalar,
      Decibel: decibelScalar,
      UnixSecond: unixSecondScalar,
    },
  });
}
