import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { asc, count, countDistinct, eq, inArray, max, min, sql, sum } from "drizzle-orm";
import { checkFlac } from "../../src/audio/check-flac.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { classifications, samples } from "../../src/database/tables/samples.ts";
import { sensors } from "../../src/database/tables/sites.ts";
import { describeDemonstration } from "../../src/demo/describe-demonstration.ts";
import { loadDemonstration } from "../../src/demo/load-demonstration.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { composeDocument } from "../../src/rest/openapi/compose-document.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { expect, test } from "./acoustic.ts";

const document = composeDocument(routes, createSchema());
const now = new Date("2026-03-20T10:02:30Z");
const sensorsByProject = {
  "demo-lisbon": ["demo-lisbon-street", "demo-lisbon-gate", "demo-lisbon-court"],
  "demo-brooklyn": ["demo-brooklyn-avenue", "demo-brooklyn-school", "demo-brooklyn-roof"],
};
const sensorIds = Object.values(sensorsByProject).flat();

test("the demonstration loads, again without a change, and its key reads all of it", async ({
  database,
  audioStore,
  gateway,
  get,
  acoustic,
}) => {
  const first = await loadDemonstration(database.db, { now, store: audioStore });
  expect(first).toEqual({
    key: expect.any(String),
    projects: Object.entries(sensorsByProject).map(([id, ids]) => ({ id, sensors: ids })),
    range: {
      startAt: Date.parse("2026-02-18T10:00:00Z"),
      endAt: Date.parse("2026-03-20T09:55:00Z"),
    },
    lastWeek: { monday: "2026-03-09", sunday: "2026-03-15" },
    recordings: { seconds: expect.any(Map), failure: null },
  });
  // One sensor has been silent for most of the week whose recordings are there.
  expect([...first.recordings.seconds.keys()].toSorted()).toEqual(
    sensorIds.filter((id) => id !== "demo-brooklyn-roof").toSorted(),
  );
  const stored = await storedSamples(database.db);
  const heard = await storedClassifications(database.db);
  expect(heard.map(({ id, models }) => [id, models])).toEqual(
    sensorIds.toSorted().map((id) => [id, 1]),
  );
  expect(stored.map(({ id }) => id)).toEqual(sensorIds.toSorted());
  for (const { rows, from, to } of stored) {
    expect(rows).toBeGreaterThan(6_000);
    expect([from, to]).toEqual(
      [from, to].map((at) => new Date(Math.floor(Number(at) / 3e5) * 3e5)),
    );
  }

  const second = await loadDemonstration(database.db, { now, store: audioStore });
  expect(second.key).not.toBe(first.key);
  expect(second).toEqual({ ...first, key: second.key });
  expect(await storedSamples(database.db)).toEqual(stored);
  expect(await storedClassifications(database.db)).toEqual(heard);

  for (const { key } of [first, second]) {
    const { data } = await (await get("/api/v0/projects", { key })).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(["demo-brooklyn", "demo-lisbon"]);
  }

  // The examples of the documentation find records, and few of them.
  for (const [template, { get: operation }] of Object.entries(document.paths)) {
    const examples = operation.parameters.flatMap(({ name, in: place, example }) =>
      example === undefined || place === "header"
        ? []
        : [[name, `${example as string | number}`] as const],
    );
    if (!template.includes("{sensorId}")) continue;
    const path = template
      .replace("{projectId}", "demo-lisbon")
      .replace("{sensorId}", "demo-lisbon-street");
    const query = Object.fromEntries(examples);
    const answer = await get(`/api/v0${path}`, { key: second.key, query });
    expect(await answer.json(), path).toMatchObject({ data: { length: 5 } });
  }

  // Samples have classifications, but none below the project's minimum confidence.
  const shown = await Promise.all(
    ["demo-lisbon/sensors/demo-lisbon-gate", "demo-brooklyn/sensors/demo-brooklyn-school"].map(
      async (path) => {
        const startAt = new Date(second.range.endAt - 5 * 86_400_000).toISOString();
        const query = { startAt, endAt: new Date(second.range.endAt).toISOString(), limit: 2000 };
        const answer = await get(`/api/v0/projects/${path}/measurements`, {
          key: second.key,
          query,
        });
        const { data } = (await answer.json()) as {
          data: { classification: { confidence: number; model: string } | null }[];
        };
        const classified = data.flatMap(({ classification }) => classification ?? []);
        return {
          many: classified.length > data.length / 10,
          least: Math.min(...classified.map(({ confidence }) => confidence)),
          models: [...new Set(classified.map(({ model }) => model))],
        };
      },
    ),
  );
  expect(shown).toEqual([
    { many: true, least: 0.5, models: ["demo-sonyc-ust"] },
    { many: true, least: 0.6, models: ["demo-sonyc-ust"] },
  ]);

  // Every indented line is printed to be pasted: each is run as it is.
  const printed = describeDemonstration(second, gateway);
  expect(printed).toContain(`The dashboard is at ${gateway.internalUrl}/: open it`);
  const folder = dirname(audioStore.environment["AUDIO_STORE"] ?? "");
  const [requests, commands] = [requestsOf(printed), commandsOf(printed)];
  const outputs = await paste(requests, folder);
  expect(outputs).toHaveLength(6);
  const bodies = outputs.slice(1, 5).map((output) => JSON.parse(output));
  expect(bodies.map(({ data }) => data.length ?? data.id)).toEqual([2, "demo-lisbon", 3, 1]);

  // The README shows the command with its answer, shortened.
  expect(commands).toEqual([
    "assess --project demo-lisbon --start-at 2026-03-09 --end-at 2026-03-15T23:59:59Z",
  ]);
  const { code, stdout } = await acoustic(commands[0]?.split(" ") ?? []);
  expect(code).toBe(0);
  const blocks = await readBlocks("README.md");
  const [block] = blocks.filter(({ text }) => text.startsWith("./acoustic assess"));
  const [command = "", ...lines] = (block?.text ?? "").trim().split("\n");
  expect(command).toBe(`./acoustic ${commands[0]}`);
  expect(lines.filter((line) => line !== "…" && !stdout.split("\n").includes(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(6);

  // The last request downloads the recording.
  const flac = await readFile(join(folder, "sound.flac"));
  await rm(join(folder, "sound.flac"));
  expect(flac.length).toBeLessThan(100_000);
  expect(await checkFlac(flac)).toEqual({
    ok: true,
    sampleRateHertz: 16_000,
    channels: 1,
    bitsPerSample: 16,
    totalSamples: 80_000,
  });

  // A store that cannot be written to keeps nothing else from being there.
  const objects = createFolderStore(join(import.meta.filename, "audio"));
  const store = createAudioStore(objects, createStoreRecord(database));
  const silent = await loadDemonstration(database.db, { now, store });
  expect(silent).toEqual({
    ...first,
    key: silent.key,
    recordings: {
      seconds: new Map(),
      failure: expect.stringContaining("The audio store cannot be used"),
    },
  });
  expect(describeDemonstration(silent, gateway)).toContain("nothing to listen to");

  // The shell inserts the printed address where the service chooses its port.
  const unknown = describeDemonstration(second, { publicUrl: null, internalUrl: null });
  expect(unknown).toContain("GATEWAY=…   # the public address that serve printed\n");
  const sent = requestsOf(unknown).map((line) =>
    line.replace(/^GATEWAY=…/, `GATEWAY=${gateway.publicUrl}`),
  );
  const again = (await paste(sent, folder)).slice(2, 6).map((output) => JSON.parse(output));
  expect(again.map(idsOf)).toEqual(bodies.map(idsOf));
  expect(await readFile(join(folder, "sound.flac"))).toEqual(flac);
  await rm(join(folder, "sound.flac"));
});

/** The ids of an answer's records, or of its only one. */
function idsOf({ data }: { data: { id: string } | readonly { id: string }[] }): string[] {
  return [data].flat().map(({ id }) => id);
}

/** The lines of a text that stand apart for being pasted. */
function linesToPaste(text: string): string[] {
  return [...text.matchAll(/^ {2}(?<line>\S.*)$/gm)].map(({ groups }) => groups?.["line"] ?? "");
}

/** The lines for a shell of any folder, and the arguments of the lines that name the program. */
const requestsOf = (text: string) =>
  linesToPaste(text).filter((line) => !line.startsWith("./acoustic "));
const commandsOf = (text: string) =>
  linesToPaste(text).flatMap(
    (line) => /^\.\/acoustic (?<rest>.+)$/.exec(line)?.groups?.["rest"] ?? [],
  );

/** Runs lines in one shell, and returns what each one prints. */
async function paste(lines: readonly string[], cwd: string): Promise<string[]> {
  const script = lines.flatMap((line) => [line, `printf '\\0'`]).join("\n");
  const { stdout } = await promisify(execFile)("sh", ["-c", script], { cwd });
  return stdout.split("\0").slice(0, -1);
}

/** The stored classifications of each sensor, summed up. */
function storedClassifications(db: OperatorDatabase) {
  return db
    .select({
      id: sensors.id,
      rows: count(),
      models: countDistinct(classifications.modelNo),
      // Exact: rows come in any order, and binary fractions add up to something else in each.
      sum: sum(sql`${classifications.confidence}::numeric`),
    })
    .from(classifications)
    .innerJoin(sensors, eq(sensors.sensorNo, classifications.sensorNo))
    .where(inArray(sensors.id, sensorIds))
    .groupBy(sensors.id)
    .orderBy(asc(sensors.id));
}

/** The stored samples of each sensor of the demonstration, summed up. */
function storedSamples(db: OperatorDatabase) {
  return db
    .select({
      id: sensors.id,
      rows: count(),
      from: min(samples.datetime),
      to: max(samples.datetime),
      sum: sum(samples.laeq),
    })
    .from(samples)
    .innerJoin(sensors, eq(sensors.sensorNo, samples.sensorNo))
    .where(inArray(sensors.id, sensorIds))
    .groupBy(sensors.id)
    .orderBy(asc(sensors.id));
}
