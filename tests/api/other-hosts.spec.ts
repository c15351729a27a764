import { parseAnswers, sendRawRequests } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

test("the internal listener answers no page that has rebound its name; the public one answers any", async ({
  gateway,
}) => {
  const ask = async (url: string, path: string, host: string) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    return parseAnswers(await sendRawRequests(url, request)).map(({ status }) => status);
  };
  for (const path of ["/", "/graphql", "/metrics", "/health/live", "/export/samples.csv"]) {
    expect(await ask(gateway.internalUrl, path, "rebound.example:8081"), path).toEqual([421]);
  }
  expect(await ask(gateway.internalUrl, "/health/live", "localhost:8081")).toEqual([200]);
  expect(await ask(gateway.publicUrl, "/openapi.json", "noise.example")).toEqual([200]);
});
