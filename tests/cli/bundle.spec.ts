import { readdir, readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { startServing } from "../faults/serving.ts";
import { expect, test } from "./acoustic.ts";

test("the bundle serves every page, with the files that it reads beside itself", async ({
  installationOf,
}) => {
  const { env } = await installationOf("migrated");
  const { publicUrl, internalUrl, end } = await startServing(env);
  try {
    const read = async (url: string) => {
      const answer = await fetch(url, { headers: { accept: "text/html" } });
      expect(answer.status, url).toBe(200);
      return answer.text();
    };
    const assetsOf = (page: string) =>
      [...page.matchAll(/"\.(?<path>\/assets\/[^"]+)"/g)].map(
        ([, path]) => `${internalUrl}${path}`,
      );
    const pages = await Promise.all([read(`${internalUrl}/`), read(`${internalUrl}/graphql`)]);
    const assets = pages.flatMap(assetsOf);
    expect(assets.length).toBeGreaterThan(3);
    const scripts = ["start-viewer", "swagger-ui-bundle"];
    const documents = [
      `${publicUrl}/openapi.json`,
      `${publicUrl}/docs`,
      `${publicUrl}/docs/viewer.css`,
      ...scripts.map((name) => `${publicUrl}/docs/${name}.js`),
      `${internalUrl}/schema.graphql`,
      `${internalUrl}/metrics`,
      ...assets,
    ];
    for (const url of documents) expect((await read(url)).length, url).toBeGreaterThan(30);
  } finally {
    await end("SIGTERM");
  }
});

/** The texts of the files of the bundle. */
const bundled = async () => {
  const folder = packageFile("dist/program");
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(`${folder}/${name}`, "utf8")));
};

test("codec-parser stays outside of the bundle, so that it can be replaced", async () => {
  const own = await readFile(packageFile("node_modules/codec-parser/src/CodecParser.js"), "utf8");
  expect(own).toContain("MPEGParser");
  const texts = await bundled();
  expect(texts.filter((text) => text.includes("MPEGParser"))).toEqual([]);
  expect(texts.filter((text) => /\bfrom ?"codec-parser"/.test(text))).toHaveLength(1);
});

test("the bundle has graphql once, and no packages that nothing calls", async () => {
  const texts = (await bundled()).join("\n");
  expect(texts.match(/\bGraphQLSchema=class\b/g)).toHaveLength(1);
  // body-parser loads the first, fast-json-stringify the second.
  const unused = {
    "iconv-lite/lib/index.js": "Encoding not recognized",
    "ajv/dist/core.js": "schema must be object or boolean",
  };
  for (const [file, message] of Object.entries(unused)) {
    expect(await readFile(packageFile(`node_modules/${file}`), "utf8")).toContain(message);
    expect(texts.includes(message), file).toBe(false);
  }
});
