import { startHttpServer } from "../support/http-server.ts";
import { parseAnswers, sendRawRequests } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

test("requests that are not known wait behind one that is, and all are answered in order", async () => {
  const begun: string[] = [];
  const { url, shutdown } = await startHttpServer(
    (request, response) => {
      begun.push(request.url ?? "");
      response.end(request.url);
    },
    {},
    ({ headers }) => "x-known" in headers,
  );
  const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const received = await sendRawRequests(
    url,
    get("/1") + get("/2") + get("/3", "X-Known: 1\r\n") + get("/4", "Connection: close\r\n"),
  );
  await shutdown(1000);
  expect(begun).toEqual(["/3", "/1", "/2", "/4"]);
  expect(parseAnswers(received).map(({ body }) => body)).toEqual(["/1", "/2", "/3", "/4"]);
});
