import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { test as base } from "playwright/test";
import { requireBuild } from "./built-file.ts";
import { withDataDirectory } from "./templates.ts";

/** A process that has opened or joined an embedded database. */
export interface EmbeddedProcess {
  readonly role: "owner" | "client";
  /** The rows of a statement. */
  query(text: string): Promise<Record<string, unknown>[]>;
  migrate(): Promise<unknown>;
  /** Makes the table `kept` in a transaction that stays open; `commit` writes a row to it and ends it. */
  begin(): Promise<unknown>;
  commit(): Promise<unknown>;
  /**
   * Writes numbers from `first` on (default: 0) until killed; resolves once `count` are acknowledged, with the set
   * that grows on.
   */
  write(count: number, first?: number): Promise<Set<number>>;
  /** The reason for which the database is over. */
  untilLost(): Promise<unknown>;
  /** Closes everything, and resolves with the exit code once the process has ended by itself. */
  close(): Promise<number | null>;
  kill(): Promise<void>;
}

/** The message of a process whose command failed. */
class CommandFailure extends Error {
  readonly unreachable: boolean;
  constructor(message: string, unreachable: boolean) {
    super(message);
    this.unreachable = unreachable;
  }
}

interface Fixtures {
  /** A temporary folder without anything in it. */
  emptyDirectory: string;
  /** A data directory whose database exists. */
  dataDirectory: string;
  /** Starts a process and resolves once it uses the database. */
  start: (dataDirectory: string, options?: StartOptions) => Promise<EmbeddedProcess>;
}

interface StartOptions {
  /** The command that runs the process; default: none. */
  readonly runBy?: readonly string[];
  /** True: it is a server, and commands do not wait for it. Default: a command. */
  readonly isServer?: boolean;
}

export const test = base.extend<Fixtures>({
  emptyDirectory: async ({}, use) => {
    await withDataDirectory(null, use);
  },

  dataDirectory: async ({}, use) => {
    await withDataDirectory("empty", use);
  },

  start: async ({}, use) => {
    const children: ChildProcess[] = [];
    await use((dataDirectory, options) => startProcess(dataDirectory, children, options));
    await Promise.all(children.map(kill));
  },
});

export { expect } from "./expect.ts";

const script = fileURLToPath(new URL("embedded-process.mjs", import.meta.url));

interface Message {
  readonly id?: number;
  readonly value?: unknown;
  readonly failure?: string;
  readonly unreachable?: boolean;
  readonly role?: "owner" | "client";
  readonly acknowledged?: number;
}

async function startProcess(
  dataDirectory: string,
  children: ChildProcess[],
  { runBy = [], isServer = false }: StartOptions = {},
): Promise<EmbeddedProcess> {
  requireBuild();
  const [program, ...words] = [
    ...runBy,
    process.execPath,
    script,
    dataDirectory,
    isServer ? "server" : "command",
  ];
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  children.push(child);
  let complaints = "";
  child.stderr?.on("data", (chunk) => (complaints += String(chunk)));
  const exited = once(child, "exit") as Promise<[number | null]>;
  const events = new EventEmitter();
  const acknowledged = new Set<number>();
  child.on("message", (message: Message) => {
    if (message.acknowledged !== undefined) {
      acknowledged.add(message.acknowledged);
      events.emit("acknowledged");
    }
    if (message.role !== undefined) events.emit("role", message.role);
    if (message.id !== undefined) events.emit(`answer ${message.id}`, message);
  });

  const gone = exited.then(() => {
    throw new Error(`the process ended: ${complaints}`);
  });
  gone.catch(() => undefined);
  let nextId = 0;
  const command = async (name: string, argument?: string): Promise<unknown> => {
    const id = nextId++;
    const answer = once(events, `answer ${id}`) as Promise<[Message]>;
    child.send({ id, command: name, argument });
    const [message] = await Promise.race([answer, gone]);
    if (message.failure === undefined) return message.value;
    throw new CommandFailure(message.failure, message.unreachable === true);
  };

  const [role] = (await Promise.race([once(events, "role"), gone])) as ["owner" | "client"];
  return {
    role,
    query: (text) => command("query", text) as Promise<Record<string, unknown>[]>,
    migrate: () => command("migrate"),
    begin: () => command("begin"),
    commit: () => command("commit"),
    write: async (count, first = 0) => {
      await command("write", String(first));
      while (acknowledged.size < count) await once(events, "acknowledged");
      return acknowledged;
    },
    untilLost: () => command("untilLost"),
    close: async () => {
      await command("close");
      return (await exited)[0];
    },
    kill: () => kill(child),
  };
}

/** Ends a process as a crash does. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
