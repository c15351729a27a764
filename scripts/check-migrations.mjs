// @ts-check
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/*
 * Fails where the committed migrations contradict one another, or do not lead to the tables as they
 * are declared: generating from a copy must find nothing to write. Run it from the root of the
 * repository: `npm run check:migrations`.
 */

const folder = await mkdtemp(join(tmpdir(), "acoustic-migrations-"));
try {
  const copy = join(folder, "migrations");
  await cp("src/database/migrations", copy, { recursive: true });
  // drizzle-kit takes the folder as relative to where it runs, even if it is absolute.
  const target = ["--dialect", "postgresql", "--out", relative(process.cwd(), copy)];
  const tables = ["--schema", "./src/database/tables/*.ts", "--casing", "snake_case"];
  expectWords("Everything's fine", ["check", ...target]);
  expectWords("No schema changes", ["generate", ...target, ...tables]);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Its words tell, not its exit status: drizzle-kit ends with 0 where it would have to ask whether a
 * column was renamed and finds no terminal.
 *
 * @param {string} words
 * @param {string[]} command
 */
function expectWords(words, command) {
  const bin = join("node_modules", "drizzle-kit", "bin.cjs");
  const { stdout, stderr } = spawnSync(process.execPath, [bin, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (stdout.includes(words)) return;
  console.error(
    `${stdout}${stderr}\nThe migrations do not lead to the tables in src/database/tables.`,
  );
  console.error("Run `npx drizzle-kit generate` and commit the migration.");
  process.exitCode = 1;
}
