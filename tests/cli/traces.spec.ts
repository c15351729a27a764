import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { startServing } from "../faults/serving.ts";
import { type Collector, startCollector } from "../support/collector.ts";
import { startTestGateway } from "../support/gateway.ts";
import { withConfigured } from "../support/installation.ts";
import { expect, test as base } from "./acoustic.ts";

const test = base.extend<{
  collector: Collector;
  /** Serves with these variables, sends one request, and stops. Resolves to the exit code. */
  askOnce: (env: Readonly<Record<string, string>>) => Promise<number | null>;
}>({
  collector: async ({}, use) => {
    const collector = await startCollector();
    await use(collector);
    await collector.close();
  },

  askOnce: async ({}, use) => {
    await use(async (env) => {
      let code: number | null = null;
      await withConfigured("migrated", async (installation) => {
        const serving = await startServing({ ...installation.env, ...env });
        const answer = await fetch(`${serving.publicUrl}/api/v0/projects`);
        expect(answer.status).toBe(401);
        await answer.text();
        code = await serving.end("SIGTERM");
      });
      return code;
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

test("the packages of OpenTelemetry are loaded where a collector is configured, and nowhere else; variables name the service, its attributes and the fields that the collector requires", async ({
  askOnce,
  collector,
  folder,
}) => {
  const packages = await filesOfPackages();
  expect(packages).not.toEqual([]);
  const loadedWith = async (name: string, env: Readonly<Record<string, string>>) => {
    const coverage = join(folder.path, name);
    await mkdir(coverage);
    expect(await askOnce({ ...env, NODE_V8_COVERAGE: coverage })).toBe(0);
    const loaded = await loadedFiles(coverage);
    expect(loaded.map((url) => basename(url))).toContain("main.js");
    const isOfPackage = (url: string) =>
      packages.includes(basename(url)) || url.includes("/node_modules/@opentelemetry/");
    return loaded.filter(isOfPackage);
  };
  expect(await loadedWith("off", {})).toEqual([]);
  expect(collector.received).toEqual([]);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/below/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20token,x-tenant=one",
    OTEL_SERVICE_NAME: "noise",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.instance.id=two",
  };
  expect(await loadedWith("on", env)).not.toEqual([]);
  expect(collector.received).toMatchObject([
    {
      path: "/below/v1/traces",
      headers: {
        authorization: "Bearer token",
        "x-tenant": "one",
        "content-type": "application/x-protobuf",
      },
    },
  ]);
  expect(collector.spans()).toMatchObject([
    {
      name: "GET /api/v0/projects",
      resource: {
        "service.name": "noise",
        "service.instance.id": "two",
        "deployment.environment.name": "test",
      },
    },
  ]);
});

for (const [sampler, share, spans] of [
  ["always_off", "1", 0],
  ["parentbased_traceidratio", "0", 0],
  ["parentbased_always_on", "0", 1],
] as const) {
  test(`the sampler ${sampler} of the environment with ${share} exports ${spans} of 1 traces, and each has an id in the log`, async ({
    collector,
    database,
    databaseConfig,
    audioStore,
  }) => {
    const parsed = parseConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: share,
    });
    if (!parsed.ok) throw new Error(parsed.issues.join());
    const lines: string[] = [];
    const gateway = await startTestGateway({
      databaseConfig,
      database,
      store: audioStore,
      tracing: parsed.config.tracing,
      log: await createLog(
        { level: "info", format: "json" },
        { write: (line) => void lines.push(line) },
      ),
    });
    await (await fetch(`${gateway.publicUrl}/api/v0/projects`)).text();
    await gateway.stop();
    // For the next services.
    expect(lines.join("")).toMatch(/"trace_id":"[0-9a-f]{32}".*"msg":"request"/);
    expect(collector.received).toHaveLength(spans);
  });
}

test("a collector that does not answer delays no stop", async ({ askOnce, collector }) => {
  collector.status = null;
  const code = await askOnce({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    // Longer than a test may last.
    OTEL_EXPORTER_OTLP_TIMEOUT: "600000",
  });
  expect(code).toBe(0);
  expect(collector.received).toHaveLength(1);
});
