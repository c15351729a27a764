import { sql } from "drizzle-orm";
import { expect, jsonOf, test } from "./acoustic.ts";
import { linesOf } from "./csv.ts";

const header = "sensor_id,datetime,LAeq,LAFmax,classification";

test("a dry run counts what the import then does, and writes nothing", async ({
  database,
  project: { acoustic, folder, importFiles, other, sensor },
}) => {
  await importFiles({
    "stored.csv": linesOf(
      header,
      `${sensor},2019-03-01T00:00Z,60,70,dog`,
      `${sensor},2019-03-01T00:01Z,60,70,`,
      `${sensor},2019-03-01T00:02Z,60,70,`,
      `${sensor},2019-03-01T00:03Z,60,,`,
    ),
  });
  await folder.write("a.rejected.csv", "of an earlier import");
  const files = {
    "a.csv": linesOf(
      header,
      `${sensor},2019-03-01T00:00Z,60,70,dog`,
      // LAFmax becomes empty.
      `${sensor},2019-03-01T00:01Z,61,,`,
      `${sensor},2019-03-01T00:02Z,61,71,`,
      `${sensor},2019-03-01T00:03Z,60,,cat`,
      // Another month, and outside of the contract.
      `${other},2019-05-01T00:00Z,62,,`,
      `${other},2019-05-01T00:00Z,62,,`,
      "nobody,2019-05-01T00:00Z,60,,",
    ),
    // The effect of the file before counts.
    "b.csv": linesOf(header, `${other},2019-05-01T00:00Z,62,,`, `${sensor},2019-03-01T00:01Z,,70,`),
  };
  const stateOf = async () => ({
    // The whole rows with their places: a rewritten row has another one.
    samples: await database.db.execute(sql`
      select samples.ctid::text, samples.* from samples join sensors using (sensor_no)
      where id in (${sensor}, ${other}) order by sensor_no, datetime`),
    files: await folder.list(),
    rejected: await folder.read("a.rejected.csv"),
  });
  for (const [name, content] of Object.entries(files)) await folder.write(name, content);
  const before = await stateOf();
  const paths = ["a.csv", "b.csv"].map((name) => `${folder.path}/${name}`);
  const tried = await acoustic(["import", "samples", "--dry-run", "--json", ...paths]);
  const counts = [
    { rows: 7, inserted: 1, updated: 3, unchanged: 2, rejected: 1 },
    { rows: 2, inserted: 0, updated: 1, unchanged: 1, rejected: 0 },
  ];
  const effects = [
    { emptiedLevels: 1, outsideContract: 1 },
    { emptiedLevels: 1, outsideContract: 1 },
  ];
  expect({ code: tried.code, stderr: tried.stderr.replaceAll(`${folder.path}/`, "") }).toEqual({
    code: 1,
    stderr: 'a.csv:8: unknown sensor "nobody": acoustic apply makes it, from the site file\n',
  });
  expect(jsonOf(tried)).toMatchObject({
    files: paths.map((file, at) => ({ file, rejectedFile: null, ...counts[at], ...effects[at] })),
  });
  const [path = ""] = paths;
  expect(await acoustic(["import", "samples", "--dry-run", path])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^[^\n]+: 7 rows would be: 1 inserted, 3 updated, 2 unchanged, 1 rejected\n  from [^\n]+\n  stored levels that would become empty: 1\n  outside the contract, stored but not served: 1 row\nThis was a dry run: nothing was written.\n$/,
    ),
  });
  expect(await stateOf()).toEqual(before);

  const done = await importFiles({}, { paths: ["a.csv", "b.csv"] });
  expect(done.files).toMatchObject(counts);
});

test("a dry run knows a repeated row across batches, and a sensor without a contract serves nothing", async ({
  tenantOf,
  project,
}) => {
  const { acoustic, folder, sensor } = project;
  await project.apply({ contract: null });
  const at = (index: number) => new Date(Date.UTC(2019, 2, 1) + index * 1000).toISOString();
  const rows = Array.from({ length: 6000 }, (_, index) => `${sensor},${at(index)},60,,`);
  const again = [`${sensor},${at(0)},60,,`, `${sensor},${at(1)},61,,`];
  const served = await tenantOf();
  const inside = `${served.sensorIds[0]},${at(0)},60,,`;
  const content = linesOf(header, ...rows, ...again, inside);
  const path = await folder.write("a.csv", content);
  expect(jsonOf(await acoustic(["import", "samples", "--dry-run", "--json", path]))).toMatchObject({
    files: [
      {
        inserted: 6000,
        updated: 0,
        unchanged: 1,
        rejected: 2,
        outsideContract: 5999,
        projects: [
          { id: project.projectId, outsideContract: 5999 },
          { id: served.projectId, outsideContract: 0 },
        ],
      },
    ],
  });
});
