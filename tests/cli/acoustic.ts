import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { ChangedProject } from "../../src/ingest/site/change-sites.ts";
import { type Run, startCommand } from "../support/command.ts";
import { needsProcess, runInProcess } from "../support/command-in-process.ts";
import { expect } from "../support/expect.ts";
import {
  type Installation,
  storeOf,
  withConfigured,
  withEmbedded,
} from "../support/installation.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type TenantOf, type TestDatabase, test as base } from "../support/test.ts";

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

export type Acoustic = (args: readonly string[] | string, options?: RunOptions) => Promise<Run>;

/** A project of two sensors in the database of the run, and a folder beside it. */
export interface Project extends Tenant {
  readonly sensor: string;
  readonly other: string;
  readonly folder: Folder;
  readonly acoustic: Acoustic;
  /** Writes files and imports them in this order, with `--json`. Also imports `paths`, which are not written. */
  importFiles(
    files: Readonly<Record<string, string | Uint8Array>>,
    options?: RunOptions & { readonly paths?: readonly string[] },
  ): Promise<Imported>;
  /** All that is stored of a sensor's samples. Default: of the first. */
  storedSamples(sensorId?: string): Promise<unknown[]>;
}

export interface Imported {
  readonly code: number | null;
  /** The `files` on standard output; null: nothing was printed. Paths are relative to the folder, as in `stderr`. */
  readonly files: unknown;
  readonly stderr: string;
}

/** An installation of the test's own, whose commands reach its database and its folder of recordings. */
export interface OwnInstallation extends Installation {
  readonly db: Installation["database"]["db"];
  readonly store: ReturnType<typeof storeOf>;
  readonly acoustic: Acoustic;
  readonly tenantOf: TenantOf;
}

interface OperatorFixtures {
  folder: Folder;
  /** The variable with which a command reaches the test database. */
  reach: Readonly<Record<string, string>>;
  /**
   * Runs the command against the test database. In one text, arguments with spaces stand between `'`. `stderr` is
   * without lines of progress.
   */
  acoustic: Acoustic;
  /** The table of `importFiles`. */
  table: "samples" | "classifications" | "exclusions";
  project: Project;
  /** `migrated` and `empty` are on the server of the run, if it has one; `embedded` has its tables. */
  installationOf: (state: "migrated" | "empty" | "embedded") => Promise<OwnInstallation>;
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
      const words = typeof args === "string" ? wordsOf(args) : args;
      // The embedded database of this process is joined by others.
      const isProcess = "DATA_DIR" in reach && !withoutDatabase.has(words[0] ?? "");
      return runAcoustic(words, { ...reach, ...options.env }, { isProcess, ...options });
    });
  },

  table: ["samples", { option: true }],

  project: async ({ acoustic, folder, table, tenantOf, database }, use) => {
    const tenant = await tenantOf({ sensors: 2 });
    const [sensor = "", other = ""] = tenant.sensorIds;
    await use({
      ...tenant,
      sensor,
      other,
      folder,
      acoustic,
      storedSamples: (sensorId = sensor) => storedSamples(database, sensorId),
      importFiles: async (files, { paths = [], ...options } = {}) => {
        const names = Object.keys(files);
        for (const name of names) await folder.write(name, files[name] ?? "");
        const all = [...names, ...paths].map((name) => `${folder.path}/${name}`);
        const run = await acoustic(["import", table, "--json", ...all], options);
        const [stdout = "", stderr = ""] = [run.stdout, run.stderr].map((text) =>
          text.replaceAll(`${folder.path}/`, ""),
        );
        const { files: counted = null } = stdout
          ? (JSON.parse(stdout) as { files: CountedFile[] })
          : {};
        return { code: run.code, files: counted?.map(withoutEffects) ?? null, stderr };
      },
    });
  },

  installationOf: async ({ acoustic }, use) => {
    const closings: (() => Promise<void>)[] = [];
    await use(async (state) => {
      const { opened, close } = await keepOpen<Installation>((keep) =>
        state === "embedded" ? withEmbedded("migrated", keep) : withConfigured(state, keep),
      );
      closings.unshift(close);
      const { env, database } = opened;
      return {
        ...opened,
        db: database.db,
        store: storeOf(opened),
        acoustic: (args, options = {}) =>
          acoustic(args, { ...options, env: { ...env, ...options.env } }),
        tenantOf: (options) => createTenant(database.db, options),
      };
    });
    for (const close of closings) await close();
  },
});

export { expect };

/** Keeps what `open` calls `keep` with, until `close` is called. */
export async function keepOpen<Opened>(
  open: (keep: (opened: Opened) => Promise<void>) => Promise<void>,
): Promise<{ readonly opened: Opened; close(): Promise<void> }> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let closed = Promise.resolve();
  const opened = await new Promise<Opened>((resolve, reject) => {
    closed = open((value) => {
      resolve(value);
      return ended;
    });
    closed.catch(reject);
  });
  return {
    opened,
    close: () => {
      end();
      return closed;
    },
  };
}

type CountedFile = Readonly<Record<string, unknown>>;

/** The result of a file without what a test of counts does not compare. */
function withoutEffects(result: CountedFile): object {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !effects.has(name)));
}

const effects = new Set(["projects", "skipped", "emptiedLevels", "excluded", "outsideContract"]);

const wordsOf = (line: string) =>
  Array.from(line.matchAll(/'([^']+)'|\S+/g), ([word, quoted]) => quoted ?? word);

/** Commands that open no database. */
const withoutDatabase = new Set(["instruments", "look", "verify"]);

/** The end of a command that did what it is for, and printed this. */
export const success = (stdout: unknown = "") => ({ code: 0, stdout, stderr: "" });

/** The end of a command that did nothing, with all lines of its reasons. */
export const refusal = (...lines: readonly string[]) => ({
  code: 2,
  stdout: "",
  stderr: lines.map((line) => `${line}\n`).join(""),
});

/** The same with a part of the reasons. */
export const refusalWith = (reason: string | RegExp, code = 2) => ({
  code,
  stdout: "",
  stderr:
    typeof reason === "string" ? expect.stringContaining(reason) : expect.stringMatching(reason),
});

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
