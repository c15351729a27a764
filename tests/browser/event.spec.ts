import { readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { addRecording } from "../support/recordings.ts";
import { at, expect, needChromium, openView, test } from "./dashboard.ts";

needChromium();

test("an exceedance is listed, explained, heard and seen", async ({
  page,
  gateway,
  database,
  audioStore,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const [sensor = ""] = tenant.sensorIds;
  const second = at("2019-03-10T22:40:00Z");
  await tenant.addSamples([
    { second: second - 300, LAeq: 61 },
    { second, LAeq: 66.5, LAFmax: 71.2 },
  ]);
  // Five seconds at 16 kHz.
  const bytes = await readFile(packageFile("src/demo/data/recordings/jackhammer.flac"));
  const stores = { db: database.db, store: audioStore };
  await addRecording(stores, sensor, second, { bytes, totalSamples: 80_000 });
  const fragment = `#/p/${tenant.projectId}/events?from=2019-03-10&to=2019-03-10`;
  await openView(page, gateway.internalUrl, tenant.key, fragment);
  const rows = page.getByTestId("event-row");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("With recording").check();
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute("data-id", `${sensor}.${second}`);
  // It plays where it is listed, and stops by itself or when it is asked to.
  await rows.getByRole("button", { name: "Play the recording" }).click();
  await expect(rows.locator(".play-button")).toHaveAttribute("data-state", "playing");
  await expect(page.getByTestId("event-list")).toBeVisible();
  await rows.getByRole("button", { name: "Stop the recording" }).click();
  await expect(rows.locator(".play-button")).toHaveAttribute("data-state", "ready");
  await rows.getByRole("link", { name: "2019-03-10" }).click();

  await expect(page.getByTestId("event")).toContainText(
    "66.5 dB(A) at Sensor 0, Sun 10 Mar 2019 22:40–22:45 (UTC+0). The limit was 60.0 dB(A), exceeded by 6.5 dB.",
  );
  const winner = page.getByTestId("limit-explanation").getByRole("listitem").nth(7);
  await expect(winner).toContainText("project_default");

  const player = page.getByTestId("player");
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player).toHaveAttribute("data-state", "playing");
  await expect(player).toHaveAttribute("data-duration", /^5/);
  const spectrogram = page.getByTestId("spectrogram");
  await expect(spectrogram).toHaveAttribute("data-ready", "true");
  await expect(spectrogram).toHaveAttribute("data-hertz", "8000");
  const downloading = page.waitForEvent("download");
  await player.getByRole("button", { name: "Download FLAC" }).click();
  const file = await readFile(await (await downloading).path());
  expect(file.equals(bytes)).toBe(true);
});

test("an event prints whole: its project, its plot as wide as the paper, and nothing to press", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const [sensor = ""] = tenant.sensorIds;
  const second = at("2019-03-10T22:40:00Z");
  await tenant.addSamples([{ second, LAeq: 66.5 }]);
  const fragment = `#/p/${tenant.projectId}/s/${sensor}/e/${sensor}.${second}`;
  await openView(page, gateway.internalUrl, tenant.key, fragment);
  const event = page.getByTestId("event");
  await expect(event.getByTestId("level-plot")).toHaveAttribute("data-ready", "true");
  await expect(page.getByTestId("limit-explanation")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Earshot · Project of a test · Europe/Dublin")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Exceedances of this sensor" })).toBeHidden();
  await expect(event.getByRole("button")).toHaveCount(0);
  // A printer lays the page out again, and draws no canvas anew.
  const [plot, paper] = await page.evaluate<[number, number]>(`(() => {
    const main = document.querySelector("main");
    main.style.width = "700px";
    const widthOf = (element) => element.getBoundingClientRect().width;
    const widths = [widthOf(document.querySelector(".level-plot canvas")), widthOf(main)];
    main.style.width = "";
    return widths;
  })()`);
  expect(paper).toBe(700);
  expect(plot).toBeGreaterThan(600);
  expect(plot).toBeLessThan(700);
});
