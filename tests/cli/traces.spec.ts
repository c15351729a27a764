import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { startServing } from "../faults/serving.ts";
import { type Collector, startCollector } from "../support/collector.ts";
import { withConfigured } from "../support/installation.ts";
import { expect, test as base } from "./acoustic.ts";

const test = base.extend<{
  collector: Collector;
  /** Serves with these variables, sends one request, and stops. Resolves to the exit code and the log. */
  askOnce: (env: Readonly<Record<string, string>>) => Promise<{ code: number | null; log: string }>;
}>({
  collector: async ({}, use) => {
    const collector = await startCollector();
    await use(collector);
    await collector.close();
  },

  askOnce: async ({}, use) => {
    await use(async (env) => {
      const outcome = { code: null as number | null, log: "" };
      await withConfigured("migrated", async (installation) => {
        const serving = await startServing({ ...installation.env, ...env });
        const answer = await fetch(`${serving.publicUrl}/api/v0/projects`);
        expect(answer.status).toBe(401);
        await answer.text();
        outcome.code = await serving.end("SIGTERM");
        outcome.log = serving.output();
      });
      return outcome;
    });
  },
});

/** The files of the bundle that have the official packages. */
async function filesOfPackages(): Promise<string[]> {
  const root = packageFile("dist/program");
  const names = (await readdir(root)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
  return names.filter((_, index) => /\bBatchSpanProcessor\b/.test(texts[index] ?? ""));
}

/** The files that the threads of a process have loaded, as the coverage of each names them. */
async function loadedFiles(folder: string): Promise<string[]> {
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  return texts
    .flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result)
    .map(({ url }) => url)
    .filter((url) => url.startsWith("file:"));
}

test("the packages of OpenTelemetry are loaded where a collector is configured, and nowhere else", async ({
  askOnce,
  collector,
  folder,
}) => {
  const packages = await filesOfPackages();
  expect(packages).not.toEqual([]);
  const loadedWith = async (name: string, env: Readonly<Record<string, string>>) => {
    const coverage = join(folder.path, name);
    await mkdir(coverage);
    expect(await askOnce({ ...env, NODE_V8_COVERAGE: coverage })).toMatchObject({ code: 0 });
    const loaded = await loadedFiles(coverage);
    expect(loaded.map((url) => basename(url))).toContain("main.js");
    const isOfPackage = (url: string) =>
      packages.includes(basename(url)) || url.includes("/node_modules/@opentelemetry/");
    return loaded.filter(isOfPackage);
  };
  expect(await loadedWith("off", {})).toEqual([]);
  expect(collector.received).toEqual([]);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  expect(await loadedWith("on", env)).not.toEqual([]);
  expect(collector.spans().map(({ name }) => name)).toEqual(["GET /api/v0/projects"]);
});

test("the variables of OpenTelemetry name the service, its attributes and the fields that the collector requires", async ({
  askOnce,
  collector,
}) => {
  await askOnce({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/below/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20token,x-tenant=one",
    OTEL_SERVICE_NAME: "noise",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.instance.id=two",
  });
  const [sent] = collector.received;
  expect(sent).toMatchObject({
    path: "/below/v1/traces",
    headers: {
      authorization: "Bearer token",
      "x-tenant": "one",
      "content-type": "application/x-protobuf",
    },
  });
  expect(collector.spans()[0]?.resource).toMatchObject({
    "service.name": "noise",
    "service.instance.id": "two",
    "deployment.environment.name": "test",
  });
});

test("the sampler of the environment chooses the traces", async ({ askOnce, collector }) => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  for (const sampler of [
    { OTEL_TRACES_SAMPLER: "always_off" },
    { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
  ]) {
    const { log } = await askOnce({ ...endpoint, ...sampler });
    // The trace still has an id, for the next services.
    expect(log).toMatch(/"trace_id":"[0-9a-f]{32}".*"msg":"request"/);
    expect(collector.received).toEqual([]);
  }
  await askOnce({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: "0" });
  expect(collector.spans()).toHaveLength(1);
});

test("a collector that does not answer delays no stop", async ({ askOnce, collector }) => {
  collector.status = null;
  const { code } = await askOnce({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    // Longer than a test may last.
    OTEL_EXPORTER_OTLP_TIMEOUT: "600000",
  });
  expect(code).toBe(0);
  expect(collector.received).toHaveLength(1);
});

test("a protocol that the service does not speak is refused before it starts", async ({
  acoustic,
}) => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
  };
  expect(await acoustic(["serve"], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf"),
  });
});
