import { written } from "../support/gateway.ts";
import { canary, expectLogKeepsSecrets } from "../support/leaks.ts";
import { expect, test } from "../support/test.ts";

// Every test of this suite is one of secrets: answers are searched as they come, and what the gateway
// wrote to its log when a test has ended. These show that there is something to search.

test("the log that is searched has every request and statement of a test", async ({
  get,
  tenantOf,
}) => {
  const { key, path } = await tenantOf();
  const requestId = "search-me-0123456789";
  await get(path(), { key, headers: { "x-request-id": requestId }, query: `token=${canary}` });
  const mine = written.lines.filter((line) => line.includes(requestId));
  expect(mine.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    "statement",
    "request",
  ]);
});

test("the secret of a key that a test made is found in a log, with and without its id", async ({
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const line = (text: string) => JSON.stringify({ level: "info", msg: `unknown key ${text}` });
  for (const text of [key, key.split(".")[2] ?? ""]) {
    expect(() => expectLogKeepsSecrets(line(text))).toThrow(/there is/);
  }
  expectLogKeepsSecrets(line(key.split(".")[1] ?? ""));
});
