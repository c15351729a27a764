import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "playwright/test";
import { z } from "zod";

/** A file, one line of code in it, and a part of what the linter has to say; null: nothing. */
type Plant = readonly [file: string, line: string, message: string | null];

const forbidden: readonly Plant[] = [
  ["src/domain/a.ts", `import "#database/client/pool.ts";`, "The domain is pure"],
  ["src/domain/b.ts", `import "node:fs";`, "The domain is pure"],
  ["src/domain/c.ts", `import "zod";`, "The domain is pure"],
  ["src/domain/d.ts", `import type { Config } from "#config.ts";`, "The domain is pure"],
  ["src/domain/e.ts", `import "#package-files.ts";`, "The domain is pure"],
  ["src/domain/f.ts", `export * from "#log.ts";`, "The domain is pure"],
  ["src/domain/g.ts", `await import("#database/client/pool.ts");`, "The domain is pure"],
  ["src/database/a.ts", `import "#auth/authenticate.ts";`, "src/database stands on"],
  ["src/database/b.ts", `import "#graphql/execute.ts";`, "src/database stands on"],
  ["src/database/c.ts", `import "#ingest/apply-site.ts";`, "src/database stands on"],
  ["src/database/tables/a.ts", `import "#rest/problem.ts";`, "src/database stands on"],
  ["src/database/d.ts", `export { readConfig } from "#config.ts";`, "import its types only"],
  ["src/database/e.ts", `import "graphql";`, "GraphQL lives in"],
  ["src/access/a.ts", `import "#graphql/context.ts";`, "src/access stands on"],
  ["src/access/b.ts", `import "drizzle-orm";`, "SQL lives in"],
  ["src/access/c.ts", `import "drizzle-orm/pg-core";`, "SQL lives in"],
  ["src/audio/a.ts", `import "#database/recordings.ts";`, "src/audio stands on"],
  ["src/http/a.ts", `import "#graphql/gateway.ts";`, "src/http stands on"],
  ["src/graphql/a.ts", `import "#rest/define-route.ts";`, "src/graphql stands on"],
  ["src/graphql/b.ts", `import "#ingest/apply-site.ts";`, "src/graphql stands on"],
  ["src/graphql/resolvers/a.ts", `import "postgres";`, "SQL lives in"],
  ["src/graphql/c.ts", `import { execute } from "graphql"; execute;`, "There is one door"],
  ["src/graphql/d.ts", `import { graphql as g } from "graphql"; g;`, "There is one door"],
  ["src/graphql/e.ts", `import * as g from "graphql"; g;`, "There is one door"],
  ["src/graphql/f.ts", `import "graphql/execution/execute.js";`, "There is one door"],
  ["src/graphql/z.ts", `import "graphql-jit";`, "There is one door"],
  ["src/graphql/execute.ts", `import "#rest/define-route.ts";`, "src/graphql stands on"],
  ["src/rest/a.ts", `import "#database/client/pool.ts";`, "src/rest only translates"],
  [
    "src/rest/b.ts",
    `import type { Db } from "#database/client/pool.ts";`,
    "src/rest only translates",
  ],
  ["src/rest/routes/a.ts", `import "#database/queries/samples.ts";`, "src/rest only translates"],
  ["src/rest/routes/b.ts", `import "drizzle-orm";`, "SQL lives in"],
  ["src/rest/c.ts", `import { execute } from "graphql"; execute;`, "There is one door"],
  ["src/rest/d.ts", `import "../database/connect.ts";`, "Relative imports from parent"],
  ["src/internal/a.ts", `import "#database/queries/samples.ts";`, "src/internal only translates"],
  ["src/internal/b.ts", `import "#rest/define-route.ts";`, "src/internal only translates"],
  ["src/internal/c.ts", `import "drizzle-orm";`, "SQL lives in"],
  ["src/internal/d.ts", `import "graphql";`, "GraphQL lives in"],
  ["src/pages/a.ts", `import "#database/queries/samples.ts";`, "src/pages stands on"],
  ["src/pages/b.ts", `import "express";`, "HTTP lives in"],
  ["src/operator/a.ts", `import "#graphql/execute.ts";`, "src/operator stands on"],
  ["src/operator/b.ts", `import "#auth/authenticate.ts";`, "src/operator stands on"],
  ["src/operator/c.ts", `import "postgres";`, "SQL lives in"],
  ["src/operator/d.ts", `import "#postgres";`, "src/operator stands on"],
  ["src/demo/a.ts", `import "#rest/define-route.ts";`, "src/demo stands on"],
  ["src/maintenance/a.ts", `import "#ingest/apply-site.ts";`, "src/maintenance stands on"],
  ["src/maintenance/b.ts", `import "drizzle-orm";`, "SQL lives in"],
  ["src/commands/a.ts", `import "#graphql/execute.ts";`, "A command is thin"],
  ["src/server.ts", `import { execute } from "graphql"; execute;`, "There is one door"],
  ["src/log.ts", `export const a = process.env["A"];`, "The environment is read in"],
  ["src/http/b.ts", `export const { env } = process;`, "The environment is read in"],
  ["src/rest/e.ts", `export const e = globalThis.process.env;`, "The environment is read in"],
  ["src/domain/h.ts", `import { env } from "node:process"; env;`, "The domain is pure"],
  ["bench/floor.ts", `import "#database/client/pool.ts";`, "The floor stands alone"],
  ["src/rest/f.ts", `import { env } from "node:process"; env;`, "Use the global"],
];

const allowed: readonly Plant[] = [
  ["src/domain/a.ts", `export { b } from "./b.ts";`, null],
  ["src/domain/b.ts", `export { Temporal } from "temporal-polyfill";`, null],
  ["src/domain/c.ts", `export { crc32 } from "node:zlib";`, null],
  ["src/database/a.ts", `export { a } from "#domain/a.ts";`, null],
  ["src/database/b.ts", `export type { DatabaseConfig } from "#config.ts";`, null],
  ["src/database/d.ts", `import "#postgres";`, null],
  ["src/database/c.ts", `export { packageFile } from "#package-files.ts";`, null],
  ["src/access/a.ts", `export { a } from "#database/a.ts";`, null],
  ["src/graphql/a.ts", `export { a } from "#access/a.ts";`, null],
  ["src/graphql/b.ts", `export { parse } from "graphql";`, null],
  ["src/graphql/execute.ts", `export { execute } from "graphql";`, null],
  ["src/graphql/compile-operation.ts", `import "graphql-jit";`, null],
  ["src/rest/a.ts", `export { a } from "#graphql/execute.ts";`, null],
  ["src/rest/b.ts", `export { packageFile } from "#package-files.ts";`, null],
  ["src/internal/a.ts", `export { a } from "#graphql/a.ts";`, null],
  ["src/internal/b.ts", `export { applyMigrations } from "#database/client/migrate.ts";`, null],
  ["src/pages/a.ts", `export { a } from "#http/a.ts";`, null],
  ["src/operator/a.ts", `export { a } from "#database/a.ts";`, null],
  ["src/operator/b.ts", `export { a } from "#audio/a.ts";`, null],
  ["src/demo/a.ts", `export { a } from "#operator/a.ts";`, null],
  ["src/demo/b.ts", `export { a } from "#audio/a.ts";`, null],
  ["src/maintenance/a.ts", `export { a } from "#audio/a.ts";`, null],
  ["src/maintenance/b.ts", `export { a } from "#database/a.ts";`, null],
  ["src/commands/a.ts", `export { a } from "#operator/a.ts";`, null],
  ["src/commands/c.ts", `export { a } from "#maintenance/a.ts";`, null],
  ["src/commands/b.ts", `export { readConfig } from "#config.ts";`, null],
  ["src/server.ts", `export { a } from "#rest/a.ts";`, null],
  ["src/config.ts", `export const environment = process.env;`, null],
  ["bench/floor.ts", `export { Sql } from "postgres";`, null],
];

for (const [title, plants] of [
  ["each forbidden import is refused, and the message says where it belongs", forbidden],
  ["what a folder stands on may be imported", allowed],
] as const) {
  test(title, () => {
    const said = lint(plants);
    const verdicts = plants.map(([file, line, expected]) => {
      const messages = said.filter((fault) => fault.file === file).map((fault) => fault.text);
      const met = expected === null ? undefined : messages.find((text) => text.includes(expected));
      return [file, line, met === undefined ? (messages[0] ?? null) : expected];
    });
    expect(verdicts).toEqual(plants);
  });
}

/** What the project's linter says of a tree that holds nothing but the planted files. */
function lint(plants: readonly Plant[]): { file: string; text: string }[] {
  const folder = mkdtempSync(join(tmpdir(), "acoustic-imports-"));
  try {
    copyFileSync(".oxlintrc.json", join(folder, ".oxlintrc.json"));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
    for (const [file, line] of plants) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), `${line}\n`);
    }
    const command = [resolve("node_modules/oxlint/bin/oxlint"), "--format=json", "src", "bench"];
    const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
    const { diagnostics } = report.parse(JSON.parse(stdout));
    return diagnostics
      .filter(({ code }) => importRule.test(code))
      .map(({ filename, message, help }) => ({
        file: filename.replaceAll("\\", "/"),
        text: `${message} ${help ?? ""}`,
      }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const importRule = /no-restricted-imports|no-restricted-properties|no-relative-parent-imports/;

const report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      help: z.string().optional(),
      filename: z.string(),
    }),
  ),
});
