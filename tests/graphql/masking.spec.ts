import { sql } from "drizzle-orm";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { startServing } from "../faults/serving.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

/** Requests that make servers and libraries show errors. */
const verbose = {
  NODE_ENV: "development",
  DEBUG: "1",
  GRAPHQL_DEBUG: "1",
  YOGA_DEBUG: "1",
  NODE_OPTIONS: "--enable-source-maps",
};

test("an error is masked in a development environment, too", async ({ dataDirectory: folder }) => {
  const serving = await startServing({ DATA_DIR: folder, ...verbose });
  try {
    const key = await breakProjects(folder);
    const response = await fetch(`${serving.internalUrl}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key}` },
      body: JSON.stringify({ query: "{ projects { id } }" }),
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      data: { projects: null },
      errors: [
        {
          message: "The request could not be completed safely. Try again later.",
          locations: [{ line: 1, column: 3 }],
          path: ["projects"],
          extensions: { code: "UNAVAILABLE" },
        },
      ],
    });
    await serving.end("SIGTERM");
    expect(serving.output()).toContain(`"code":"42P01"`);
    expect(serving.output()).not.toContain(key);
  } finally {
    await serving.end("SIGKILL");
  }
});

/** Takes the projects away from a server that runs; a key that could read them is left. */
async function breakProjects(folder: string): Promise<string> {
  const { db, close } = await openDatabase({
    kind: "embedded",
    dataDirectory: folder,
    poolMax: 1,
    statementTimeoutMilliseconds: 5000,
  });
  const { key } = await createTenant(db);
  await db.execute(sql`alter table projects rename to hidden`);
  await close();
  return key;
}
