import { parseAnswers, sendRawRequests } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

test("the internal listener answers no page that has rebound its name; the public one answers any", async ({
  gateway,
}) => {
  const ask = async (url: string, path: string, host: string) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    return parseAnswers(await sendRawRequests(url, request));
  };
  const statusesOf = async (...request: Parameters<typeof ask>) =>
    (await ask(...request)).map(({ status }) => status);
  for (const path of ["/", "/graphql", "/metrics", "/health/live", "/export/samples.csv"]) {
    expect(await statusesOf(gateway.internalUrl, path, "rebound.example:8081"), path).toEqual([
      421,
    ]);
  }
  const message =
    "This address does not answer to the name rebound.example: set INTERNAL_NAMES=rebound.example, or add it there.";
  const [page] = await ask(gateway.internalUrl, "/", "rebound.example:8081");
  expect(page?.body).toBe(`${message}\n`);
  const [graphql] = await ask(gateway.internalUrl, "/graphql?query={a}", "Rebound.example.");
  expect(graphql?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(graphql?.body ?? "")).toEqual({
    errors: [{ message, extensions: { code: "INVALID_REQUEST" } }],
  });
  expect(await statusesOf(gateway.internalUrl, "/health/live", "localhost:8081")).toEqual([200]);
  expect(await statusesOf(gateway.publicUrl, "/openapi.json", "noise.example")).toEqual([200]);
});
