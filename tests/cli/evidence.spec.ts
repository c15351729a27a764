import { readFileSync } from "node:fs";
import { loadDemonstration } from "../../src/demo/load-demonstration.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { criterionOf } from "../support/criterion.ts";
import { loadSite, skipWithoutDataSet } from "../support/data-sets.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, type Folder, refusalWith, test as base } from "./acoustic.ts";
import { python, unpack, type UnpackedPack } from "../support/evidence-pack.ts";

interface Written {
  readonly pack: UnpackedPack;
  readonly stdout: string;
}

const test = base.extend<{
  /** Default of `env`: the database of the run. */
  writePack: (
    projectId: string,
    startAt: string,
    endAt: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<Written>;
}>({
  writePack: async ({ acoustic, folder }, use) => {
    await use(async (projectId, startAt, endAt, env = {}) => {
      const command = evidenceOf(folder, projectId, startAt, endAt);
      const { code, stdout, stderr } = await acoustic(command, { env });
      expect([code, stderr]).toEqual([0, ""]);
      return { pack: await unpack(folder, "evidence.tar.gz"), stdout };
    });
  },
});

const evidenceOf = ({ path }: Folder, projectId: string, startAt: string, endAt: string) =>
  `evidence --project ${projectId} --start-at ${startAt} --end-at ${endAt} --output ${path}/evidence.tar.gz`;

/** Recomputes a pack, and expects that at least so many lines agree. */
function expectAgreement(pack: UnpackedPack, atLeast: number): void {
  expect(pack.changedFiles()).toEqual([]);
  if (python === null) return skipRecomputing();
  const { code, lines } = pack.recompute();
  expect([code, lines]).toEqual([
    0,
    [expect.stringMatching(/^[0-9]+ lines compared, 0 differences$/)],
  ]);
  expect(Number.parseInt(lines[0] ?? "", 10)).toBeGreaterThanOrEqual(atLeast);
}

function skipRecomputing(): void {
  test.info().annotations.push({ type: "left out", description: "python3 is not there" });
}

const noon = Date.parse("2019-03-10T12:00:00Z") / 1000;
const site = {
  intervalSeconds: 900,
  classification: { model: "ears", minConfidence: 0.5 },
  permit: { number: "2019/114", authority: "City" },
  criteria: [
    criterionOf("noon LAeq 12:00-13:00 60"),
    criterionOf("quarters LAeq 12:00-13:00 60", { over: { block: "PT15M" }, allowed: 1 }),
  ],
};
const instrument = {
  microphone: { height: 4, mounting: "façade, 1 m" },
  class: 1,
  calibrations: [{ date: "2019-02-01", level: 94.02 }],
};
const levels = [50, 58, 63.5, 64, 58, 50];

test("a pack has all that its verdicts and episodes are made of, and recompute.py agrees with each of their lines", async ({
  tenantOf,
  database,
  audioStore,
  writePack,
}) => {
  const tenant = await tenantOf({ sensors: [instrument, {}], site });
  const [loud = "", silent = ""] = tenant.sensorIds;
  await tenant.addSamples(
    levels.map((LAeq, index) => ({ second: noon + (index - 1) * 900, LAeq, LAFmax: LAeq + 10 })),
  );
  await tenant.addClassifications([
    ["ears", noon + 900, "=1+1", 0.9],
    ["ears", noon + 900, "saw", 0.8],
    ["others", noon + 900, 'a "b", c', 0.25],
  ]);
  await addRecording({ db: database.db, store: audioStore }, loud, noon + 1800);
  await tenant.addExclusions([
    ["2019-03-10T12:45:00Z", "2019-03-10T12:55:00Z", "thunder", "near, loud"],
  ]);

  // The range ends inside a window and an episode.
  const range = ["2019-03-10T12:20:00.000Z", "2019-03-10T12:20:00.000Z"] as const;
  const { pack, stdout } = await writePack(tenant.projectId, ...range);
  expect(stdout).toContain(
    "evidence.tar.gz has sensors: 2, versions of the rules: 1, samples: 6, verdicts: 4, episodes: 1\n",
  );
  expect(pack.names).toEqual([
    "SHA256SUMS",
    "assessments.csv",
    "classifications.csv",
    "episodes.csv",
    "exclusions.csv",
    "method.md",
    "pack.json",
    "recompute.py",
    "recordings.csv",
    "samples.csv",
    "sensors.csv",
    "site/1.json",
  ]);
  expect(JSON.parse(pack.text("pack.json"))).toEqual({
    format: 1,
    project: tenant.projectId,
    startAt: range[0],
    endAt: range[1],
    version: 1,
    versions: [{ version: 1, appliedAt: expect.stringMatching(/Z$/) }],
    episodes: { fweighting: "A", joinSeconds: 0, minSeconds: 0 },
  });
  const { project } = JSON.parse(pack.text("site/1.json")) as {
    project: { criteria: unknown[]; permit: unknown; sensors: unknown[] };
  };
  expect(project.permit).toEqual({ number: "2019/114", authority: "City" });
  expect(project.sensors[0]).toMatchObject(instrument);
  expect(project.criteria).toEqual([
    expect.objectContaining({ id: "noon" }),
    expect.objectContaining({ id: "quarters" }),
  ]);
  expect(pack.lines("sensors.csv")).toEqual([`${loud},900,declared`, `${silent},900,declared`]);
  // The window of an hour, and one sample on either side of it.
  expect(pack.lines("samples.csv").map((line) => line.split(",")[2])).toEqual(levels.map(String));
  expect(pack.lines("exclusions.csv")).toEqual([
    `${loud},2019-03-10T12:45:00.000Z,2019-03-10T12:55:00.000Z,thunder,"near, loud"`,
  ]);
  expect(pack.lines("classifications.csv")).toEqual([
    `${loud},2019-03-10T12:15:00.000Z,ears,'=1+1,0.9`,
    `${loud},2019-03-10T12:15:00.000Z,ears,saw,0.8`,
    `${loud},2019-03-10T12:15:00.000Z,others,"a ""b"", c",0.25`,
  ]);
  expect(pack.lines("recordings.csv")).toEqual([`${loud},2019-03-10T12:30:00.000Z`]);
  expect(pack.lines("assessments.csv").map((line) => line.split(",").slice(0, 3))).toEqual([
    [loud, "noon", "2019-03-10"],
    [loud, "quarters", "2019-03-10"],
    [silent, "noon", "2019-03-10"],
    [silent, "quarters", "2019-03-10"],
  ]);
  // A label that a spreadsheet would read as a formula has an apostrophe before it.
  expect(pack.lines("episodes.csv")).toEqual([
    `${loud},2019-03-10T12:15:00.000Z,2019-03-10T12:45:00.000Z,1800,2,1800,63.76,96.31,4,2019-03-10T12:30:00.000Z,64,74,60,60,'=1+1,900,1,${loud}.${noon + 1800},true`,
  ]);
  for (const name of ["method.md", "recompute.py"]) {
    expect(pack.text(name)).toBe(readFileSync(packageFile(`src/evidence/${name}`), "utf8"));
  }
  expectAgreement(pack, 5);
});

test("a changed byte is found, and so is each changed figure, by its line", async ({
  tenantOf,
  writePack,
}) => {
  const tenant = await tenantOf({ site });
  const [sensor = ""] = tenant.sensorIds;
  await tenant.addSamples(levels.map((LAeq, index) => ({ second: noon + index * 900, LAeq })));
  const { pack } = await writePack(tenant.projectId, "2019-03-10", "2019-03-10T23:59:59Z");
  expectAgreement(pack, 3);
  await pack.change("samples.csv", "63.5", "63.4");
  expect(pack.changedFiles()).toEqual(["samples.csv: FAILED"]);
  if (python === null) return skipRecomputing();
  expect(pack.recompute()).toEqual({
    code: 1,
    lines: [
      "samples.csv: has other bytes than those whose digest is in SHA256SUMS",
      `assessments.csv line 2 (${sensor}, noon, 2019-03-10): level is 61.37, recomputed 61.33`,
      expect.stringContaining(`(${sensor}, noon, 2019-03-10): over is 1.37, recomputed 1.33`),
      expect.stringContaining(`(${sensor}, noon, 2019-03-10): budget_used is`),
      expect.stringContaining(`episodes.csv line 2 (${sensor}, 2019-03-10T12:30:00.000Z): Leq is`),
      expect.stringContaining(`episodes.csv line 2 (${sensor}, 2019-03-10T12:30:00.000Z): LAE is`),
      expect.stringMatching(/^3 lines compared, 6 differences$/),
    ],
  });
  await pack.change("samples.csv", "63.4", "63.5");
  await pack.change("assessments.csv", ",61.37,60,1.37,", ",59.25,60,-0.75,", "sums");
  expect(pack.changedFiles()).toEqual([]);
  expect(pack.recompute().lines).toEqual([
    `assessments.csv line 2 (${sensor}, noon, 2019-03-10): level is 59.25, recomputed 61.37`,
    `assessments.csv line 2 (${sensor}, noon, 2019-03-10): over is -0.75, recomputed 1.37`,
    "3 lines compared, 2 differences",
  ]);
});

test("a pack keeps the rules that were in force since its range began, oldest first", async ({
  tenantOf,
  writePack,
}) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples(levels.map((LAeq, index) => ({ second: noon + index * 900, LAeq })));
  // A window that today's rules have no more reaches two hours further.
  await tenant.apply({ ...site, criteria: [criterionOf("wide LAeq 11:00-15:00 60")] });
  await tenant.apply(site);
  await tenant.dateVersions("2019-03-01T00:00:00Z", "2019-03-09T00:00:00Z", "2019-03-10T12:20:00Z");
  const { pack } = await writePack(tenant.projectId, "2019-03-10T12:10Z", "2019-03-10T12:20Z");
  expect(pack.names.filter((name) => name.startsWith("site/"))).toEqual([
    "site/2.json",
    "site/3.json",
  ]);
  expect(JSON.parse(pack.text("pack.json"))).toMatchObject({
    version: 3,
    versions: [
      { version: 2, appliedAt: "2019-03-09T00:00:00.000Z" },
      { version: 3, appliedAt: "2019-03-10T12:20:00.000Z" },
    ],
  });
  expect(pack.lines("samples.csv")).toHaveLength(levels.length);
  expectAgreement(pack, 2);
});

test("a pack of a range outside the contract has only the sensors", async ({
  tenantOf,
  writePack,
}) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples([{ second: noon, LAeq: 70 }]);
  const { pack } = await writePack(tenant.projectId, "2018-03-10", "2018-03-11");
  expect(pack.lines("sensors.csv")).toEqual([`${tenant.sensorIds[0]},900,declared`]);
  expect(pack.lines("samples.csv")).toEqual([]);
  expectAgreement(pack, 0);
});

test("evidence overwrites no file", async ({ acoustic, folder, tenant: { projectId } }) => {
  await folder.write("evidence.tar.gz", "mine");
  const run = await acoustic(evidenceOf(folder, projectId, "2019-03-10", "2019-03-11"));
  expect(run).toEqual(refusalWith("it exists already, and is not overwritten"));
  expect(await folder.read("evidence.tar.gz")).toBe("mine");
});

test("recompute.py agrees with the pack of the demonstration's last week", async ({
  writePack,
  installationOf,
}) => {
  // Its ids are always the same: in the database of the run it would remove the recordings of another worker.
  const installation = await installationOf("migrated");
  const { store } = installation;
  await store.begin();
  const now = new Date("2026-03-20T10:02:30Z");
  await loadDemonstration(installation.database.db, { now, store });
  const week = ["2026-03-09", "2026-03-15T23:59:59Z"] as const;
  const { pack } = await writePack("demo-lisbon", ...week, installation.env);
  expectAgreement(pack, 57 + 50);
});

for (const name of ["city", "dublin", "noisemonitor", "forest"] as const) {
  test(`recompute.py agrees with the pack of all of ${name}`, async ({ database, writePack }) => {
    skipWithoutDataSet(name);
    const { projectId } = await loadSite(database, name, criteriaOfDataSets);
    const { pack } = await writePack(projectId, "2000-01-01", "2099-12-31");
    expectAgreement(pack, 1);
    if (python === null) return;
    expect(pack.recompute().lines.join("\n")).not.toMatch(/^0 lines/);
  });
}

const evening = { name: "Evening", from: "17:00", to: "18:00", add: 5 };
const quarters = { over: { block: "PT15M" }, allowed: 2, round: 1 };
const criteriaOfDataSets = [
  criterionOf("day LAeq 07:00-18:00 65", { adjustments: [evening] }),
  criterionOf("night LAeq 22:00-07:00 50", quarters),
  criterionOf("hours LAeq 00:00-24:00 60", { over: { rolling: "PT1H" }, round: 0.1 }),
  criterionOf("peaks LAFmax 00:00-24:00 85", { over: "sample", allowed: 5 }),
];
