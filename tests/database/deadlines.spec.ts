import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Lifeline } from "#database/lifeline.ts";
import { createSockets } from "#database/sockets.ts";
import { overseen } from "#database/watch.ts";
import { requestOver } from "#domain/request-over.ts";
import { expect, test } from "../build/test.ts";

const lifeline: Lifeline = { deadlineMilliseconds: 20, giveUp: () => new Error("overdue") };

test("an answer that came while this process was busy itself is no overdue one", async ({
  database,
}) => {
  const db = Object.assign(Object.create(database.db) as typeof database.db, { lifeline });
  const server = createServer();
  const connected = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await connected) as [Socket];
  // It lies there from now on, and is read when this test lets go.
  peer.write("1");
  const answer = overseen(db, "one", async () => {
    const [piece] = (await once(client, "data")) as [Buffer];
    return [piece.toString()];
  });
  const from = performance.now();
  while (performance.now() - from < 2 * lifeline.deadlineMilliseconds);
  expect(await answer).toEqual(["1"]);
  client.destroy();
  peer.destroy();
  server.close();
});

test("an answer that does not come is overdue", async ({ database }) => {
  const db = Object.assign(Object.create(database.db) as typeof database.db, { lifeline });
  const never = () => new Promise<never[]>(() => undefined);
  await expect(overseen(db, "one", never)).rejects.toThrow("overdue");
});

test("for a request that is over no statement is sent", async ({ database }) => {
  const behalf = { requestId: "over-0123456789", over: AbortSignal.abort() };
  const db = Object.assign(Object.create(database.db) as typeof database.db, { behalf });
  const send = () => Promise.reject(new Error("sent"));
  await expect(overseen(db, "one", send)).rejects.toBe(requestOver);
});

test("connections over which an answer is waited for are cut, and those at rest are kept", async () => {
  // Answers what it is asked, but for one question.
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (piece) => {
      if (piece.toString() !== "never") socket.write(piece);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const sockets = createSockets();
  const open = async () => {
    const socket = await sockets.open({ host: ["127.0.0.1"], port: [port] });
    const errors: unknown[] = [];
    socket.on("error", (error: Error & { code?: string }) => errors.push(error.code));
    socket.write("hello");
    await once(socket, "data");
    return { socket, errors };
  };
  const [resting, waiting, asking] = [await open(), await open(), await open()];
  waiting.socket.write("never");
  asking.socket.write("again");
  await once(asking.socket, "data");
  sockets.cutSilentFor(60_000);
  expect(waiting.socket.destroyed).toBe(false);
  sockets.cutSilentFor(0);
  await expect.poll(() => waiting.errors).toEqual(["ETIMEDOUT"]);
  expect([resting.socket.destroyed, asking.socket.destroyed]).toEqual([false, false]);
  sockets.cutAll();
  expect([resting.socket.destroyed, asking.socket.destroyed]).toEqual([true, true]);
  server.close();
});
