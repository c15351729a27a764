import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "../support/expect.ts";
import { z } from "zod";
import { documentExecutors, importers, packageRules } from "../../scripts/lint/import-rules.mjs";
import { runLinter, skipWithoutLinter } from "./run-linter.ts";

/** A line of code in a file, and a part of the linter's message for it; null: it is accepted. */
type Plant = readonly [file: string, line: string, message: string | null];

test("each folder and file of src has a row in the table, and each row has its folder or file", () => {
  const rows = Object.keys(importers);
  const files = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative("src", join(parentPath, name)));
  expect(files.filter((file) => !rows.includes(file.split(sep)[0] ?? file))).toEqual([]);
  const named = Object.values(importers).flatMap(({ imports }) =>
    imports.map((entry) => entry.replace(/^type /, "")),
  );
  const places = [...packageRules.flatMap((rule) => rule.places), ...documentExecutors];
  expect([...rows, ...named, ...places].filter((path) => !existsSync(join("src", path)))).toEqual(
    [],
  );
});

test("each dependency of the package has the places that may import it", () => {
  const { dependencies } = manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const packages = packageRules.flatMap((rule) => rule.packages);
  expect(packages.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

test("the linter accepts what the table allows, and refuses the rest with the rule behind it", () => {
  skipWithoutLinter();
  expectVerdicts(
    Object.keys(importers).flatMap((place) => [
      ...Object.keys(importers)
        .filter((target) => target !== place)
        .flatMap((target) => importsOfOurs(place, target)),
      ...importsOfPackages(place),
    ]),
  );
});

/** The rules of the design, independent of the table. */
const design: readonly Plant[] = [
  ["src/acoustics/a.ts", `import "../database/client/pool.ts";`, "The rules of sound are pure"],
  ["src/acoustics/a.ts", `import "node:fs";`, "The rules of sound are pure"],
  ["src/acoustics/a.ts", `import "fs";`, "The rules of sound are pure"],
  ["src/acoustics/a.ts", `import "zod";`, "only in src/config"],
  ["src/acoustics/a.ts", `import "ajv";`, "The rules of sound are pure"],
  ["src/acoustics/a.ts", `export * from "../log.ts";`, "The rules of sound are pure"],
  ["src/acoustics/a.ts", `await import("../config.ts");`, "The rules of sound are pure"],
  ["src/acoustics/a.ts", `import "#acoustics/b.ts";`, "Import by a relative path"],
  ["src/acoustics/a.ts", `export const a = Date.now();`, "pass the time"],
  ["src/acoustics/a.ts", `export const b = Math.random();`, "pass the time"],
  ["src/acoustics/a.ts", `export const c = performance.now();`, "performance"],
  ["src/acoustics/a.ts", `export const d = Temporal.Now.instant();`, "pass the time"],
  ["src/acoustics/a.ts", `export const e = new Date(0);`, null],
  ["src/acoustics/a.ts", `export { f } from "./b.ts";`, null],
  ["src/acoustics/time/a.ts", `export { g } from "../errors.ts";`, null],
  ["src/acoustics/time/a.ts", `export { Temporal } from "temporal-polyfill";`, null],
  ["src/database/tables/a.ts", `import "../../rest/problem.ts";`, "src/database may import"],
  ["src/database/a.ts", `import "../operations/events/list-events.ts";`, "src/database may import"],
  ["src/database/a.ts", `import "../embedded/run-database.ts";`, "src/database may import"],
  ["src/database/a.ts", `export { readConfig } from "../config.ts";`, "src/database may import"],
  ["src/database/a.ts", `export type { DatabaseConfig } from "../config.ts";`, null],
  ["src/database/a.ts", `import { type DatabaseConfig } from "../config.ts";`, null],
  ["src/database/a.ts", `import { type A, b } from "../config.ts"; b;`, "src/database may import"],
  ["src/database/a.ts", `import "node:net";`, null],
  ["src/operations/a.ts", `import "../graphql/execute.ts";`, "src/operations may import"],
  ["src/operations/audio/a.ts", `import "../graphql/execute.ts";`, null],
  ["src/operations/audio/a.ts", `import "../../graphql/execute.ts";`, "src/operations may import"],
  ["src/operations/a.ts", `import "drizzle-orm/pg-core";`, "only in src/database"],
  ["src/graphql/a.ts", `import { a } from "../database/a.ts"; a;`, "src/graphql may"],
  ["src/graphql/a.ts", `import "../rest/define-route.ts";`, "src/graphql may import"],
  ["src/graphql/resolvers/a.ts", `import "postgres";`, "only in src/database"],
  ["src/graphql/a.ts", `import { execute } from "graphql"; execute;`, "Execute documents"],
  ["src/graphql/a.ts", `import { graphql as b } from "graphql"; b;`, "Execute documents"],
  ["src/graphql/a.ts", `import * as c from "graphql"; c;`, "Execute documents"],
  ["src/graphql/a.ts", `import "graphql/execution/execute.js";`, "Execute documents"],
  ["src/graphql/a.ts", `import "@graphql-tools/executor";`, "Execute documents"],
  ["src/graphql/a.ts", `import "graphql-jit";`, "only in src/graphql/execute.ts"],
  ["src/graphql/a.ts", `export { parse } from "graphql";`, null],
  ["src/graphql/execute.ts", `import "../rest/define-route.ts";`, "src/graphql may import"],
  ["src/graphql/execute.ts", `export { execute } from "graphql";`, null],
  ["src/graphql/compile-operation.ts", `import "graphql-jit";`, null],
  ["src/rest/routes/a.ts", `import "../../database/queries/a.ts";`, "REST only translates"],
  ["src/rest/a.ts", `import type { A } from "../database/client/pool.ts";`, "REST only translates"],
  ["src/rest/a.ts", `import { execute } from "graphql"; execute;`, "Execute documents"],
  ["src/rest/a.ts", `import "../operations/events/list-events.ts";`, "REST only translates"],
  ["src/tables/a.ts", `import "../database/queries/a.ts";`, null],
  ["src/tables/a.ts", `import "../rest/router.ts";`, "src/tables may import"],
  ["src/tables/a.ts", `import "../http/requests/request-error.ts";`, "src/tables may import"],
  ["src/http/a.ts", `import "../graphql/execute.ts";`, "src/http may import"],
  ["src/http/a.ts", `import "../auth/principal.ts";`, "src/http may import"],
  ["src/server/a.ts", `import "../embedded/run-database.ts";`, "src/server may import"],
  ["src/server/a.ts", `import "../cli/serving/serve.ts";`, "src/server may import"],
  ["src/cli/a.ts", `import "../graphql/execute.ts";`, "A command is thin"],
  ["src/main.ts", `import "./server/start.ts";`, "src/main.ts may import"],
  ["src/cli/a.ts", `export { a } from "./apply.ts";`, null],
  ["src/log.ts", `export const a = process.env["A"];`, "The environment is read in"],
  ["src/http/b.ts", `export const { env } = process;`, "The environment is read in"],
  ["src/rest/b.ts", `export const e = globalThis.process.env;`, "The environment is read in"],
  ["src/rest/b.ts", `import { env } from "node:process"; env;`, "The environment is read in"],
  ["src/config.ts", `export const environment = process.env;`, null],
  ["bench/baseline.ts", `import "../src/database/client/pool.ts";`, "The baseline imports nothing"],
  ["bench/baseline.ts", `import "./site.ts";`, "The baseline imports nothing"],
  ["bench/baseline.ts", `export { Sql } from "postgres";`, null],
];

test("the linter enforces the design's directions, and where clock, environment and executor are", () => {
  skipWithoutLinter();
  expectVerdicts(design);
});

test("the linter refuses a circle of modules, of types alone as well", () => {
  skipWithoutLinter();
  const files = new Map([
    ["src/acoustics/a.ts", `import type { B } from "./b.ts";\nexport type A = B | null;\n`],
    ["src/acoustics/b.ts", `import type { A } from "./a.ts";\nexport type B = A[];\n`],
  ]);
  const found = runLinter(files, /no-cycle/).map(({ file }) => file);
  expect(found.toSorted()).toEqual([...files.keys()]);
});

/** Imports of one row of the table by another: as the table says, of values and of types. */
function importsOfOurs(place: string, target: string): Plant[] {
  const entries = importers[place]?.imports ?? [];
  const refusal = `src/${place} may import`;
  const from = isFile(place) ? dirname(place) : place;
  const path = (module: string) => {
    const to = relative(from, module).replaceAll(sep, "/");
    return to.startsWith(".") ? to : `./${to}`;
  };
  const inside = path(isFile(target) ? target : `${target}/planted.ts`);
  const parts = entries.filter((entry) => entry.startsWith(`${target}/`));
  const holds = (entry: string) => entry === target || target.startsWith(`${entry}/`);
  const values = entries.some(holds);
  const types = values || entries.some((entry) => holds(entry.replace(/^type /, "")));
  return [
    plant(place, `export { planted } from "${inside}";`, values ? null : refusal),
    plant(place, `export type { Planted } from "${inside}";`, types ? null : refusal),
    plant(place, `await import("${inside}");`, values ? null : refusal),
    ...parts.map((part) => {
      const module = path(isFile(part) ? part : `${part}/planted.ts`);
      return plant(place, `export { planted } from "${module}";`, null);
    }),
  ];
}

function isFile(place: string): boolean {
  return place.endsWith(".ts");
}

function importsOfPackages(place: string): Plant[] {
  return packageRules.flatMap(({ packages, places }) =>
    packages.map((name) => {
      const isAllowed = places.some((entry) => place === entry || place.startsWith(`${entry}/`));
      const message = isAllowed ? null : `only in src/${places[0]}`;
      return plant(place, `import "${name}";`, message);
    }),
  );
}

function plant(place: string, line: string, message: string | null): Plant {
  return [`src/${isFile(place) ? place : `${place}/planted.ts`}`, line, message];
}

function expectVerdicts(plants: readonly Plant[]): void {
  const reported = lint(plants);
  const verdicts = plants.map(([file, line, expected], index) => {
    const texts = reported.get(index) ?? [];
    const met = expected !== null && texts.some((text) => text.includes(expected));
    return [file, line, met ? expected : (texts[0] ?? null)];
  });
  expect(verdicts).toEqual(plants);
}

/** The import rules' messages for each plant, by its index; a file has its plants in order, a line each. */
function lint(plants: readonly Plant[]): Map<number, string[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, [file]] of plants.entries()) {
    indexes.set(file, [...(indexes.get(file) ?? []), index]);
  }
  const files = new Map(
    [...indexes].map(([file, those]) => [
      file,
      those.map((index) => `${plants[index]?.[1]}\n`).join(""),
    ]),
  );
  const messages = new Map<number, string[]>();
  for (const { file, message, line } of runLinter(files, /no-restricted-|imports\)/)) {
    const index = indexes.get(file)?.[line - 1];
    if (index === undefined) throw new Error(`${file}:${line} is not planted: ${message}`);
    messages.set(index, [...(messages.get(index) ?? []), message]);
  }
  return messages;
}

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
