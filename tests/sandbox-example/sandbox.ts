import { type APIRequestContext, type APIResponse, test as base } from "playwright/test";
import { type Sandbox, startSandbox } from "acoustic-monitoring-gateway/testing";

/** The tests of a program that reads the gateway, as a stranger would begin them. */
interface TestFixtures {
  /** Reads a path below `/api/v0`, or an address of a recording, with a key; null: without one. */
  read: (
    path: string,
    key: string | null,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<APIResponse>;
}

interface WorkerFixtures {
  /** One for each worker: its clock stands, so tests do not disturb one another. */
  sandbox: Sandbox;
  http: APIRequestContext;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sandbox: [
    async ({}, use) => {
      const sandbox = await startSandbox({ seed: 1 });
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: "worker" },
  ],

  http: [
    async ({ playwright }, use) => {
      const http = await playwright.request.newContext();
      await use(http);
      await http.dispose();
    },
    { scope: "worker" },
  ],

  read: async ({ sandbox, http }, use) => {
    await use((path, key, headers = {}) =>
      http.get(path.startsWith("/api/") ? sandbox.publicUrl + path : `${sandbox.baseUrl}/${path}`, {
        headers: { ...headers, ...(key !== null && { "svc-api-key": `Bearer ${key}` }) },
      }),
    );
  },
});

export { expect } from "../support/expect.ts";

/** The path of a page of samples or events of all that a sensor has. */
export function pageOf(project: string, sensor: string, more = "", name = "measurements"): string {
  const range = "startAt=2000-01-01&endAt=2100-01-01";
  return `projects/${project}/sensors/${sensor}/${name}?${range}${more}`;
}
