import { levelsFrom } from "../support/series.ts";
import { readFile } from "node:fs/promises";
import { addRecording } from "../support/recordings.ts";
import { at, expect, needBrowser, refuse, test, typeKey } from "./dashboard.ts";

needBrowser();

const days = "from=2019-03-12&to=2019-03-13";
const first = at("2019-03-12T00:00:00Z");

/** Samples of five minutes, of which every third is 63 dB and above the limit of 60 dB, and the others 50 dB. */
const thirds = (count: number) =>
  levelsFrom(first, count, 300, (index) => (index % 3 === 0 ? 63 : 50));

test("a list shows the number of exceedances before it has them all, unless it is unknown", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { intervalSeconds: 300 } });
  await tenant.addSamples(thirds(400), 0);
  await tenant.addSamples(thirds(30), 1);
  const list = page.getByTestId("event-list");
  const status = list.getByRole("status").first();
  const show = async (fragment: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await expect(list).toHaveAttribute("data-ready", "true");
  };
  await open(tenant, `#/p/${tenant.projectId}?${days}`);
  await expect(list.getByTestId("event-row")).toHaveCount(20);
  await expect(status).toContainText(/^144 exceedances/);

  await show(`#/p/${tenant.projectId}/events?${days}`);
  await expect(status).toContainText(/^144 exceedances/);
  await expect(list.getByTestId("event-row")).toHaveCount(100);
  await show(`#/p/${tenant.projectId}/events?${days}&sensor=${tenant.sensorIds[0]}`);
  await expect(status).toContainText(/^134 exceedances/);
  // Nothing counts those of a filter before they are read.
  await show(`#/p/${tenant.projectId}/events?${days}&minOver=1`);
  await expect(status).toContainText(/^at least 100 exceedances/);
  await list.getByRole("button", { name: "More" }).click();
  await expect(status).toContainText(/^144 exceedances/);
});

test("a key that may not read samples knows no more than what is listed", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(thirds(400));
  const key = await tenant.createKey({ scopes: ["v0:projects:read", "v0:events:read"] });
  await open({ key }, `#/p/${tenant.projectId}/events?${days}`);
  const list = page.getByTestId("event-list");
  await expect(list.getByRole("status").first()).toContainText(/^at least 100 exceedances/);
  await list.getByRole("button", { name: "Episodes" }).click();
  await expect(list.getByRole("status").first()).toContainText(/^134 episodes/);
});

test("episodes are those of the server, filtered, counted and saved", async ({
  page,
  open,
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({
    sensors: 2,
    site: { intervalSeconds: 300, classification: { model: "ears", minConfidence: 0.5 } },
  });
  // Two episodes of the first sensor: a sample within the limit parts them. One of the second, with a gap before it.
  const loud = (indexes: readonly number[], LAeq: number) =>
    indexes.map((index) => ({ second: first + index * 300, LAeq }));
  await tenant.addSamples([...loud([0, 1, 4], 63), ...loud([3], 50), ...loud([2], 66)], 0);
  await tenant.addSamples([...loud([10, 11], 61)], 1);
  await tenant.addClassifications([["ears", first, "dog", 0.9]], 0);
  const list = await open(
    tenant,
    `#/p/${tenant.projectId}/events?${days}&mode=episodes`,
    "event-list",
  );
  await expect(list.getByRole("status").first()).toContainText(/^3 episodes/);
  const rows = list.getByTestId("event-row");
  await expect(rows).toHaveText([
    /2019-03-12 00:50 Tue\s*Sensor 1\s*10 min\s*2\s*61\.00\s*\+1\.00/,
    /2019-03-12 00:20 Tue\s*Sensor 0\s*5 min\s*1\s*63\.00\s*\+3\.00/,
    /2019-03-12 00:00 Tue\s*Sensor 0\s*15 min\s*3\s*64\.24\s*\+6\.00\s*dog/,
  ]);
  const answer = await graphql(
    `{ sensor(projectId: "${tenant.projectId}", id: "${tenant.sensorIds[0]}") {
      episodes(startAt: "2019-03-12", endAt: "2019-03-13T23:59:59") { data { Leq seconds } } } }`,
    { key: tenant.key },
  );
  expect(await answer.json()).toMatchObject({
    data: {
      sensor: {
        episodes: {
          data: [
            { Leq: 64.24, seconds: 900 },
            { Leq: 63, seconds: 300 },
          ],
        },
      },
    },
  });

  const downloading = page.waitForEvent("download");
  await list.getByRole("button", { name: "CSV" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "sensor_id,start_utc,start_local,end_utc,end_local,duration_seconds,exceedances,LAeq,highest_over,label",
  );
  expect(lines[3]).toBe(
    `${tenant.sensorIds[0]},2019-03-12T00:00:00.000Z,2019-03-12T00:00:00+00:00,2019-03-12T00:15:00.000Z,2019-03-12T00:15:00+00:00,900,3,64.24,6,dog`,
  );

  // The sources of limits are of single samples.
  await expect(list.getByLabel("Source of the limit")).toHaveCount(0);
  await list.getByLabel("Over, at least (dB)").pressSequentially("3");
  await list.getByLabel("Over, at least (dB)").press("Enter");
  await expect(rows).toHaveCount(2);
  await list.getByLabel("Label", { exact: true }).pressSequentially("dog");
  await list.getByLabel("Label", { exact: true }).press("Enter");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link").click();
  // It opens the highest of its exceedances.
  await expect(page.getByTestId("event")).toContainText("66.0 dB(A) at Sensor 0");
});

test("a project without a model says why nothing has a label", async ({ page, open, tenantOf }) => {
  const classified = { model: "ears", minConfidence: 0.5 };
  const [without, withModel] = [
    await tenantOf({ site: { intervalSeconds: 300 } }),
    await tenantOf({ site: { intervalSeconds: 300, classification: classified } }),
  ];
  const words = "No labels are shown, because the site file of this project names no model";
  for (const [tenant, count] of [
    [without, 1],
    [withModel, 0],
  ] as const) {
    await tenant.addSamples(thirds(30));
    const [sensor = ""] = tenant.sensorIds;
    const project = `#/p/${tenant.projectId}`;
    const note = page.getByTestId("no-labels");
    await page.goto("about:blank");
    await open(tenant, `${project}/s/${sensor}?${days}`, "level-plot");
    await expect(note).toHaveCount(count);
    await page.evaluate(`location.hash = ${JSON.stringify(`${project}/events?${days}`)}`);
    await expect(page.getByTestId("event-row").first()).toBeVisible();
    await expect(note).toHaveCount(count);
    await page.evaluate(
      `location.hash = ${JSON.stringify(`${project}/s/${sensor}/e/${sensor}.${first}`)}`,
    );
    await expect(page.getByTestId("limit-explanation")).toBeVisible();
    await expect(note).toHaveCount(count);
    if (count > 0) await expect(note).toContainText(words);
  }
});

test("the list begins with what is highest above its limit, loudest or longest, and the address says so", async ({
  page,
  open,
  database,
  audioStore,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  // An hour of 61 dB, and then single samples; the limit is 60 dB.
  await tenant.addSamples([
    ...levelsFrom(first, 12, 300, 61),
    { second: first + 3 * 3600, LAeq: 67.5 },
    { second: first + 4 * 3600, LAeq: 64 },
  ]);
  const stores = { db: database.db, store: audioStore };
  await addRecording(stores, tenant.sensorIds[0] ?? "", first + 4 * 3600);
  await open(tenant, `#/p/${tenant.projectId}/events?${days}`);
  const list = page.getByTestId("event-list");
  const top = list.getByTestId("event-row").first();
  await expect(top).toContainText("64.00");
  await list.getByLabel("Order").selectOption("most above the limit first");
  await expect(top).toContainText("67.50");
  // The newest is not the first of this order, and can be heard as before.
  const heard = list.getByTestId("event-row").filter({ has: page.getByLabel("Play") });
  await expect(heard).toContainText(["64.00"]);
  await expect(top.getByRole("cell").last()).toHaveText("–no recording");
  await expect(heard.getByRole("cell").last()).toHaveText("▶");
  await expect.poll(() => new URL(page.url()).hash).toContain("sort=over");
  await page.reload();
  await typeKey(page, tenant.key);
  await expect(top).toContainText("67.50");

  await list.getByRole("button", { name: "Episodes" }).click();
  await expect(top).toContainText("67.50");
  await list.getByLabel("Order").selectOption("longest first");
  await expect(top).toContainText("1 h");
  await expect(list.getByTestId("event-row")).toHaveCount(3);
  // Samples all last as long.
  await list.getByRole("button", { name: "Samples" }).click();
  await expect(list.getByLabel("Order")).toHaveValue("newest");
});

test("of thousands of exceedances, those that are first in an order are the worst of the whole range", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 60 },
    sensors: [{}, { limits: { default: { A: 70 } } }],
  });
  // 90 hours above 60 dB, a little more each hour but for the oldest ones; those of the other sensor are above 70 dB.
  const oldest = [75, 74, 73];
  await tenant.addSamples(
    levelsFrom(first, 5400, 60, (index) => oldest[index] ?? 61 + Math.floor(index / 60) / 100),
  );
  await tenant.addSamples(levelsFrom(first, 3, 60, 74.5), 1);
  const requests: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (body.includes("ProjectEvents")) requests.push(body);
  });
  const sorted = (order: string) =>
    `#/p/${tenant.projectId}/events?from=2019-03-12&to=2019-03-15&sort=${order}`;
  const list = await open(tenant, sorted("over"), "event-list");
  const rows = list.getByTestId("event-row");
  await expect(list.getByRole("status").first()).toContainText(/^5,403 exceedances/);
  await expect(rows).toHaveCount(100);
  for (const [index, over] of [
    "+15.00",
    "+14.00",
    "+13.00",
    "+4.50",
    "+4.50",
    "+4.50",
    "+1.89",
  ].entries()) {
    await expect(rows.nth(index)).toContainText(over);
  }
  await expect(rows.nth(6)).toContainText("2019-03-15 17:59");
  // The newest are the highest of the others: none of the older ones is read.
  expect(requests.length).toBeLessThan(4);
  await list.getByRole("button", { name: "More" }).click();
  await expect(rows).toHaveCount(200);
  await expect(rows.nth(199)).toContainText("+1.86");
  const downloading = page.waitForEvent("download");
  await list.getByRole("button", { name: "CSV" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text.trimEnd().split("\r\n")).toHaveLength(1 + 5403);

  await page.evaluate(`location.hash = ${JSON.stringify(sorted("level"))}`);
  for (const [index, level] of [
    "75.00",
    "74.50",
    "74.50",
    "74.50",
    "74.00",
    "73.00",
    "61.89",
  ].entries()) {
    await expect(rows.nth(index)).toContainText(level);
  }
});

test("exceedances are not counted while it is unknown which time is excluded", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(first, 12, 300, 94));
  const goOn = await refuse(page, "SensorExclusions");
  await open(tenant, `#/p/${tenant.projectId}/events?${days}`);
  const list = page.getByTestId("event-list");
  await expect(list).toContainText("Not this time.");
  await expect(page.getByTestId("event-row")).toHaveCount(0);
  await expect(list).not.toContainText(/\d+ exceedance|No exceedances/);
  await expect(list.getByRole("button", { name: "CSV" })).toHaveCount(0);
  // With excluded time, nothing is unknown, nor on the page of one of them.
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/events?${days}&excluded=with"`);
  await expect(page.getByTestId("event-row")).toHaveCount(12);
  const event = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}/e/${tenant.sensorIds[0]}.${first}`;
  await page.evaluate(`location.hash = "${event}"`);
  await expect(page.getByTestId("event")).toContainText("Not this time.");
  await expect(page.getByTestId("event").locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/events?${days}"`);
  await expect(list).toContainText("Not this time.");
  await goOn();
  await list.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByTestId("event-row")).toHaveCount(12);
});
