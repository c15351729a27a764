import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { createSockets } from "../../src/database/client/sockets.ts";
import { type Database, runStatement } from "../../src/database/client/statement.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test } from "../support/test.ts";

const deadline: Database["deadline"] = { milliseconds: 20, expire: () => new Error("overdue") };

test("an answer that arrives while the process is busy is not overdue", async ({ database }) => {
  const session = { ...sessionOf(database), deadline };
  const server = createServer();
  const connected = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await connected) as [Socket];
  // The answer is in the socket now. The process reads it after the busy loop below.
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

test("a statement without an answer is overdue", async ({ database }) => {
  const session = { ...sessionOf(database), deadline };
  const never = () => new Promise<never[]>(() => undefined);
  await expect(runStatement(session, "one", never)).rejects.toThrow("overdue");
});

test("an aborted request sends no statement", async ({ database }) => {
  const aborted = new Error("aborted");
  const session = sessionOf(database, AbortSignal.abort(aborted));
  const send = () => Promise.reject(new Error("sent"));
  await expect(runStatement(session, "one", send)).rejects.toBe(aborted);
});

test("silent connections are destroyed, with TLS as well", async () => {
  // Echoes every question but one.
  const server = createTlsServer(preShared, (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (piece) => {
      if (piece.toString() !== "never") socket.write(piece);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  let now = 0;
  const sockets = createSockets([{ host: "127.0.0.1", port }], () => now);
  const open = async () => {
    const plain = await sockets.open();
    // The driver does this when it starts TLS.
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
  // A second question does not make the wait shorter.
  waiting.secure.write("never");
  await asking.ask("again");
  sockets.destroySilentFor(51);
  expect([waiting.plain.destroyed, asking.plain.destroyed]).toEqual([false, false]);
  sockets.destroySilentFor(50);
  expect([waiting.plain.destroyed, asking.plain.destroyed]).toEqual([true, false]);
  await expect.poll(() => waiting.errors).toContain("ETIMEDOUT");
  sockets.close();
  expect(asking.plain.destroyed).toBe(true);
  server.close();
});

/** TLS with a pre-shared key needs no certificate. */
const psk = randomBytes(32);
const preShared = {
  ciphers: "PSK",
  maxVersion: "TLSv1.2",
  // The server ignores the identity of the client.
  pskCallback: () => psk,
} as const;

test("after a connection that ended at once, every other waits for the pause", async () => {
  const server = createServer((peer) => peer.end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const sockets = createSockets([
    { host: "127.0.0.1", port: (server.address() as AddressInfo).port },
  ]);
  const first = await sockets.open();
  await once(first.resume(), "close");
  const both = [sockets.open(), sockets.open()];
  // Each is listened to as soon as it is open: it may end before the other one is.
  const closed = both.map(async (opening) => once((await opening).resume(), "close"));
  for (const opening of both) {
    expect(await Promise.race([opening, setImmediate("it waits")])).toBe("it waits");
  }
  await Promise.all(closed);
  sockets.close();
  server.close();
});
