import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "../../support/expect.ts";
import { packageFile } from "../../../src/system/package-files.ts";

test("all scripts of the pages together are at most 190 kB, compressed", async () => {
  const folder = packageFile("dist/dashboard/page/assets");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(`${folder}/${name}`), { level: 9 }).length),
  );
  const sum = sizes.reduce((all, size) => all + size, 0);
  expect(sum).toBeGreaterThan(100_000);
  expect(sum).toBeLessThanOrEqual(190_000);
});
