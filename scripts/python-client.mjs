// @ts-check
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/*
 * The text of clients/python/src/acoustic_gateway/generated.py, from the OpenAPI document that the gateway serves.
 */
export async function describePythonClient() {
  const { info, paths, components } = await composeOpenApi();
  const { Problem, ...schemas } = components.schemas;
  const { parameters } = paths["/projects/{projectId}/sensors/{sensorId}/measurements"].get;
  const parameter = (/** @type {string} */ name) =>
    parameters.find((/** @type {{ name?: string }} */ other) => other.name === name).schema;
  const codes = Problem.properties.code["x-extensible-enum"];
  /** @type {string[]} */
  const names = [...Object.keys(schemas), ...codes.map(pascal), "Order", "Weighting"];
  return `# Generated from the OpenAPI document of the gateway by \`npm run generate\`. Do not edit.
"""The objects of answers, and an error for each code. A later gateway may add members, and values to enumerations."""

from __future__ import annotations

from datetime import datetime as Instant
from typing import Dict, FrozenSet, List, Literal, Mapping, Optional, Type, TypedDict

from .errors import GatewayError

VERSION = ${quoted(info.version)}
#: The most records of a page.
PAGE_RECORDS = ${parameter("limit").maximum}

Weighting = ${literal(parameter("fweighting").enum)}
Order = ${literal(parameter("orderBy").enum)}

${Object.entries(schemas)
  .map(([name, schema]) =>
    schema.type === "object" ? classOf(name, schema) : aliasOf(name, schema),
  )
  .map((text) => text.trim())
  .join("\n\n\n")}

#: Members that are instants, wherever they stand.
INSTANTS: FrozenSet[str] = frozenset({${instantsOf(schemas).map(quoted).join(", ")}})

${columnsOf("SAMPLE_COLUMNS", schemas.Sample, schemas)}

${columnsOf("EVENT_COLUMNS", schemas.SoundEvent, schemas)}


${codes.map(errorOf).join("\n\n\n")}


ERRORS: Mapping[str, Type[GatewayError]] = {
${codes.map((/** @type {string} */ code) => `    ${quoted(code)}: ${pascal(code)},`).join("\n")}
}

__all__ = [
${names
  .toSorted()
  .map((name) => `    ${quoted(name)},`)
  .join("\n")}
]
`;
}

/** @typedef {Record<string, any>} Schema */

/** Node 20 cannot import TypeScript: the modules are bundled into a file from where packages are found. */
export async function composeOpenApi() {
  const file = "node_modules/.cache/acoustic-openapi.mjs";
  const bundle = await rolldown({
    input: "openapi",
    platform: "node",
    external: /^(?:@[\w-]+\/)?[\w-]+(?:\/|$)(?!.*\.ts$)/,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "openapi" ? id : null),
        load: (id) => (id === "openapi" ? entry : null),
      },
    ],
  });
  await bundle.write({ file, codeSplitting: false });
  const { document } = await import(pathToFileURL(file).href);
  await rm(file);
  return document;
}

const entry = `
import { composeDocument } from "./src/rest/openapi/compose-document.ts";
import { createSchema } from "./src/graphql/schema.ts";
import { routes } from "./src/rest/routes/index.ts";
export const document = composeDocument(routes, createSchema());
`;

/**
 * A class of dictionaries. Members that may be absent stand in a class that extends that of the others.
 *
 * @param {string} name
 * @param {Schema} schema
 */
function classOf(name, schema) {
  const members = Object.entries(schema["properties"]);
  const always = members.filter(([member]) => schema["required"].includes(member));
  const sometimes = members.filter((member) => !always.includes(member));
  const documentation = docstring(schema["description"] ?? "");
  if (sometimes.length === 0) {
    return `class ${name}(TypedDict):\n${documentation}\n${membersOf(always)}`;
  }
  return `class _${name}(TypedDict):
${membersOf(always)}

class ${name}(_${name}, total=False):
${documentation}
${membersOf(sometimes)}`;
}

/** @param {[string, Schema][]} members */
function membersOf(members) {
  return members
    .map(([name, type]) => `    ${name}: ${typeOf(type)}\n${docstring(type["description"] ?? "")}`)
    .join("");
}

/** An enumeration to which a later gateway may add values. @param {string} name @param {Schema} schema */
function aliasOf(name, schema) {
  const known = schema["x-extensible-enum"].map(quoted).join(", ");
  return `#: Known values: ${known}.\n${name} = str`;
}

/** @param {string} code */
function errorOf(code) {
  return `class ${pascal(code)}(GatewayError):\n    """The gateway answers with the code \`${code}\`."""`;
}

/**
 * The columns of a frame. Members of an object inside have names with dots.
 *
 * @param {string} name
 * @param {Schema} schema
 * @param {Schema} schemas
 */
function columnsOf(name, schema, schemas) {
  const rows = flat(schema, schemas).map(
    ([column, type]) => `    ${quoted(column)}: ${quoted(kindOf(type))},`,
  );
  return `${name}: Dict[str, Literal["float", "instant", "text"]] = {\n${rows.join("\n")}\n}`;
}

/** @param {Schema} schema @param {Schema} schemas @returns {[string, Schema][]} */
function flat(schema, schemas) {
  return Object.entries(schema["properties"]).flatMap(([member, type]) => {
    const inner = schemas[nameOf(notNull(type)) ?? ""];
    if (inner?.type !== "object") return [pair(member, type)];
    return flat(inner, schemas).map(([below, of]) => pair(`${member}.${below}`, of));
  });
}

/** @param {string} name @param {Schema} schema @returns {[string, Schema]} */
function pair(name, schema) {
  return [name, schema];
}

/** @param {Schema} schema */
function kindOf(schema) {
  if (isInstant(schema)) return "instant";
  return typeOf(notNull(schema)) === "float" ? "float" : "text";
}

/** The names of instants. A name that is an instant in one object is one in all. @param {Schema} schemas */
function instantsOf(schemas) {
  const members = Object.values(schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties),
  );
  const names = new Set(members.filter(([, type]) => isInstant(type)).map(([name]) => name));
  const other = members.find(([name, type]) => names.has(name) && !isInstant(type));
  if (other !== undefined)
    throw new Error(`${other[0]} is an instant here and something else there`);
  return [...names].toSorted();
}

/** @param {Schema} schema */
function isInstant(schema) {
  return schema["format"] === "date-time";
}

/** @param {Schema} schema @returns {string} */
function typeOf(schema) {
  const inner = notNull(schema);
  return inner === schema ? simpleTypeOf(schema) : `Optional[${simpleTypeOf(inner)}]`;
}

/** @param {Schema} schema @returns {string} */
function simpleTypeOf(schema) {
  const name = nameOf(schema);
  if (name !== null) return name;
  if (isInstant(schema)) return "Instant";
  if (schema["const"] !== undefined) return literal([schema["const"]]);
  if (schema["type"] === "array") return `List[${typeOf(schema["items"])}]`;
  const type = { string: "str", number: "float", integer: "int", boolean: "bool" }[
    /** @type {string} */ (schema["type"])
  ];
  if (type === undefined)
    throw new Error(`there is no type of Python for ${JSON.stringify(schema)}`);
  return type;
}

/** The schema without null, and itself if null is not allowed. @param {Schema} schema @returns {Schema} */
function notNull(schema) {
  if (schema["anyOf"] !== undefined) return schema["anyOf"][0];
  return Array.isArray(schema["type"]) ? { ...schema, type: schema["type"][0] } : schema;
}

/** The name of a component. @param {Schema} schema @returns {string | null} */
function nameOf(schema) {
  return schema["$ref"]?.replace("#/components/schemas/", "") ?? null;
}

/** @param {readonly string[]} values */
function literal(values) {
  return `Literal[${values.map(quoted).join(", ")}]`;
}

/** The first paragraph in one line. @param {string} text */
function docstring(text) {
  const line = (text.split("\n\n", 1)[0] ?? "").replaceAll("\n", " ").replaceAll(/[\\"]/g, "\\$&");
  return line === "" ? "" : `    """${line}"""\n`;
}

/** A text of Python. @param {string} text */
function quoted(text) {
  return JSON.stringify(text);
}

/** For example `NotFound` of `not_found`. @param {string} code */
function pascal(code) {
  return code.replaceAll(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());
}
