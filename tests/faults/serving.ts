import { spawn } from "node:child_process";
import { once } from "node:events";
import { builtFile } from "../support/built-file.ts";

/** `acoustic serve` as its operator runs it. */
export interface Serving {
  readonly pid: number;
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** Sends a GET with a key to the public address. */
  get(path: string, key: string): Promise<Response>;
  /** Everything it has written. */
  output(): string;
  /** Its exit code, once it has ended by itself; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends a signal; resolves to its exit code, null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startServing(
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  program: readonly string[] = [process.execPath, builtFile("main.js")],
): Promise<Serving> {
  const [file = "", ...args] = program;
  const child = spawn(file, [...args, "serve", ...options], {
    env: { PATH: process.env["PATH"], PORT: "0", INTERNAL_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "close").then(() => child.exitCode);
  await new Promise<void>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      if (/^internal .*\n/m.test(output)) resolve();
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("exit", () => reject(new Error(`it did not start: ${output}`)));
  });
  const urlOf = (listener: string) =>
    new RegExp(`^${listener} (?<url>\\S+)$`, "m").exec(output)?.groups?.["url"] ?? "";
  const publicUrl = urlOf("public");
  return {
    pid: child.pid ?? 0,
    publicUrl,
    get: (path, key) =>
      fetch(`${publicUrl}${path}`, { headers: { "svc-api-key": `Bearer ${key}` } }),
    internalUrl: urlOf("internal"),
    output: () => output,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
