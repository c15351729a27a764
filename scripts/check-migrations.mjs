// @ts-check
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/*
 * Fails if the committed migrations conflict with one another, or if they do not produce the tables
 * declared in src/database/tables: drizzle-kit must find nothing to generate in a copy of them.
 * Run it from the root of the repository: `npm run check:migrations`.
 */

const folder = await mkdtemp(join(tmpdir(), "acoustic-migrations-"));
try {
  const copy = join(folder, "migrations");
  await cp("src/database/migrations", copy, { recursive: true });
  // drizzle-kit reads the path as relative to the working directory, even an absolute path.
  const target = ["--dialect", "postgresql", "--out", relative(process.cwd(), copy)];
  const tables = ["--schema", "./src/database/tables/*.ts", "--casing", "snake_case"];
  expectOutput("Everything's fine", ["check", ...target]);
  expectOutput("No schema changes", ["generate", ...target, ...tables]);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Runs drizzle-kit and expects `text` in its output. The exit status says too little: drizzle-kit exits with 0 if it
 * needs a terminal for the question whether a column was renamed.
 *
 * @param {string} text
 * @param {string[]} command
 */
function expectOutput(text, command) {
  const bin = join("scripts", "node_modules", "drizzle-kit", "bin.cjs");
  const { stdout, stderr } = spawnSync(process.execPath, [bin, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (stdout.includes(text)) return;
  console.error(
    `${stdout}${stderr}\nThe migrations do not produce the tables in src/database/tables.`,
  );
  console.error("Run `npm run generate:migration` and commit the migration.");
  process.exitCode = 1;
}
