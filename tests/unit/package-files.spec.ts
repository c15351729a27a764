import { readFile, stat } from "node:fs/promises";
import { expect, test } from "../support/expect.ts";
import { packageFile } from "../../src/system/package-files.ts";

test("files are found from the root of the package, and the root itself", async () => {
  expect((await stat(packageFile(""))).isDirectory()).toBe(true);
  expect(await readFile(packageFile("schema.graphql"), "utf8")).toContain("type Query");
});
