import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { packageFile } from "../src/system/package-files.ts";

/** A request of one field of the schema, as often as a document may name it. */
export interface PauseDocument {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The ids that a document names. */
export interface PauseSite {
  readonly projectId: string;
  readonly sensorId: string;
}

/** The arguments of a field: as large as they may be, of ids that are not there, or of wrong types. */
type Values = "bound" | "unknown" | "wrong";

/**
 * Documents for every field of the root, of a project, of its sensors and of a sample, each with arguments of every
 * kind, and with as many line breaks as a document may have. `sampled` is a sensor with samples.
 */
export function pauseDocuments(site: PauseSite, sampled: PauseSite): PauseDocument[] {
  const schema = buildSchema(readFileSync(packageFile("schema.graphql"), "utf8"));
  const fieldsOf = (name: string) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new TypeError(`${name} is no type of objects`);
    return Object.values(type.getFields());
  };
  const range = 'startAt: "2019-01-01", endAt: "2019-12-31"';
  const project = `project(id: "${site.projectId}")`;
  const page = `measurements(projectId: "${sampled.projectId}", sensorId: "${sampled.sensorId}", ${range}, limit: 2000)`;
  const places = [
    { type: "Query", times: 20, wrap: (fields: string) => fields },
    { type: "Project", times: 45, wrap: (fields: string) => `${project} { ${fields} }` },
    { type: "Sensor", times: 45, wrap: (fields: string) => `${project} { sensors { ${fields} } }` },
    { type: "Sample", times: 45, wrap: (fields: string) => `${page} { data { ${fields} } }` },
  ];
  return places.flatMap(({ type, times, wrap }) =>
    fieldsOf(type).flatMap((field) =>
      kinds.flatMap(({ values, breaks }) => {
        if (values !== "bound" && field.args.length === 0) return [];
        const { text, declared, variables } = writeField(field, values, site);
        // Fields inside each other may be 500 in all.
        const count = Math.max(1, Math.min(times, Math.floor(450 / text.split(" ").length)));
        const fields = Array.from({ length: count }, (_, index) => `f${index}: ${text}`).join(" ");
        const head = declared.length === 0 ? "query" : `query (${declared.join(", ")})`;
        return {
          name: `${type}.${field.name}, ${values}, ${breaks} line breaks`,
          query: `${"\n".repeat(breaks)}${head} { ${wrap(fields)} }`,
          variables,
        };
      }),
    ),
  );
}

const kinds: readonly { readonly values: Values; readonly breaks: number }[] = [
  { values: "bound", breaks: 0 },
  { values: "bound", breaks: 1990 },
  { values: "unknown", breaks: 1990 },
  { values: "wrong", breaks: 0 },
  { values: "wrong", breaks: 120_000 },
];

function writeField(field: GraphQLField<unknown, unknown>, values: Values, site: PauseSite) {
  const declared: string[] = [];
  const variables: Record<string, unknown> = {};
  const written = field.args.flatMap((argument) => {
    const value = valueOf(argument.name, field.name, values, site);
    const isList = isListType(isNonNullType(argument.type) ? argument.type.ofType : argument.type);
    if (values === "wrong") {
      declared.push(`$${argument.name}: ${String(argument.type)}`);
      variables[argument.name] = isList ? Array.from({ length: 60_000 }, () => true) : { x: null };
      return [`${argument.name}: $${argument.name}`];
    }
    if (value === undefined)
      return isRequiredArgument(argument) ? missing(field.name, argument.name) : [];
    const isEnum = isEnumType(getNamedType(argument.type));
    const literal = JSON.stringify(value);
    return [`${argument.name}: ${isEnum ? literal.replaceAll('"', "") : literal}`];
  });
  const called = written.length === 0 ? field.name : `${field.name}(${written.join(", ")})`;
  const inside = getNamedType(field.type);
  const selected = isObjectType(inside) ? ` { ${leavesOf(inside, 3)} }` : "";
  return { text: `${called}${selected}`, declared, variables };
}

function missing(field: string, argument: string): never {
  throw new Error(`bench/pause-documents.ts has no value for ${field}(${argument})`);
}

const largest: Readonly<Record<string, unknown>> = {
  startAt: "2019-01-01",
  endAt: "2019-12-31",
  at: "2019-06-01T12:00:00Z",
  limit: 2000,
  maxBuckets: 10_000,
  maxPoints: 5000,
  bucket: "hour",
};

function valueOf(name: string, field: string, values: Values, site: PauseSite): unknown {
  const ids: Readonly<Record<string, string>> = {
    projectId: site.projectId,
    sensorId: site.sensorId,
    leaseId: "0".repeat(32),
    id:
      field === "project"
        ? site.projectId
        : field === "sensor"
          ? site.sensorId
          : `${site.sensorId}.1552176000`,
  };
  const id = ids[name];
  return id !== undefined && values === "unknown" ? `${id}x` : (id ?? largest[name]);
}

/** The leaves of a type, and of the types inside it. */
function leavesOf(type: GraphQLObjectType, depth: number): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const inside = getNamedType(field.type);
    if (!isObjectType(inside)) return [field.name];
    return depth === 1 || field.args.some(isRequiredArgument)
      ? []
      : [`${field.name} { ${leavesOf(inside, depth - 1)} }`];
  });
  return parts.length === 0 ? "__typename" : parts.join(" ");
}
