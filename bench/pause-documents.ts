import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type { Scope } from "../src/auth/scopes.ts";
import { packageFile } from "../src/system/package-files.ts";
import { listOf, type PauseSite, unknownValues, valueOf } from "./pause-arguments.ts";
import type { PauseDocument, Values } from "./pause-document.ts";
import { scopesOf } from "./pause-outcomes.ts";

type Field = GraphQLField<unknown, unknown>;

/**
 * Documents for every field of the root, of a project, of its sensors and of a sample, each with arguments of every
 * kind, and with as many line breaks as a document may have. `sampled` is a sensor with samples; null leaves these out.
 */
export function pauseDocuments(site: PauseSite, sampled: PauseSite | null): PauseDocument[] {
  const schema = buildSchema(readFileSync(packageFile("schema.graphql"), "utf8"));
  const fieldsOf = (name: string) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new TypeError(`${name} is no type of objects`);
    return Object.values(type.getFields());
  };
  const project = `project(id: "${site.projectId}")`;
  const page = `measurements(projectId: "${sampled?.projectId}", sensorId: "${sampled?.sensorId}", ${range}, limit: 2000)`;
  const inProject: readonly Scope[] = ["v0:projects:read"];
  const places: readonly {
    readonly type: string;
    readonly times: number;
    readonly around: readonly Scope[];
    readonly wrap: (fields: string) => string;
  }[] = [
    { type: "Query", times: 20, around: [], wrap: (fields) => fields },
    { type: "Project", times: 45, around: inProject, wrap: (fields) => `${project} { ${fields} }` },
    {
      type: "Sensor",
      times: 45,
      around: inProject,
      wrap: (fields) => `${project} { sensors { ${fields} } }`,
    },
    {
      type: "Sample",
      times: 45,
      around: ["v0:data:read"],
      wrap: (fields) => `${page} { data { ${fields} } }`,
    },
  ];
  const asked = places.filter(({ type }) => type !== "Sample" || sampled !== null);
  return asked.flatMap(({ type, times, around, wrap }) =>
    fieldsOf(type).flatMap((field) =>
      kinds.flatMap(({ values, breaks, once = false }) => {
        if (isPlain(field) && (once || breaks > 0)) return [];
        if (isWrong(values) && field.args.length === 0) return [];
        if (values === "unknown" && !field.args.some(({ name }) => unknownValues.has(name)))
          return [];
        if (values === "literal" && !field.args.some(isList)) return [];
        const { text, declared, variables, inside } = writeField(field, values, site);
        // Fields inside each other may be 500 in all.
        const most = Math.min(times, Math.floor(450 / text.split(" ").length));
        const fields = Array.from(
          { length: once ? 1 : Math.max(1, most) },
          (_, index) => `f${index}: ${text.replaceAll("#", String(index % 60).padStart(2, "0"))}`,
        ).join(" ");
        const head = declared.length === 0 ? "query" : `query (${declared.join(", ")})`;
        const title = once ? "once" : `${values}, ${breaks} line breaks`;
        return {
          name: `${type}.${field.name}, ${title}`,
          query: `${"\n".repeat(breaks)}${head} { ${wrap(fields)} }`,
          variables,
          field: `${type}.${field.name}`,
          values: once ? "once" : values,
          scopes: [...around, ...scopesOf(field)],
          scopesInside: inside,
        };
      }),
    ),
  );
}

interface Kind {
  readonly values: Values;
  readonly breaks: number;
  readonly once?: true;
}

const kinds: readonly Kind[] = [
  { values: "bound", breaks: 0, once: true },
  { values: "bound", breaks: 0 },
  { values: "bound", breaks: 1990 },
  { values: "literal", breaks: 0, once: true },
  { values: "unknown", breaks: 1990 },
  { values: "wrong", breaks: 0 },
  { values: "long", breaks: 120_000 },
];

/** Lists are variables: in the text of a document, each of their entries would be a token. */
function writeField(field: Field, values: Values, site: PauseSite) {
  const declared: string[] = [];
  const variables: Record<string, unknown> = {};
  const declare = (argument: GraphQLArgument, value: unknown) => {
    declared.push(`$${argument.name}: ${String(argument.type)}`);
    variables[argument.name] = value;
    return [`${argument.name}: $${argument.name}`];
  };
  // With its line breaks, a body has 256 kB at most.
  const entries =
    (values === "long" ? 4000 : 60_000) / Math.max(1, field.args.filter(isList).length);
  const written = field.args.flatMap((argument) => {
    const { name } = argument;
    if (isWrong(values)) {
      return declare(argument, isList(argument) ? listOf(entries, []) : { x: null });
    }
    const value = valueOf(argument, field.name, values, site);
    if (value === undefined)
      return isRequiredArgument(argument) ? missing(field.name, argument.name) : [];
    if (values !== "literal" && Array.isArray(value)) return declare(argument, value);
    const literal = JSON.stringify(value);
    const isEnum = isEnumType(getNamedType(argument.type));
    return [`${name}: ${isEnum ? literal.replaceAll('"', "") : literal}`];
  });
  const called = written.length === 0 ? field.name : `${field.name}(${written.join(", ")})`;
  const type = getNamedType(field.type);
  const inside = isObjectType(type) ? fieldsInside(type, 3) : [];
  const text = isObjectType(type) ? `${called} { ${leavesOf(type, 3)} }` : called;
  return { text, declared, variables, inside: inside.flatMap(scopesOf) };
}

/** True for a field of which only the number matters. */
function isPlain(field: Field): boolean {
  return !isObjectType(getNamedType(field.type)) && field.args.length === 0;
}

function isWrong(values: Values): boolean {
  return values === "wrong" || values === "long";
}

function isList({ type }: { readonly type: GraphQLInputType }): boolean {
  return isListType(getNullableType(type));
}

function missing(field: string, argument: string): never {
  throw new Error(`bench/pause-documents.ts has no value for ${field}(${argument})`);
}

const range = 'startAt: "2019-01-01", endAt: "2019-12-31"';

/** The fields inside a type that a document may select without arguments. */
function fieldsInside(type: GraphQLObjectType, depth: number): Field[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const inside = getNamedType(field.type);
    if (!isObjectType(inside)) return [field];
    if (depth === 1 || field.args.some(isRequiredArgument)) return [];
    return [field, ...fieldsInside(inside, depth - 1)];
  });
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
