import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test as base } from "./acoustic.ts";

export interface Attacked {
  /** The drop folder, with `a.csv` and `s/a.csv`. */
  readonly drop: string;
  /** A folder beside it that is not the uploader's, with `a.csv`. */
  readonly outside: string;
}

export const test = base.extend<{ attacked: Attacked }>({
  attacked: async ({ folder }, use) => {
    const [drop, outside] = [join(folder.path, "drop"), join(folder.path, "outside")];
    for (const path of [drop, join(drop, "s"), outside]) await mkdir(path);
    for (const path of ["drop/a.csv", "drop/s/a.csv", "outside/a.csv"])
      await folder.write(path, path);
    await use({ drop, outside });
    expect(await readFile(join(outside, "a.csv"), "utf8")).toBe("outside/a.csv");
  },
});

export const needsRoot = () =>
  test.skip(process.getuid?.() !== 0, "only root makes devices and gives files away");
export const needsHandles = () =>
  test.skip(process.platform !== "linux", "only Linux has paths through a handle");
