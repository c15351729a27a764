import { existsSync } from "node:fs";
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, uniquePrefix } from "./acoustic.ts";

const data = fileURLToPath(new URL("../../../shared/data/forest", import.meta.url));
const fileId = "S4A03895";

interface Recorded {
  readonly datetime: string;
  readonly Leq: number | null;
  readonly limit: number | null;
  readonly audioUrl: string | null;
}

test("all real recordings are imported, leased with their samples and downloaded byte for byte", async ({
  acoustic,
  audioStore,
  folder,
  get,
}) => {
  test.skip(!existsSync(data), "there is no folder ../shared/data/forest beside the project");
  // Ids of the test's own, in the files and in the names of the recordings.
  const id = uniquePrefix();
  const own = (text: string) => text.replaceAll(fileId, id).replace("id: forest", `id: ${id}-p`);
  const site = await folder.write(
    "site.yaml",
    own(await readFile(join(data, "site.yaml"), "utf8")),
  );
  const samples = await folder.write(
    "samples.csv",
    own(await readFile(join(data, "samples.csv"), "utf8")),
  );
  await folder.makeFolder("recordings");
  const names = (await readdir(join(data, "recordings"))).filter((name) => name.endsWith(".flac"));
  for (const name of names) {
    await copyFile(join(data, "recordings", name), join(folder.path, "recordings", own(name)));
  }
  const env = { AUDIO_STORE: audioStore.folder };
  expect(await acoustic(["apply", site])).toMatchObject({ code: 0 });
  expect(await acoustic(["import", "samples", samples])).toMatchObject({ code: 0 });
  const recordings = join(folder.path, "recordings");
  const { code, stdout } = await acoustic(["import", "recordings", "--json", recordings], { env });
  expect(code).toBe(0);
  const imported = JSON.parse(stdout) as { files: { result: string }[]; others: number };
  expect(imported.files).toHaveLength(96);
  expect(imported.others).toBe(0);
  const scopes = ["v0:data:read", "v0:events:read", "v0:audio:read"];
  const create = ["key", "create", "--name", "forest", "--project", `${id}-p`];
  const created = await acoustic(create.concat(scopes.flatMap((scope) => ["--scope", scope])));
  const key = created.stdout.trim();

  const read = async (operation: string) => {
    const response = await get(`/api/v0/projects/${id}-p/sensors/${id}/${operation}`, {
      key,
      query: { startAt: "2019-05-21", endAt: "2019-05-23", withAudio: true },
    });
    return ((await response.json()) as { data: Recorded[] }).data;
  };
  const measurements = await read("measurements");
  expect(measurements).toHaveLength(96);
  for (const { datetime, audioUrl } of measurements) {
    const name = `${fileId}_${datetime.replace(".000Z", "Z").replaceAll(/[-:]/g, "")}.flac`;
    const response = await get(audioUrl ?? "", { key });
    expect(response.status()).toBe(200);
    const bytes = await readFile(join(data, "recordings", name));
    expect((await response.body()).equals(bytes), name).toBe(true);
  }
  const above = measurements.filter(
    ({ Leq, limit }) => Leq !== null && limit !== null && Leq > limit,
  );
  expect(above.length).toBeGreaterThan(0);
  expect((await read("events")).map(({ datetime }) => datetime)).toEqual(
    above.map(({ datetime }) => datetime),
  );
});
