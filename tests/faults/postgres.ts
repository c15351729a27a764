import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../support/free-port.ts";

/** A PostgreSQL for one worker, which may be killed, frozen and restarted. */
export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** As the operator does: clients are disconnected. */
  restart(): Promise<void>;
  /** Stops the server as an operator does: `fast` ends its connections in order, `immediate` does not. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** SIGKILL to the postmaster; its children end when they notice. */
  kill(): Promise<void>;
  /** SIGSTOP to every process of it, or to those that serve clients. */
  freeze(which: "all" | "backends"): Promise<void>;
  /** SIGCONT to what was frozen. */
  thaw(): Promise<void>;
  /** Makes a standby the primary, and resolves when it is. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

/** The folder in `POSTGRES_BIN`, or that of the newest PostgreSQL of Debian's packages; null: none is installed. */
export function postgresBinaries(): string | null {
  const named = process.env["POSTGRES_BIN"];
  if (named) return named;
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  const [newest] = versions.toSorted((a, b) => b - a);
  const folder = join(root, String(newest), "bin");
  return existsSync(join(folder, "postgres")) ? folder : null;
}

/**
 * Creates a server that has not been started: an empty one, or a standby that streams from a running primary.
 * `ownSettings` are of the form `name=value`.
 */
export async function createPostgres(
  binaries: string,
  primary?: Pick<PostgresServer, "port">,
  ownSettings: readonly string[] = [],
): Promise<PostgresServer> {
  const identity = serverIdentity();
  const folder = await mkdtemp(join(tmpdir(), "acoustic-faults-"));
  if ("uid" in identity) {
    await chmod(folder, 0o755);
    await chown(folder, identity.uid, identity.gid);
  }
  const data = join(folder, "data");
  const run = promisify(execFile);
  const inFolder = { cwd: folder, ...identity };
  const [program, programArgs] =
    primary === undefined
      ? (["initdb", ["--encoding=UTF8", "--auth=trust", "--no-sync"]] as const)
      : ([
          "pg_basebackup",
          [
            "--host=127.0.0.1",
            `--port=${primary.port}`,
            "--write-recovery-conf",
            "--checkpoint=fast",
          ],
        ] as const);
  await run(
    join(binaries, program),
    [`--pgdata=${data}`, "--username=postgres", ...programArgs],
    inFolder,
  );
  const port = await freePort();
  const control = async (...args: readonly string[]) => {
    // Not waited for through its output, which the server would keep open.
    const child = spawn(join(binaries, "pg_ctl"), [`--pgdata=${data}`, "--wait", ...args], {
      ...inFolder,
      stdio: "ignore",
    });
    const [code] = (await once(child, "exit")) as [number | null];
    if (code === 0) return;
    const log = await readFile(join(folder, "log"), "utf8").catch(() => "");
    throw new Error(`pg_ctl ${args[0]} ended with ${code}: ${log.slice(-1000)}`);
  };
  const settings = [
    `-p ${port}`,
    "-c listen_addresses=127.0.0.1",
    "-c unix_socket_directories=''",
    "-c fsync=off",
    "-c max_connections=30",
    // A crash takes as long as it has to, not as long as the operator may want to look at it.
    "-c restart_after_crash=on",
    ...ownSettings.map((setting) => `-c ${setting}`),
  ].join(" ");
  const postmaster = async () =>
    Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
  let frozen: number[] = [];
  const thaw = async () => {
    for (const pid of frozen.toReversed()) signal(pid, "SIGCONT");
    frozen = [];
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    start: () => control("start", `--log=${join(folder, "log")}`, `--options=${settings}`),
    restart: () => control("restart", "--mode=fast", `--log=${join(folder, "log")}`),
    stop: (mode) => control("stop", `--mode=${mode}`),
    kill: async () => {
      const pid = await postmaster();
      // It is to make no other child meanwhile, which would keep the next one from starting.
      signal(pid, "SIGSTOP");
      const children = childrenOf(pid);
      signal(pid, "SIGKILL");
      for (const child of children) signal(child.pid, "SIGKILL");
      while (isRunning(pid) || children.some((child) => isRunning(child.pid))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      // The ended process keeps its number until its parent collects it, and the next server would refuse to start.
      await rm(join(data, "postmaster.pid"), { force: true });
    },
    freeze: async (which) => {
      const pid = await postmaster();
      const children = childrenOf(pid).filter(
        ({ command }) => which === "all" || command.includes("127.0.0.1"),
      );
      frozen = [...(which === "all" ? [pid] : []), ...children.map((child) => child.pid)];
      for (const each of frozen) signal(each, "SIGSTOP");
    },
    thaw,
    promote: () => control("promote"),
    remove: async () => {
      await thaw();
      await control("stop", "--mode=immediate").catch(() => undefined);
      await rm(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
export function serverIdentity(): { readonly uid: number; readonly gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) =>
    Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

interface ServerProcess {
  readonly pid: number;
  readonly command: string;
}

function childrenOf(parent: number): ServerProcess[] {
  const listed = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(parent)], {
    encoding: "utf8",
  });
  return listed
    .trim()
    .split("\n")
    .map((line) => {
      const [pid = "", ...command] = line.trim().split(" ");
      return { pid: Number(pid), command: command.join(" ") };
    });
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isRunning(pid)) process.kill(pid, name);
}

function isRunning(pid: number): boolean {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], {
    encoding: "utf8",
  });
  // A process that has ended and waits to be collected is listed still.
  return status === 0 && !stdout.startsWith("Z");
}
