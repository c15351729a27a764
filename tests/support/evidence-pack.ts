import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "./expect.ts";

const run = promisify(execFile);

/** An unpacked evidence pack. */
export interface UnpackedPack {
  /** The names of its files, in order. */
  readonly names: readonly string[];
  text(name: string): string;
  /** The lines of a table below its header. */
  lines(name: string): readonly string[];
  /** Replaces a text in a file, which must have it. With `sums`, the checksums are made anew. */
  change(name: string, from: string, to: string, sums?: "sums"): Promise<void>;
  /** Changes one byte of a file while `work` runs. */
  withFlippedByte(name: string, place: number, work: () => void): Promise<void>;
  /** The names of the files that `sha256sum -c` finds changed. */
  changedFiles(): readonly string[];
  recompute(): { readonly code: number | null; readonly lines: readonly string[] };
}

/** Null where this machine has no Python. */
export const python = spawnSync("python3", ["--version"]).error === undefined ? "python3" : null;

/** Unpacks a file of `folder` into a folder of its name. */
export async function unpack(
  folder: { readonly path: string },
  file: string,
): Promise<UnpackedPack> {
  const path = join(folder.path, `${file}.unpacked`);
  await mkdir(path);
  await run("tar", ["-xzf", join(folder.path, file), "-C", path]);
  const read = (name: string) => readFileSync(join(path, name), "utf8");
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
  return {
    names,
    text: read,
    lines: (name) => read(name).split("\n").slice(1, -1),
    async change(name, from, to, sums) {
      expect(read(name)).toContain(from);
      await writeFile(join(path, name), read(name).replace(from, to));
      if (sums === undefined) return;
      const others = names.filter((other) => other !== "SHA256SUMS");
      const { stdout } = await run("sha256sum", others, { cwd: path });
      await writeFile(join(path, "SHA256SUMS"), stdout);
    },
    async withFlippedByte(name, place, work) {
      const before = await readFile(join(path, name));
      const after = Buffer.from(before);
      const at = place % before.length;
      after[at] = (before[at] ?? 0) ^ 1;
      await writeFile(join(path, name), after);
      work();
      await writeFile(join(path, name), before);
    },
    changedFiles: () =>
      spawnSync("sha256sum", ["-c", "--quiet", "SHA256SUMS"], { cwd: path, encoding: "utf8" })
        .stdout.split("\n")
        .slice(0, -1),
    recompute() {
      const { status, stdout } = spawnSync("python3", ["recompute.py"], {
        cwd: path,
        encoding: "utf8",
      });
      return { code: status, lines: stdout.split("\n").slice(0, -1) };
    },
  };
}
