import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FloodResult } from "./flood.ts";
import { type ObservedProcess, startProcess } from "./observed-process.ts";
import type { Bench } from "./work.ts";

/** The result of a work beside a flood, and how the flood was answered. */
export interface Flooded<Value> {
  readonly value: Value;
  readonly result: FloodResult;
}

/** Runs `work` while a process floods an address. Resolves to the result of `work` and the answers to the flood. */
export async function floodWhile<Value>(
  bench: Bench,
  address: string,
  key: string,
  connections: number,
  work: () => Promise<Value>,
  body: string | null = null,
): Promise<Flooded<Value>> {
  const bodyPath = join(bench.folder, "flood.json");
  if (body !== null) await writeFile(bodyPath, body);
  const flood = startHelper(bench, "flood", [
    address,
    key,
    String(connections),
    ...(body === null ? [] : [bodyPath]),
  ]);
  try {
    await flood.printed((text) => (text.includes("flooding") ? true : null));
    const value = await work();
    await flood.stop();
    return {
      result: JSON.parse(flood.output().trim().split("\n").at(-1) ?? "") as FloodResult,
      value,
    };
  } finally {
    await flood.stop();
  }
}

/** Starts a program of the benchmark beside it. */
export function startHelper(
  { folder, signal }: Bench,
  name: "flood" | "proxy",
  args: readonly string[],
): ObservedProcess {
  const script = fileURLToPath(new URL(`${name}.js`, import.meta.url));
  const logPath = join(folder, `${name}.log`);
  return startProcess({ command: [script, ...args], environment: {}, logPath, signal });
}
