import { expectCommonHeaders } from "../support/problem.ts";
import { expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

test("GraphiQL opens with the key of the dashboard, which is in no address", async ({
  page,
  open,
  gateway,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  await open({ key });
  await page.locator("summary").filter({ hasText: "amk0." }).click();
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "GraphiQL" }).click();
  const editor = await opening;
  await expect(editor).toHaveTitle("GraphiQL · Earshot");
  await expect(editor.getByText("Requests use this key.")).toBeVisible();
  await editor.getByRole("button", { name: "Execute query (Ctrl-Enter)" }).click();
  await expect(editor.locator(".graphiql-response")).toContainText(projectId);
  expect(editor.url()).toBe(`${gateway.internalUrl}/graphql`);
});

test("GraphiQL opened by itself waits for the key of the field above it", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  await page.goto(`${gateway.internalUrl}/graphql`);
  await expect(page.locator(".graphiql-query-editor")).toBeVisible();
  await expect(page.locator(".graphiql-response")).not.toContainText("error");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Use the key" }).click();
  await page.getByRole("button", { name: "Execute query (Ctrl-Enter)" }).click();
  await expect(page.locator(".graphiql-response")).toContainText(projectId);
  await page.getByLabel("API key").fill("");
});

for (const path of ["/", "/graphql"]) {
  test(`the page at ${path} needs no key, and may load nothing from elsewhere`, async ({
    gateway,
  }) => {
    const headers = { accept: "text/html" };
    const response = await fetch(`${gateway.internalUrl}${path}`, { headers });
    expect(response.status).toBe(200);
    expectCommonHeaders(Object.fromEntries(response.headers));
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    const page = await response.text();
    expect(page).not.toMatch(/https?:|<script>|<style>| on\w+=/);
    const assets = [...page.matchAll(/"\.(?<path>\/assets\/[^"]+)"/g)].map((match) => match[1]);
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) {
      const answer = await fetch(gateway.internalUrl + asset);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    }
  });
}

test("only the internal listener has the pages, and GraphQL's path answers queries", async ({
  gateway,
}) => {
  const headers = { accept: "text/html" };
  const statusOf = async (address: string) => (await fetch(address, { headers })).status;
  expect(await statusOf(`${gateway.publicUrl}/`)).toBe(404);
  expect(await statusOf(`${gateway.publicUrl}/graphql`)).toBe(404);
  expect(await statusOf(`${gateway.internalUrl}/graphql?query={__typename}`)).toBe(401);
  expect(await statusOf(`${gateway.internalUrl}/dashboard/`)).toBe(404);
  expect((await fetch(`${gateway.internalUrl}/`, { method: "POST" })).status).toBe(405);
});
