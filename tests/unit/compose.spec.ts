import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { settings } from "../../src/config/settings.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/expect.ts";

interface Compose {
  readonly services: {
    readonly gateway: { readonly environment: Readonly<Record<string, string>> };
  };
}

test("the compose file passes every setting that its image does not fix", async () => {
  const { services } = parse(await readFile(packageFile("docker-compose.yml"), "utf8")) as Compose;
  const { environment } = services.gateway;
  // The port of a container is mapped outside it.
  const fixed = ["DATA_DIR", "HOST", "PORT", "INTERNAL_HOST", "INTERNAL_PORT"];
  const passed = Object.keys(settings.shape).filter((name) => !fixed.includes(name));
  expect(Object.keys(environment).toSorted()).toEqual(passed.toSorted());
  for (const [name, value] of Object.entries(environment)) {
    if (name !== "DATABASE_URL") expect(value).toBe(`\${${name}:-}`);
  }
});
