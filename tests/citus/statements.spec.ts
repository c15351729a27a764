import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { parseSync, Visitor } from "vite";
import { administer } from "../../bench/bench-database.ts";
import { packageFile } from "../../src/system/package-files.ts";

/*
 * Citus refuses forms of SQL that PostgreSQL takes, and no list of them is complete: each SQL text of the source must
 * have run on it. The texts are read from the source, and pg_stat_statements of the coordinator has what ran.
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
  /** The text between its values. */
  readonly parts: readonly string[];
}

/** Each template of the tag `sql` in the source. */
async function sqlOfSource(): Promise<SqlText[]> {
  const texts: SqlText[] = [];
  for (const file of await readdir(packageFile("src"), { recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const source = await readFile(join(packageFile("src"), file), "utf8");
    new Visitor({
      TaggedTemplateExpression({ tag, quasi, start }) {
        if (tag.type !== "Identifier" || tag.name !== "sql") return;
        const line = source.slice(0, start).split("\n").length;
        const [first = "", ...parts] = quasi.quasis.map(({ value }) => value.cooked ?? "");
        const last = parts.pop();
        // PostgreSQL records a statement without the space around it.
        texts.push({
          file,
          line,
          parts:
            last === undefined ? [first.trim()] : [first.trimStart(), ...parts, last.trimEnd()],
        });
      },
    }).visit(parseSync(file, source).program);
  }
  return texts;
}

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
