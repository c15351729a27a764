import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readDataSet, skipWithoutDataSet } from "../support/data-sets.ts";
import { expect, jsonOf, test, uniquePrefix } from "./acoustic.ts";

interface Recorded {
  readonly datetime: string;
  readonly Leq: number | null;
  readonly limit: number | null;
  readonly audioUrl: string | null;
}

/** Project, sensor and a range in which each sample has a recording. */
const recorded = {
  city: ["city-sound", "city-park", "2023-03-23T08:00:00Z", "2023-03-23T16:00:00Z"],
  forest: ["forest", "S4A03895", "2019-05-21", "2019-05-23"],
} as const;

for (const name of ["city", "forest"] as const) {
  test(`all recordings of ${name} are imported, leased with their samples and downloaded byte for byte`, async ({
    acoustic,
    audioStore,
    folder,
    get,
  }) => {
    skipWithoutDataSet(name);
    const dataSet = await readDataSet(name, uniquePrefix());
    const [projectId, sensorId, startAt, endAt] = recorded[name];
    const [project, sensor] = [projectId, sensorId].map(dataSet.withOwnIds);
    const originals = name === "city" ? await demoFiles() : await filesOf(dataSet.folder);
    const site = await folder.write("site.yaml", dataSet.siteYaml);
    const samples = await folder.write("samples.csv", dataSet.samplesCsv);
    await folder.makeFolder("recordings");
    const recordings = join(folder.path, "recordings");
    for (const [time, original] of originals) {
      await copyFile(original, join(recordings, `${sensor}_${time}.flac`));
    }
    expect(await acoustic(["apply", site])).toMatchObject({ code: 0 });
    expect(await acoustic(["import", "samples", samples])).toMatchObject({ code: 0 });
    const run = await acoustic(["import", "recordings", "--json", recordings], {
      env: audioStore.environment,
    });
    expect(run.code).toBe(0);
    const imported = jsonOf(run) as { files: { result: string }[]; others: number };
    expect(imported.files).toHaveLength(originals.size);
    expect(imported.others).toBe(0);
    const scopes = ["v0:data:read", "v0:events:read", "v0:audio:read"];
    const create = ["key", "create", "--name", name, "--project", project ?? ""];
    const created = await acoustic(create.concat(scopes.flatMap((scope) => ["--scope", scope])));
    const key = created.stdout.trim();

    const read = async (operation: string) => {
      const response = await get(`/api/v0/projects/${project}/sensors/${sensor}/${operation}`, {
        key,
        query: { startAt, endAt, withAudio: true },
      });
      return ((await response.json()) as { data: Recorded[] }).data;
    };
    const measurements = await read("measurements");
    expect(measurements).toHaveLength(originals.size);
    for (const { datetime, audioUrl } of measurements) {
      const time = datetime.replace(".000Z", "Z").replaceAll(/[-:]/g, "");
      const response = await get(audioUrl ?? "", { key });
      expect(response.status()).toBe(200);
      const bytes = await readFile(originals.get(time) ?? "");
      expect((await response.body()).equals(bytes), time).toBe(true);
    }
    const above = measurements.filter(
      ({ Leq, limit }) => Leq !== null && limit !== null && Leq > limit,
    );
    expect(above.length).toBeGreaterThan(0);
    expect((await read("events")).map(({ datetime }) => datetime)).toEqual(
      above.map(({ datetime }) => datetime),
    );
  });
}

/** The recordings of the demonstration, one an hour, by the time in the name of an import. */
async function demoFiles(): Promise<Map<string, string>> {
  const folder = join(import.meta.dirname, "../../src/demo/data/recordings");
  const names = (await readdir(folder)).toSorted();
  return new Map(
    names.map((name, index) => [
      `20230323T${String(8 + index).padStart(2, "0")}0000Z`,
      join(folder, name),
    ]),
  );
}

/** The recordings of a data set, by the time in their names. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(join(folder, "recordings"))).filter((name) =>
    name.endsWith(".flac"),
  );
  return new Map(
    names.map((name) => [
      name.slice(name.lastIndexOf("_") + 1, -".flac".length),
      join(folder, "recordings", name),
    ]),
  );
}
