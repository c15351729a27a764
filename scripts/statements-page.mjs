// @ts-check
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { rolldown } from "rolldown";
import { format } from "sql-formatter";

/*
 * The text of docs/statements.sql: the statements that the server sends by a name, in the order of these.
 */
export async function describeStatements() {
  /** @type {Record<string, Set<string>>} */
  const texts = {};
  for (const { name, text } of await loadStatements()) {
    (texts[name] ??= new Set()).add(format(text, { language: "postgresql", expressionWidth: 80 }));
  }
  const statements = Object.entries(texts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, forms]) => `-- ${name}\n${[...forms].join(";\n\n")};`);
  return `-- Generated from src/database by \`npm run generate\`. Do not edit.

-- Statements of the server by the names in its log and metrics. A name has several texts if one
-- differs between weightings, between the primary and a standby, or between searches.

${statements.join("\n\n")}
`;
}

/**
 * Node 20 cannot import TypeScript: the modules are bundled in memory.
 *
 * @returns {Promise<{ name: string; text: string }[]>}
 */
async function loadStatements() {
  const files = readdirSync("src/database", { recursive: true }).map(String);
  const modules = files.filter((file) => /^(queries|scale-out)\/.*\.ts$/.test(file)).toSorted();
  const source = [
    ...modules.map((file) => `import "./${file}";`),
    'export * from "./client/statement.ts";',
  ];
  const entry = resolve("src/database/statements");
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    // Each module defines its statements when it is loaded.
    treeshake: false,
    plugins: [
      {
        name: "all-statements",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source.join("\n") : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  const { definedStatements } = await import(
    `data:text/javascript,${encodeURIComponent(output[0].code)}`
  );
  return definedStatements();
}
