import { readFile } from "node:fs/promises";
import { decodeSite, digestOf, encodeSite } from "../../src/database/queries/sites/stored-site.ts";
import { planSite } from "../../src/ingest/site/plan-site.ts";
import { parseSiteFile } from "../../src/ingest/site/site-file.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/expect.ts";

test("a site without later members has the text that it has always had", async () => {
  const text = await readFile(packageFile("tests/fixtures/city/site.yaml"), "utf8");
  const parsed = parseSiteFile(text, "site.yaml");
  if (!parsed.ok) throw new Error("the fixture is not a site file");
  const stored = encodeSite(planSite(parsed.site, null).planned);
  expect(digestOf(stored)).toBe("199a8ed558d9198e04b6552bdc0dd010433d4f6f9fca0c4493a46bc42af7729c");
  expect(encodeSite(decodeSite(stored))).toBe(stored);
});
