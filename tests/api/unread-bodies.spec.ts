import { connect } from "node:net";
import { expectCommonHeaders } from "../support/problem.ts";
import { parseAnswers, sendRawRequests } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

/** Longer than any body that is read. Its client never says that it is complete. */
const long = "x".repeat(300_000);
const host = "Host: localhost\r\n";
const json = "Content-Type: application/json\r\n";

/** How a body is sent → what its head says of it, and its first part. */
const framings = {
  "in chunks": ["Transfer-Encoding: chunked\r\n", `${long.length.toString(16)}\r\n${long}\r\n`],
  "of a length": ["Content-Length: 900000\r\n", long],
} as const;

/** A request with such a body → its status. `{key}` is where a key in force belongs. */
const requests: [listener: "public" | "internal", head: string, status: number][] = [
  ["internal", `POST /graphql HTTP/1.1\r\n${host}{key}${json}`, 413],
  ["internal", `POST /graphql HTTP/1.1\r\n${host}{key}${json}Expect: 100-continue\r\n`, 413],
  ["internal", `POST /graphql HTTP/1.1\r\n${host}${json}`, 401],
  ["internal", `POST /graphql HTTP/1.1\r\n${host}{key}Content-Type: text/plain\r\n`, 415],
  ["internal", `POST /graphql?query=x HTTP/1.1\r\n${host}{key}${json}`, 400],
  ["internal", `PUT /graphql HTTP/1.1\r\n${host}{key}${json}`, 405],
  ["internal", `POST /metrics HTTP/1.1\r\n${host}`, 405],
  ["internal", `GET /elsewhere HTTP/1.1\r\n${host}`, 404],
  ["public", `POST /api/v0/projects HTTP/1.1\r\n${host}{key}`, 405],
  ["public", `GET /api/v0/projects HTTP/1.1\r\n${host}`, 401],
  ["public", `GET /api/v0/projects HTTP/1.1\r\n${host}Expect: 100-continue\r\n`, 401],
  ["public", `GET /api/v0/projects?limit=1 HTTP/1.1\r\n${host}{key}`, 400],
  ["public", `GET /api/v0/projects HTTP/1.1\r\n${host}{key}`, 200],
];

for (const [framing, [field, body]] of Object.entries(framings)) {
  test(`an answer before a long body ${framing} has come is the last one, and the connection ends`, async ({
    tenant,
    gateway,
  }) => {
    for (const [listener, head, status] of requests) {
      const name = `${listener}: ${head}`;
      const url = listener === "public" ? gateway.publicUrl : gateway.internalUrl;
      const withKey = head.replace("{key}", `svc-api-key: Bearer ${tenant.key}\r\n`);
      const received = await sendRawRequests(url, `${withKey}${field}\r\n${body}`);
      const final = received.replace("HTTP/1.1 100 Continue\r\n\r\n", "");
      const answers = parseAnswers(final);
      expect(
        answers.map((answer) => answer.status),
        name,
      ).toEqual([status]);
      expect(answers[0]?.headers["connection"], name).toBe("close");
      expectCommonHeaders(answers[0]?.headers ?? {});
    }
  });
}

test("a document whose head says that it is too long is refused before it is requested", async ({
  tenant,
  gateway,
}) => {
  const head = `POST /graphql HTTP/1.1\r\n${host}${json}svc-api-key: Bearer ${tenant.key}\r\n`;
  const received = await sendRawRequests(
    gateway.internalUrl,
    `${head}Expect: 100-continue\r\nContent-Length: 262145\r\n\r\n`,
  );
  expect(parseAnswers(received).map(({ status }) => status)).toEqual([413]);
});

test("what follows on a connection whose last answer was given is not worked on", async ({
  gateway,
}) => {
  const request = `POST /elsewhere HTTP/1.1\r\n${host}Content-Length: ${long.length}\r\n\r\n`;
  const next = `GET /elsewhere HTTP/1.1\r\n${host}\r\n`;
  const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, request, long, next));
  expect(answers.map(({ status }) => status)).toEqual([405]);
});

test("a short body that nobody reads is dropped, and the connection is kept", async ({
  gateway,
}) => {
  const request = `POST /elsewhere HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\n`;
  const last = `GET /elsewhere HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
  const answers = parseAnswers(
    await sendRawRequests(gateway.publicUrl, request, "123456789", last),
  );
  expect(answers.map(({ status }) => status)).toEqual([405, 404]);
});

test("a client that goes on sending after its last answer is cut", async ({ gateway }) => {
  const { hostname, port } = new URL(gateway.publicUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  // The kernel says so when it writes to a connection that is no more.
  socket.on("error", () => undefined);
  socket.write(`POST /elsewhere HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const writeOn = () => {
    if (!socket.destroyed) socket.write(chunk, () => setImmediate(writeOn));
  };
  writeOn();
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
});
