import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createTurns } from "../../src/http/connections/turns.ts";
import { expect, test } from "../support/test.ts";

test("requests of trusted connections begin at once, all others in their order", async () => {
  const turns = createTurns();
  const known = new Socket();
  turns.trust(known, "key");
  const begun: string[] = [];
  const unknown = new Socket();
  for (const name of ["1", "2"]) turns.take(unknown, () => begun.push(name));
  turns.take(known, () => begun.push("trusted"));
  expect(begun).toEqual(["trusted"]);
  await expect.poll(() => begun).toEqual(["trusted", "1", "2"]);
});

test("in a turn that has accepted a connection, one waiting request begins", async () => {
  const turns = createTurns();
  const begun: number[] = [];
  for (const name of [1, 2, 3]) turns.take(new Socket(), () => begun.push(name));
  turns.noteAccepted();
  await nextTurn();
  expect(begun).toEqual([1]);
  turns.noteAccepted();
  await nextTurn();
  expect(begun).toEqual([1, 2]);
});

test("a request whose connection has ended does not begin", async () => {
  const turns = createTurns();
  const begun: string[] = [];
  const ended = new Socket();
  turns.take(ended, () => begun.push("ended"));
  turns.take(new Socket(), () => begun.push("open"));
  ended.destroy();
  await expect.poll(() => begun).toEqual(["open"]);
});

test("64 connections of a key are trusted at a time", () => {
  const turns = createTurns();
  const sockets = Array.from({ length: 65 }, () => new Socket());
  for (const socket of sockets) turns.trust(socket, "key");
  const [first = new Socket()] = sockets;
  const last = sockets.at(-1) ?? first;
  const isTrusted = (socket: Socket) => {
    let hasBegun = false;
    turns.take(socket, () => (hasBegun = true));
    return hasBegun;
  };
  expect(sockets.map(isTrusted)).toEqual(sockets.map((socket) => socket !== last));
  const other = new Socket();
  turns.trust(other, "another key");
  expect(isTrusted(other)).toBe(true);
  first.emit("close");
  turns.trust(last, "key");
  expect(isTrusted(last)).toBe(true);
});

test("a connection with more than 16 waiting requests has them begin at once", () => {
  const turns = createTurns();
  const socket = new Socket();
  let begun = 0;
  for (let request = 0; request < 16; request += 1) turns.take(socket, () => (begun += 1));
  expect(begun).toBe(0);
  turns.take(socket, () => (begun += 1));
  expect(begun).toBe(17);
});

test("connections take turns, whatever each has waiting", async () => {
  const turns = createTurns();
  const [busy, other] = [new Socket(), new Socket()];
  const begun: string[] = [];
  for (const name of ["1", "2", "3"]) turns.take(busy, () => begun.push(name));
  turns.take(other, () => begun.push("other"));
  await expect.poll(() => begun).toEqual(["1", "other", "2", "3"]);
});

test("beyond 4,096 connections, requests begin at once", () => {
  const turns = createTurns();
  let begun = 0;
  for (let connection = 0; connection < 4098; connection += 1) {
    turns.take(new Socket(), () => (begun += 1));
  }
  expect(begun).toBe(2);
});

test("what waits of a connection begins at once when its next bytes are refused", async () => {
  const turns = createTurns();
  const [broken, other] = [new Socket(), new Socket()];
  const begun: string[] = [];
  turns.take(other, () => begun.push("other"));
  turns.take(broken, () => begun.push("first"));
  turns.take(broken, () => begun.push("second"));
  turns.beginAll(broken);
  expect(begun).toEqual(["first", "second"]);
  await expect.poll(() => begun).toEqual(["first", "second", "other"]);
});
