import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { createSockets } from "#database/client/sockets.ts";
import { type Database, runStatement } from "#database/client/statement.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test } from "../support/test.ts";

const deadline: Database["deadline"] = { milliseconds: 20, expire: () => new Error("overdue") };

test("an answer that came while this process was busy itself is no overdue one", async ({
  database,
}) => {
  const session = { ...sessionOf(database), deadline };
  const server = createServer();
  const connected = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await connected) as [Socket];
  // It lies there from now on, and is read when this test lets go.
  peer.write("1");
  const answer = runStatement(session, "one", async () => {
    const [piece] = (await once(client, "data")) as [Buffer];
    return [piece.toString()];
  });
  const from = performance.now();
  while (performance.now() - from < 2 * deadline.milliseconds);
  expect(await answer).toEqual(["1"]);
  client.destroy();
  peer.destroy();
  server.close();
});

test("an answer that does not come is overdue", async ({ database }) => {
  const session = { ...sessionOf(database), deadline };
  const never = () => new Promise<never[]>(() => undefined);
  await expect(runStatement(session, "one", never)).rejects.toThrow("overdue");
});

test("for a request that is over no statement is sent", async ({ database }) => {
  const aborted = new Error("aborted");
  const session = sessionOf(database, AbortSignal.abort(aborted));
  const send = () => Promise.reject(new Error("sent"));
  await expect(runStatement(session, "one", send)).rejects.toBe(aborted);
});

test("connections over which nothing has come for long are cut, over TLS as well", async () => {
  // Answers what it is asked, but for one question.
  const server = createTlsServer(preShared, (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (piece) => {
      if (piece.toString() !== "never") socket.write(piece);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  let now = 0;
  const sockets = createSockets(() => now);
  const open = async () => {
    const plain = await sockets.open({ host: ["127.0.0.1"], port: [port] });
    // As the driver goes over to TLS.
    plain.removeAllListeners();
    const secure = connectTls({
      ...preShared,
      socket: plain,
      pskCallback: () => ({ psk, identity: "gateway" }),
      checkServerIdentity: () => undefined,
    });
    const errors: unknown[] = [];
    for (const socket of [plain, secure]) {
      socket.on("error", ({ code }: Error & { code?: string }) => errors.push(code));
    }
    await once(secure, "secureConnect");
    const ask = async (question: string) => {
      secure.write(question);
      await once(secure, "data");
    };
    await ask("hello");
    return { plain, secure, errors, ask };
  };
  const [waiting, asking] = [await open(), await open()];
  sockets.destroySilentFor(1);
  now = 100;
  waiting.secure.write("never");
  await asking.ask("again");
  sockets.destroySilentFor(101);
  now = 150;
  // Asked once more, it has waited no less.
  waiting.secure.write("never");
  await asking.ask("again");
  sockets.destroySilentFor(51);
  expect([waiting.plain.destroyed, asking.plain.destroyed]).toEqual([false, false]);
  sockets.destroySilentFor(50);
  expect([waiting.plain.destroyed, asking.plain.destroyed]).toEqual([true, false]);
  await expect.poll(() => waiting.errors).toContain("ETIMEDOUT");
  sockets.destroyAll();
  expect(asking.plain.destroyed).toBe(true);
  server.close();
});

/** TLS with a key that both know needs no certificate. */
const psk = randomBytes(32);
const preShared = {
  ciphers: "PSK",
  maxVersion: "TLSv1.2",
  // The identity of a client is not looked at.
  pskCallback: () => psk,
} as const;
