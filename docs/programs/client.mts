import createClient from "openapi-fetch";
import type { components, paths } from "./gateway.js";

const { GATEWAY = "http://127.0.0.1:8080", KEY } = process.env;
const client = createClient<paths>({
  baseUrl: `${GATEWAY}/api/v0`,
  headers: { "svc-api-key": `Bearer ${KEY}` },
});

client.use({
  onError: ({ error }) => new Error(`${GATEWAY} cannot be reached`, { cause: error }),
  onResponse: ({ response }) => {
    const type = response.headers.get("Content-Type") ?? "";
    if (response.ok && !type.startsWith("application/json")) {
      throw new Error(`The answer is not JSON. Is ${GATEWAY} the address of the gateway?`);
    }
  },
});

const projects = dataOf(await client.GET("/projects"));
for (const { id: projectId } of projects.data) {
  const path = { projectId };
  const project = dataOf(await client.GET("/projects/{projectId}", { params: { path } }));
  for (const { id: sensorId, name } of project.data.sensors) {
    for (let cursor: number | null = 0; cursor !== null;) {
      const page = await readEvents({ projectId, sensorId }, cursor);
      for (const { datetime, Leq, over, limitSource } of page.data) {
        console.log(`${name} ${datetime}: ${Leq} dB, ${over} dB above the limit (${limitSource})`);
      }
      cursor = page.cursor;
    }
  }
}

async function readEvents(path: { projectId: string; sensorId: string }, cursor: number) {
  const query = { startAt: "2000-01-01", endAt: "2100-01-01", limit: 2000, cursor };
  const address = "/projects/{projectId}/sensors/{sensorId}/events";
  return dataOf(await client.GET(address, { params: { path, query } }));
}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: components["schemas"]["Problem"];
  readonly response: Response;
}

function dataOf<Data>({ data, error, response }: Answer<Data>): Data {
  if (data !== undefined) return data;
  if (error?.requestId !== undefined)
    throw new Error(`${error.detail} (request ${error.requestId})`);
  const { status, statusText } = response;
  throw new Error(`${status} ${statusText}, and not from the gateway: a proxy answers.`);
}
