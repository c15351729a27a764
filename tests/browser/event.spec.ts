import { readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { addRecording } from "../support/recordings.ts";
import { at, eventFragment, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

const second = at("2019-03-10T22:40:00Z");

test("an exceedance is listed, explained, seen and heard @firefox", async ({
  page,
  open,
  database,
  audioStore,
  tenantOf,
  browserName,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples([
    { second: second - 300, LAeq: 61 },
    { second, LAeq: 66.5, LAFmax: 71.2 },
  ]);
  // Five seconds at 16 kHz.
  const bytes = await readFile(packageFile("src/demo/data/recordings/jackhammer.flac"));
  const stores = { db: database.db, store: audioStore };
  await addRecording(stores, tenant.sensorIds[0] ?? "", second, { bytes, totalSamples: 80_000 });
  await open(tenant, `#/p/${tenant.projectId}/events?from=2019-03-10&to=2019-03-10`);
  // A proxy says of the first lease that its file is gone, in words of its own.
  await page.route("**/audio/**", (route) => route.fulfill({ status: 404, body: "Gone" }), {
    times: 1,
  });
  const rows = page.getByTestId("event-row");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("With recording").check();
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute("data-id", `${tenant.sensorIds[0]}.${second}`);
  // Firefox plays nothing on a machine without a sound device.
  const isHeard = browserName === "chromium";
  if (isHeard) {
    // It plays in the list, and stops by itself or by the button.
    await rows.getByRole("button", { name: "Play the recording" }).click();
    await expect(rows.locator(".play-button")).toHaveAttribute("data-state", "playing");
    await expect(page.getByTestId("event-list")).toBeVisible();
    await rows.getByRole("button", { name: "Stop the recording" }).click();
    await expect(rows.locator(".play-button")).toHaveAttribute("data-state", "ready");
  }
  await rows.getByRole("link", { name: "2019-03-10" }).click();

  await expect(page.getByTestId("event")).toContainText(
    "66.5 dB(A) at Sensor 0, Sun 10 Mar 2019 22:40–22:45 (UTC+0). The limit was 60.0 dB(A), exceeded by 6.5 dB.",
  );
  const winner = page.getByTestId("limit-explanation").getByRole("listitem").nth(7);
  await expect(winner).toHaveAttribute("data-source", "project_default");
  await expect(winner).toContainText("Project default");
  await expect(winner).not.toContainText("project_default");

  const player = page.getByTestId("player");
  await expect(player).toHaveAttribute("data-duration", /^5/);
  const spectrogram = page.getByTestId("spectrogram");
  await expect(spectrogram).toHaveAttribute("data-ready", "true");
  await expect(spectrogram).toHaveAttribute("data-hertz", "8000");
  const downloading = page.waitForEvent("download");
  await player.getByRole("button", { name: "Download FLAC" }).click();
  const file = await readFile(await (await downloading).path());
  expect(file.equals(bytes)).toBe(true);
  // A file that stays away is tried again by a person.
  await page.route("**/audio/**", (route) => route.fulfill({ status: 404, body: "Gone" }), {
    times: 2,
  });
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await page.goForward();
  await expect(player).toContainText("The recording cannot be found.");
  await player.getByRole("button", { name: "Try again" }).click();
  await expect(spectrogram).toHaveAttribute("data-ready", "true");
  if (isHeard) {
    await player.getByRole("button", { name: "Play" }).click();
    await expect(player).toHaveAttribute("data-state", "playing");
  }
});

test("the plot around a sample has the samples of two hours before and after it, and no part of another", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  const noon = at("2019-03-10T12:00:00Z");
  await tenant.addSamples(
    Array.from({ length: 9 }, (_, index) => ({ second: noon + (index - 4) * 3600, LAeq: 50 })),
  );
  await open(tenant, eventFragment(tenant, noon));
  const plot = page.getByTestId("event").getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(plot).toHaveAttribute("data-points", "5");
  // Neither evening nor night is in the picture.
  const legend = plot.getByRole("list", { name: "Legend" });
  await expect(legend).not.toContainText("Night");
  // A column that is filled would be taken for a band of levels.
  await expect(legend).toContainText("This sample");
  const mark = plot.locator("svg.level-chart path.marked");
  await expect(mark).toHaveCSS("fill", "none");
  await expect(mark).toHaveCSS("stroke-width", "2px");
});

test("the facts of a sample do not wait for its rules, whose error stands in place of the explanation", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples([{ second, LAeq: 66.5 }]);
  // The rules come when the test lets them, first as an error.
  await page.addInitScript(`{
    const { fetch: ask } = globalThis;
    globalThis.fetch = async (address, options) => {
      if (!options.body.includes('"ScheduleRules"') || globalThis.areRulesRead) return ask(address, options);
      await new Promise((resolve) => (globalThis.refuseRules = resolve));
      const errors = [{ message: "Too many rules.", extensions: { code: "INVALID_REQUEST" } }];
      return new Response(JSON.stringify({ data: null, errors }));
    };
  }`);
  await open(tenant, eventFragment(tenant, second));
  const event = page.getByTestId("event");
  await expect(event).toContainText("66.5 dB(A) at Sensor 0");
  await expect(event.getByTestId("level-plot")).toHaveAttribute("data-ready", "true");
  const why = page.getByRole("region", { name: "Why this limit" });
  await expect(why.getByRole("note")).toHaveCount(0);
  await page.evaluate("refuseRules()");
  await expect(why.getByRole("note")).toContainText("Too many rules.");
  await expect(page.getByTestId("limit-explanation")).toHaveCount(0);
  await page.evaluate("void (globalThis.areRulesRead = true)");
  await why.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByTestId("limit-explanation")).toContainText("Project default");
  await expect(why.getByRole("note")).toHaveCount(0);
});

test("without a clipboard, a link is copied from its field, or selected there and not said to be copied", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second, LAeq: 66.5 }]);
  await page.addInitScript(`
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => globalThis.isAllowed;
  `);
  await open(tenant, eventFragment(tenant, second));
  for (const isAllowed of [true, false]) {
    await page.evaluate(`globalThis.isAllowed = ${isAllowed}`);
    await page.getByRole("button", { name: isAllowed ? "Copy link" : "Copied" }).click();
    const text = isAllowed ? "Copied" : "Press Ctrl+C or ⌘C";
    await expect(page.getByRole("button", { name: text })).toBeVisible();
    if (isAllowed) await expect(page.getByRole("button", { name: text })).toBeFocused();
  }
  const field = page.getByLabel("Address of this view").first();
  await expect(field).toBeFocused();
  // A click reaches what a person sees.
  await field.click({ trial: true });
  const selected = await field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toContain(`${tenant.sensorIds[0]}.${second}`);
  // The menu of the key has the link only on a small screen.
  await page.locator(".menu summary").click();
  await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
});
