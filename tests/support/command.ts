import { spawn } from "node:child_process";
import { builtFile } from "./built-file.ts";

/** The result of a run of `acoustic`. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `acoustic` command. */
export interface RunningCommand {
  /** Resolves at the first output on standard error. Rejects if the command ends without any. */
  readonly begun: Promise<void>;
  readonly ended: Promise<Run>;
  kill(): void;
}

/** Runs a command, as another user where `uid` is given, which only root may. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string | Uint8Array,
  uid?: number,
): RunningCommand {
  const child = spawn(process.execPath, [builtFile("main.js"), ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  // A command may end before it has read everything.
  child.stdin.on("error", () => undefined).end(input);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const begun = new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      resolve();
    });
    child.once("close", () => reject(new Error(`it ended: ${stdout}`)));
  });
  begun.catch(() => undefined);
  const ended = new Promise<Run>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { begun, ended, kill: () => void child.kill("SIGKILL") };
}
