import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "playwright/test";
import { expect } from "./expect.ts";

/** Calls `use` with the folder of a small disk of its own. The test is skipped where this user may not mount one. */
export async function withSmallDisk(size: string, use: (disk: string) => Promise<void>) {
  const disk = await mkdtemp(join(tmpdir(), "acoustic-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", disk], { stdio: "pipe" });
  } catch (error) {
    await rm(disk, { recursive: true });
    console.log(`skipped: a full disk needs the right to mount one: ${String(error)}`);
    test.skip();
    return;
  }
  await use(disk).finally(() => execFileSync("umount", [disk]));
  await rm(disk, { recursive: true });
}

/** Writes a file until the disk is full. */
export async function fillUp(path: string): Promise<void> {
  await expect(writeFile(path, Buffer.alloc(10_000_000))).rejects.toThrow("ENOSPC");
}
