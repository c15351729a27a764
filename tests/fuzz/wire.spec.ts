import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { serviceLinksOf } from "../../src/http/answers/service-links.ts";
import { expectDocumented } from "../support/documented.ts";
import { parseAnswers } from "../support/raw.ts";
import { test } from "../support/test.ts";
import { expectNothingLeaks } from "../support/leaks.ts";
import { fuzz } from "./run.ts";
import { describeTally, tallyOf } from "./tally.ts";
import { wireCases } from "./wire-cases.ts";

/** The statuses of requests without a key: paths outside v0 are unknown. */
const possible = [400, 401, 404, 405, 431];

/** By names in lower case, as they are received. */
const links = { link: serviceLinksOf("not_found")["Link"] ?? "" };

test("whatever bytes come, the answers are ours, and no connection is dropped without one", async ({
  gateway,
  databaseConfig,
}) => {
  const deadlineMilliseconds = databaseConfig.statementTimeoutMilliseconds + 2000;
  const tally = tallyOf<number>();
  for (const url of [gateway.publicUrl, gateway.internalUrl]) {
    // The dashboard's page is read from its file once: after that, nothing that needs no key is waited for.
    await (await fetch(url)).text();
    await fuzz({ share: 0.05, parallel: 32 }, wireCases, async (pieces) => {
      const received = await sendPieces(url, pieces, deadlineMilliseconds);
      const mayBeHead = /HEAD(?:\s|$)/.test(pieces.join(""));
      const answers = parseAnswers(received);
      const isBlank = pieces.join("").trim() === "";
      const closed = `the connection is closed without an answer, after ${JSON.stringify(received)}`;
      assert.ok(answers.length > 0 || isBlank, closed);
      for (const answer of answers) {
        const { status, body } = answer;
        tally.add(status);
        // The dashboard's page, which is nobody's secret, and host names that the listener does not have.
        if (url === gateway.internalUrl && [200, 421].includes(status)) continue;
        assert.ok(possible.includes(status), `is ${status}`);
        // Outside the routes: the requested type may be anything.
        const method = mayBeHead && body === "" ? "HEAD" : "GET";
        // On the internal listener a refused head may have been meant for GraphQL, which accepts POST as well, and
        // errors have no link to the documents of the public listener.
        const isInternal = url === gateway.internalUrl;
        const ofGraphql = isInternal && answer.headers["allow"] === "GET, POST";
        const headers = {
          ...answer.headers,
          ...(ofGraphql ? { allow: "GET" } : {}),
          ...(isInternal && [401, 404].includes(status) ? links : {}),
        };
        expectDocumented({ ...answer, headers, method, target: "/" });
        expectNothingLeaks(body);
      }
    });
  }
  console.log(`wire: ${describeTally(tally)}`);
});

/**
 * All that comes back. Bytes that are no whole request may leave the listener waiting for more: once it
 * has had its time to answer, the client says that there is none.
 */
function sendPieces(
  url: string,
  pieces: readonly string[],
  mostMilliseconds: number,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let all = "";
    const rest = [...pieces];
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const fail = (cause: Error) => {
      socket.destroy();
      clearTimeout(deadline);
      reject(cause);
    };
    const deadline = setTimeout(
      () => fail(new Error(`the connection is not closed within ${mostMilliseconds} ms`)),
      mostMilliseconds,
    );
    const writeNext = () => {
      const piece = rest.shift();
      if (piece !== undefined) socket.write(piece, "latin1", () => setImmediate(writeNext));
      else letAnswer(url).then(() => socket.end(), fail);
    };
    socket.once("connect", writeNext);
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => (all += piece));
    socket.once("error", fail);
    socket.once("close", () => {
      clearTimeout(deadline);
      resolve(all);
    });
  });
}

/**
 * Each of these requests opens a connection, which is accepted after the open ones. Requests that wait for
 * nothing are answered before the last of them.
 */
async function letAnswer(url: string): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const [response] = (await once(get(`${url}/nowhere`, { agent: false }), "response")) as [
      IncomingMessage,
    ];
    await response.toArray();
  }
}
