import { readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/expect.ts";

/** The options before the program, in the order of the text. */
const optionsIn = (text: string) =>
  [...text.matchAll(/--(?:max|v8)[\w-]+=\d+/g)].map(([one]) => one);

test("whatever starts Node gives it the options of the launcher", async () => {
  const launcher = optionsIn(await readFile(packageFile("acoustic"), "utf8"));
  expect(launcher).toEqual(["--max-semi-space-size=16", "--v8-pool-size=0"]);
  for (const file of [
    "Dockerfile",
    "bench/servers.ts",
    "ops/systemd/acoustic.service",
    "ops/systemd/watch.conf",
  ]) {
    expect(optionsIn(await readFile(packageFile(file), "utf8")), file).toEqual(launcher);
  }
});
