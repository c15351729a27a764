import { pino } from "pino";
import { expect, test } from "../support/test.ts";
import { levelsFrom } from "../support/series.ts";
import { writeReport } from "../../src/server/write-report.ts";

test("the file of a range that goes on has no missing samples before they could have come", async ({
  tenantOf,
  database,
}) => {
  const now = Date.now() / 1000;
  // It ended half an hour to an hour and a half ago: the next is missing an hour after its own end.
  const newest = (Math.floor((now - 1800) / 3600) - 1) * 3600;
  const [first, count] = [newest - 47 * 3600, 48];
  const dateOf = (second: number) => new Date(second * 1000).toISOString().slice(0, 10);
  const [from, to] = [dateOf(first), dateOf(now)];
  const tenant = await tenantOf({
    site: {
      timezone: "UTC",
      intervalSeconds: 3600,
      contract: { startAt: new Date(first * 1000).toISOString(), endAt: dateOf(now + 864_000) },
    },
  });
  await tenant.addSamples(levelsFrom(first, count, 3600, 50));
  const wanted = { project: tenant.projectId, from, to, language: "en", words: {} } as const;
  const report = await writeReport(database, wanted, pino({ level: "silent" }));
  expect("file" in report && report.file).toContain(
    "48 h of 48 h (100 %), 48 of 48 samples, no gaps.",
  );
});
