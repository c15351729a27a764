import { randomBytes } from "node:crypto";
import { composeApiKey } from "../../src/auth/api-key.ts";
import { revokeApiKey } from "../../src/database/queries/keys/api-keys.ts";
import { freePort } from "../support/free-port.ts";
import { startTestGateway } from "../support/gateway.ts";
import { expect, needBrowser, test, typeKey } from "./dashboard.ts";

needBrowser();

test("a wrong key is reported in words for people, a link is shown after the right one, and a reload forgets it", async ({
  page,
  open,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf({ site: { name: "<b>Quay</b> & co" } });
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().endsWith("/graphql"))));
  const fragment = `#/p/${projectId}/schedule`;
  const field = page.getByLabel("API key");
  // Without a request: it fails its checksum.
  const swapped = key.endsWith("0") ? "1" : "0";
  await open({ key: key.slice(0, -1) + swapped }, fragment);
  await expect(page.getByRole("alert")).toContainText("mistyped");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  expect(asked).toBe(0);

  await typeKey(page, composeApiKey(randomBytes(12), randomBytes(32)).text);
  await expect(page.getByTestId("key-form")).toContainText(
    "This key is not valid: it may be mistyped, expired or revoked.",
  );
  await expect(field).toBeFocused();

  await typeKey(page, `  bearer  ${key} `);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(
    "<b>Quay</b> & co",
  );
  expect(new URL(page.url()).hash).toBe(fragment);
  await page.locator("summary").filter({ hasText: "amk0." }).click();
  await page.getByRole("button", { name: "Forget the key" }).click();
  await expect(page.getByTestId("key-form")).toBeVisible();
  await expect(field).toHaveValue("");

  await typeKey(page, key);
  await expect(page.getByTestId("key-form")).toBeHidden();
  await page.reload();
  await expect(page.getByTestId("key-form")).toBeVisible();
});

test("a key that is revoked while a view is open leads back to the form, and the view is kept", async ({
  page,
  open,
  database,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await open(tenant, `#/p/${tenant.projectId}`);
  await expect(page.getByTestId("range")).toBeVisible();
  await revokeApiKey(database.db, tenant.key.split(".")[1] as never, new Date());
  // By its address: the view that is open may notice first, and its links are gone then.
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/schedule"`);
  await expect(page.getByTestId("key-form")).toContainText("This key is not valid");
  await expect.poll(() => new URL(page.url()).hash).toContain("/schedule");
  await typeKey(page, await tenant.createKey());
  await expect(page.getByRole("link", { name: "Schedule" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("a server that goes away is announced with a countdown, and queried again when it is back", async ({
  page,
  homes,
  database,
  databaseConfig,
  audioStore,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  const internalPort = await freePort();
  const start = () =>
    startTestGateway({ databaseConfig, database, store: audioStore, internalPort });
  const first = await start();
  homes.push(first.internalUrl);
  await page.goto(`${first.internalUrl}/#/p/${projectId}`);
  await typeKey(page, key);
  await expect(page.getByTestId("range")).toBeVisible();
  // Its chunk, which the view of the events takes without a server.
  await expect(page.getByTestId("event-list")).toBeVisible();
  await first.stop();
  await page.getByRole("link", { name: "Schedule" }).click();
  const status = page.getByTestId("status");
  await expect(status).toHaveText(/^The server cannot be reached\. Trying again in \d+ s$/);
  const second = await start();
  await expect(status).toHaveText("");
  await expect(page.getByTestId("week-grid-A")).toHaveAttribute("data-ready", "true");

  // Once nothing waits, nothing is announced.
  await second.stop();
  await page.getByRole("link", { name: "Events" }).click();
  await expect(status).toContainText("The server cannot be reached.");
  await page.locator("summary").filter({ hasText: "amk0." }).click();
  await page.getByRole("button", { name: "Forget the key" }).click();
  await expect(page.getByTestId("key-form")).toBeVisible();
  await expect(page.getByLabel("API key")).toBeFocused();
  await expect(status).toHaveText("");
});
