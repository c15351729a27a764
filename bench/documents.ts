import { readFileSync } from "node:fs";
import {
  buildSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { type Scope, scopes } from "../src/auth/scopes.ts";
import { packageFile } from "../src/system/package-files.ts";
import { createKey } from "./fill.ts";
import { type BoundSite, criterionIdOf, measuredSite, projectId, sensorIdOf } from "./site.ts";
import type { Bench } from "./work.ts";

/** Creates a key for a site. */
export function createSiteKey(
  { database, size }: Bench,
  site: BoundSite,
  held: readonly Scope[] = scopes,
): Promise<string> {
  const count = Math.min(site.sensors, size.sensors);
  const sensors = Array.from({ length: count }, (_, index) => sensorIdOf(index));
  return createKey(database.db, [site.projectId], held, site === measuredSite ? sensors : null);
}

/** The body of a request. */
export interface Document {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const period = 'startAt: "2019-01-01", endAt: "2019-12-31"';

/**
 * The fields of the root, of a project and of its sensors, with arguments as large as they may be; at the project with
 * samples those of a sample, too. `isSearch`: a field of a sensor that reads more than its settings.
 */
export function boundFields(site: BoundSite) {
  const schema = buildSchema(readFileSync(packageFile("schema.graphql"), "utf8"));
  const project = `project(id: "${site.projectId}")`;
  const page = `projectId: "${projectId}", sensorId: "${site.sensorId}", ${period}, limit: 2000`;
  const places: readonly (readonly [type: string, before: string, after: string])[] = [
    ["Query", "{", "}"],
    ["Project", `{ ${project} {`, "} }"],
    ["Sensor", `{ ${project} { sensors {`, "} } }"],
    ...(site === measuredSite
      ? [["Sample", `{ measurements(${page}) { data {`, "} } }"] as const]
      : []),
  ];
  return places.flatMap(([name, before, after]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new TypeError(`${name} is no type of objects`);
    return Object.values(type.getFields()).map((field) => {
      const { text, head, variables } = writeField(field, site);
      const numbered = (index: number) =>
        ` f${index}: ${text.replaceAll("#", String(index % 60).padStart(2, "0"))}`;
      return {
        name: `${name}.${field.name}`,
        isSearch: name === "Sensor" && field.args.length > 0,
        /** A document with the field a number of times. */
        documentOf: (times: number): Document => {
          const fields = Array.from({ length: times }, (_, index) => numbered(index)).join("");
          return { query: `${head} ${before}${fields} ${after}`, variables };
        },
      };
    });
  });
}

/** Lists are variables: in the text of a document, each of their entries would be a token. */
function writeField(field: GraphQLField<unknown, unknown>, site: BoundSite) {
  const declared: string[] = [];
  const variables: Record<string, unknown> = {};
  const written = field.args.flatMap((argument) => {
    const { name } = argument;
    const value = valueOf(name, field.name, site);
    if (value === undefined) {
      if (!isRequiredArgument(argument)) return [];
      throw new Error(`bench/documents.ts has no value for ${field.name}(${name})`);
    }
    if (!Array.isArray(value)) {
      const isEnum = isEnumType(getNamedType(argument.type));
      const text = JSON.stringify(value);
      return [`${name}: ${isEnum ? text.slice(1, -1) : text}`];
    }
    declared.push(`$${name}: ${String(argument.type)}`);
    variables[name] = value;
    return [`${name}: $${name}`];
  });
  const type = getNamedType(field.type);
  const called = written.length === 0 ? field.name : `${field.name}(${written.join(", ")})`;
  return {
    text: isObjectType(type) ? `${called} { ${leavesOf(type, 3)} }` : called,
    head: declared.length === 0 ? "query" : `query (${declared.join(", ")})`,
    variables,
  };
}

/** The leaves of a type, and of the types inside it that need no arguments. */
function leavesOf(type: GraphQLObjectType, depth: number): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const inside = getNamedType(field.type);
    if (!isObjectType(inside)) return [field.name];
    if (depth === 1 || field.args.some(isRequiredArgument)) return [];
    return [`${field.name} { ${leavesOf(inside, depth - 1)} }`];
  });
  return parts.length === 0 ? "__typename" : parts.join(" ");
}

/** The value of an argument in a document; undefined to leave it out. */
function valueOf(argument: string, field: string, site: BoundSite): unknown {
  if (argument === "id" && field === "project") return site.projectId;
  if (argument === "id" && field === "sensor") return site.sensorId;
  // Fifty criteria have as many windows in these days as an answer may have.
  if (argument === "endAt" && field === "assessments") return "2019-01-10";
  const largest: Readonly<Record<string, unknown>> = {
    projectId: site.projectId,
    sensorId: site.sensorId,
    id: `${site.sensorId}.1552176000`,
    sensors: listOf(1000, site.sensorId),
    startAt: "2019-01-01",
    endAt: "2019-12-31",
    at: "2019-06-01T12:00:00Z",
    // Another instant in each field: each is read for itself. `#` stands for a number of two digits.
    asOf: "2100-01-01T00:00:#Z",
    leaseId: "0".repeat(32),
    limit: 2000,
    maxBuckets: 10_000,
    maxPoints: 5000,
    bucket: "hour",
    joinSeconds: 86_400,
    validOnly: true,
    labels: listOf(1000, "engine"),
    sources: listOf(1000, "sensor_exception"),
    minOver: 0.01,
    percents: Array.from({ length: 20 }, (_, index) => index * 4.9 + 0.5),
    criteria: Array.from({ length: 1000 }, (_, index) => criterionIdOf(index % 50)),
  };
  return largest[argument];
}

/** Documents for the project with samples that do much work for another reason than the arguments of a field. */
export const oddDocuments: readonly (readonly [name: string, document: Document])[] = [
  [
    "failing-fields",
    {
      query: `{ project(id: "${projectId}") { sensors {
        ${repeated(45, 'measurements(startAt: "2019-01-02", endAt: "2019-01-01") { cursor }')} } } }`,
    },
  ],
  [
    "wrong-variables",
    {
      query: `query ($sensors: [ID!]) { project(id: "${projectId}") {
        events(${period}, sensors: $sensors) { cursor } } }`,
      variables: { sensors: listOf(50_000, true) },
    },
  ],
  ["introspection", { query: getIntrospectionQuery() }],
  [
    "line-breaks",
    { query: `{ ${"\n".repeat(1900)} ${repeated(20, 'project(id: "nobody") { id }')} }` },
  ],
];

function repeated(count: number, field: string): string {
  return Array.from({ length: count }, (_, index) => `f${index}: ${field}`).join(" ");
}

function listOf<Value>(length: number, value: Value): Value[] {
  return Array.from({ length }, () => value);
}
