// @ts-check
import { readFile, writeFile } from "node:fs/promises";
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse } from "graphql";

/*
 * Does what `graphql-codegen --config FILE` does with the plugins of the guide, so that its configuration is tested
 * without the three hundred packages of that command.
 */
const [, , option, file = ""] = process.argv;
if (option !== "--config") throw new Error("the option is --config");
const { schema, documents, generates, config } = JSON.parse(await readFile(file, "utf8"));
const schemaText = await (await fetch(schema)).text();
const document = parse(await readFile(documents, "utf8"));
const known = { "typescript-operations": operations };
for (const [filename, { plugins }] of Object.entries(generates)) {
  const text = await codegen({
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents: [{ location: documents, document }],
    filename,
    pluginMap: known,
    plugins: plugins.map((/** @type {string} */ name) => ({ [name]: {} })),
    config,
  });
  await writeFile(filename, text);
}
