import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { packageFile } from "../src/system/package-files.ts";
import { criterionIdOf, projectId, quietSensor, sensorIdOf } from "./site.ts";

/** The ids that a document names. */
export interface PauseSite {
  readonly projectId: string;
  readonly sensorId: string;
}

/** A field of the schema with arguments as large as they may be. */
export interface PauseField {
  /** Its type and name. */
  readonly name: string;
  /** The body of a request with the field a number of times. */
  bodyOf(times: number): { readonly query: string; readonly variables: object };
}

type Field = GraphQLField<unknown, unknown>;

const range = 'startAt: "2019-01-01", endAt: "2019-12-31"';

/** The fields of the root, of a project and of its sensors; at the project with samples those of a sample, too. */
export function pauseFields(site: PauseSite): PauseField[] {
  const schema = buildSchema(readFileSync(packageFile("schema.graphql"), "utf8"));
  const project = `project(id: "${site.projectId}")`;
  const ofSensor = `projectId: "${projectId}", sensorId: "${sensorIdOf(quietSensor)}"`;
  const places: [type: string, before: string, after: string][] = [
    ["Query", "{", "}"],
    ["Project", `{ ${project} {`, "} }"],
    ["Sensor", `{ ${project} { sensors {`, "} } }"],
  ];
  if (site.projectId === projectId) {
    places.push(["Sample", `{ measurements(${ofSensor}, ${range}, limit: 2000) { data {`, "} } }"]);
  }
  return places.flatMap(([name, before, after]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new TypeError(`${name} is no type of objects`);
    return Object.values(type.getFields()).map((field) => {
      const { text, head, variables } = writeField(field, site);
      const numbered = (index: number) =>
        ` f${index}: ${text.replaceAll("#", String(index % 60).padStart(2, "0"))}`;
      return {
        name: `${name}.${field.name}`,
        bodyOf: (times: number) => {
          const fields = Array.from({ length: times }, (_, index) => numbered(index)).join("");
          return { query: `${head} ${before}${fields} ${after}`, variables };
        },
      };
    });
  });
}

/** Lists are variables: in the text of a document, each of their entries would be a token. */
function writeField(field: Field, site: PauseSite) {
  const declared: string[] = [];
  const variables: Record<string, unknown> = {};
  const written = field.args.flatMap((argument) => {
    const { name, type } = argument;
    const value = valueOf(argument, field.name, site);
    if (value === undefined) {
      if (!isRequiredArgument(argument)) return [];
      throw new Error(`bench/pause-fields.ts has no value for ${field.name}(${name})`);
    }
    if (isListType(getNullableType(type))) {
      declared.push(`$${name}: ${String(type)}`);
      variables[name] = value;
      return [`${name}: $${name}`];
    }
    const literal = JSON.stringify(value);
    return [`${name}: ${isEnumType(getNamedType(type)) ? literal.replaceAll('"', "") : literal}`];
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

/** `#` stands for a number of two digits, which is another one in each of the fields. */
const largest: Readonly<Record<string, unknown>> = {
  startAt: "2019-01-01",
  endAt: "2019-12-31",
  at: "2019-06-01T12:00:00Z",
  // Another instant in each field: each is read for itself.
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

/** The value of an argument in a document; undefined to leave it out. */
function valueOf({ name }: GraphQLArgument, field: string, site: PauseSite): unknown {
  const { sensorId } = site;
  if (name === "projectId" || (name === "id" && field === "project")) return site.projectId;
  if (name === "sensorId" || (name === "id" && field === "sensor")) return sensorId;
  if (name === "id") return `${sensorId}.1552176000`;
  if (name === "sensors") return listOf(1000, sensorId);
  // Fifty criteria have as many windows in these days as an answer may have.
  if (field === "assessments" && name === "endAt") return "2019-01-10";
  return largest[name];
}

function listOf<Value>(length: number, value: Value): Value[] {
  return Array.from({ length }, () => value);
}
