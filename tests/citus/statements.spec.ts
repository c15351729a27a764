import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import { test } from "playwright/test";
import { expect } from "../support/expect.ts";
import { parseSync, Visitor } from "vite";
import { administer } from "../../bench/bench-database.ts";
import * as apiKeys from "../../src/database/tables/api-keys.ts";
import * as recordings from "../../src/database/tables/recordings.ts";
import * as samples from "../../src/database/tables/samples.ts";
import * as sites from "../../src/database/tables/sites.ts";
import { packageFile } from "../../src/system/package-files.ts";

/*
 * Citus refuses forms of SQL that PostgreSQL takes, and no list of them is complete: each SQL text of the source must
 * have run on it. The texts are read from the source, and pg_stat_statements of the coordinator has what ran: each
 * database of a test has entries of its own there, so its `max` is 100,000 at least.
 */

/** Files with texts that do not run on Citus, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  "database/scale-out/server-state.ts": "the state of standbys",
  "database/queries/maintenance/unvacuumed-tables.ts": "the embedded database has no autovacuum",
  "database/client/open-snapshot.ts": "the snapshot of an embedded database is a copy",
};

test("each SQL text of the source has run on Citus", async () => {
  const coordinator = process.env["CITUS_URL"] ?? "";
  const recorded = await administer(coordinator, async (sql) => {
    const [found] = await sql`select from pg_extension where extname = 'pg_stat_statements'`;
    if (found === undefined) return null;
    const rows = await sql<{ query: string }[]>`
      select distinct query from pg_stat_statements where query ~ '[a-z]'`;
    const [info] = await sql`select dealloc::integer as forgotten from pg_stat_statements_info`;
    expect(info, "pg_stat_statements.max is too low").toEqual({ forgotten: 0 });
    return rows.map(({ query }) => normalize(query));
  });
  test.skip(recorded === null, "the coordinator of CITUS_URL has no pg_stat_statements");
  const ran = [...new Set(recorded)];
  const missing = [];
  for (const { file, line, parts } of await sqlOfSource()) {
    if (file in elsewhere) continue;
    const normalized = parts.map(normalize);
    if (!ran.some((text) => hasInOrder(text, normalized))) {
      missing.push(`${file}:${line} ${parts.join("…").replaceAll(/\s+/g, " ").slice(0, 170)}`);
    }
  }
  expect(missing).toEqual([]);
});

interface SqlText {
  readonly file: string;
  readonly line: number;
  /** The text between its values. Names of tables are no values. */
  readonly parts: readonly string[];
}

/** The tables by the names of their constants. */
const tableNames = new Map(
  [apiKeys, recordings, samples, sites].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      isTable(value) ? [[name, `"${getTableName(value)}"`] as const] : [],
    ),
  ),
);

/** Each template of the tag `sql` in the source, and each table that the query builder reads or changes. */
async function sqlOfSource(): Promise<SqlText[]> {
  const texts: SqlText[] = [];
  for (const file of await readdir(packageFile("src"), { recursive: true })) {
    if (!file.endsWith(".ts") || file.startsWith("dashboard/browser/")) continue;
    const source = await readFile(join(packageFile("src"), file), "utf8");
    const add = (start: number, parts: readonly string[]) =>
      texts.push({ file, line: source.slice(0, start).split("\n").length, parts });
    new Visitor({
      TaggedTemplateExpression({ tag, quasi, start }) {
        if (tag.type !== "Identifier" || tag.name !== "sql") return;
        const parts = [""];
        for (const [index, { value }] of quasi.quasis.entries()) {
          parts.push(`${parts.pop()}${value.cooked}`);
          const expression = quasi.expressions[index];
          if (expression === undefined) break;
          const table = expression.type === "Identifier" && tableNames.get(expression.name);
          if (table) parts.push(`${parts.pop()}${table}`);
          else parts.push("");
        }
        add(start, parts);
      },
      CallExpression({ callee, arguments: [table], start }) {
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        const verb = verbs[callee.property.name];
        const name = table?.type === "Identifier" ? tableNames.get(table.name) : undefined;
        if (verb !== undefined && name !== undefined) add(start, [`${verb} ${name}`]);
      },
    }).visit(parseSync(file, source).program);
  }
  return texts;
}

/** Methods of the query builder whose argument is a table. */
const verbs: Readonly<Record<string, string>> = {
  from: "from",
  innerJoin: "inner join",
  leftJoin: "left join",
  insert: "insert into",
  update: "update",
  delete: "delete from",
};

/** True if the text has all parts, one after the other. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let end = 0;
  return parts.every((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return start >= 0;
  });
}

/**
 * pg_stat_statements has parameters in place of constants, and one of the texts that differ only in names of columns.
 */
function normalize(text: string): string {
  return text
    .replaceAll(/-?(?:'[^']*'|\$\d+|\b\d+(?:\.\d+)?\b)/g, "?")
    .replaceAll(/\b(?:epoch(?= from)|null(?=::)|true|false)\b/g, "?")
    .replaceAll(/\bas\s+(?:"\w+"|\w+|$)/g, "")
    .replaceAll(/\s+/g, "");
}
