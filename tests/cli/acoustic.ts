import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { ChangedProject } from "../../src/ingest/site/change-sites.ts";
import { type Run, startCommand } from "../support/command.ts";
import { needsProcess, runInProcess } from "../support/command-in-process.ts";
import { type TestDatabase, test as base } from "../support/test.ts";

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command with SIGKILL at its first output on standard error. */
  readonly killAtFirstProgress?: boolean;
  /** Runs it in a process of its own, as a shell does. */
  readonly isProcess?: boolean;
  /** The text of its standard input; undefined: it has none. */
  readonly input?: string | Uint8Array;
}

/** A folder for one test. */
export interface Folder {
  readonly path: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  read(name: string): Promise<string>;
  readBytes(name: string): Promise<Buffer>;
  makeFolder(name: string): Promise<unknown>;
  list(): Promise<string[]>;
}

interface OperatorFixtures {
  folder: Folder;
  /** The variable with which a command reaches the test database. */
  reach: Readonly<Record<string, string>>;
  /**
   * Runs the command against the test database. Arguments without spaces may be one text. `stderr` is without lines of
   * progress.
   */
  acoustic: (args: readonly string[] | string, options?: RunOptions) => Promise<Run>;
}

export const test = base.extend<OperatorFixtures>({
  folder: async ({}, use) => {
    const path = await mkdtemp(join(tmpdir(), "acoustic-operator-"));
    await use({
      path,
      write: async (name, content) => {
        await writeFile(join(path, name), content);
        return join(path, name);
      },
      read: (name) => readFile(join(path, name), "utf8"),
      readBytes: (name) => readFile(join(path, name)),
      makeFolder: (name) => mkdir(join(path, name)),
      list: async () => (await readdir(path)).toSorted(),
    });
    await rm(path, { recursive: true });
  },

  reach: async ({ databaseConfig }, use) => {
    await use(
      databaseConfig.kind === "postgres"
        ? { DATABASE_URL: databaseConfig.url }
        : { DATA_DIR: databaseConfig.dataDirectory },
    );
  },

  acoustic: async ({ reach }, use) => {
    await use((args, options = {}) => {
      const words = typeof args === "string" ? args.split(/\s+/) : args;
      // The embedded database of this process is joined by others.
      const isProcess = "DATA_DIR" in reach && !withoutDatabase.has(words[0] ?? "");
      return runAcoustic(words, { ...reach, ...options.env }, { isProcess, ...options });
    });
  },
});

export { expect } from "../support/expect.ts";

/** Commands that open no database. */
const withoutDatabase = new Set(["instruments", "look", "verify"]);

/** The JSON that a command printed. Where there is none, its exit code and standard error say why. */
export function jsonOf(run: Run): unknown {
  try {
    return JSON.parse(run.stdout);
  } catch (error) {
    throw new Error(`the command printed no JSON: ${JSON.stringify(run)}`, { cause: error });
  }
}

/** The first project of what `apply --json` printed. */
export const appliedProject = (run: Run) =>
  (jsonOf(run) as { readonly projects: readonly ChangedProject[] }).projects[0];

/** A prefix for ids that no other test uses. */
export function uniquePrefix(): string {
  return `t-${randomBytes(6).toString("hex")}`;
}

/** All that is stored of a sensor's samples, in order of time. */
export async function storedSamples(
  { db }: Pick<TestDatabase, "db">,
  sensorId: string,
): Promise<unknown[]> {
  const rows = await db.execute(sql`
    select extract(epoch from datetime)::float8 as second, laeq, lceq, lzeq, lafmax, lafmin, lcpeak,
      la10, la50, la90, collected_limit, collected_classification
    from samples join sensors using (sensor_no)
    where sensors.id = ${sensorId} order by datetime`);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  );
}

async function runAcoustic(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { killAtFirstProgress = false, isProcess, input }: RunOptions,
): Promise<Run> {
  const run = async () => {
    if (!(isProcess || killAtFirstProgress || input !== undefined || needsProcess(args, env)))
      return runInProcess(args, env);
    const { begun, ended, kill } = startCommand(args, env, input);
    // A command that prints nothing cannot be killed at its first output.
    if (killAtFirstProgress) begun.then(kill, () => undefined);
    return ended;
  };
  const { stderr, ...rest } = await run();
  // Progress appears after two seconds: on a busy machine in any import.
  return { ...rest, stderr: killAtFirstProgress ? stderr : stderr.replaceAll(/^\d+ % .*\n/gm, "") };
}
