import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createRequestPacing } from "../../src/http/connections/request-pacing.ts";
import { expect, test } from "../support/test.ts";

test("requests of trusted connections begin at once, all others in their order", async () => {
  const pacing = createRequestPacing();
  const known = new Socket();
  pacing.trust(known, "key");
  const begun: string[] = [];
  const unknown = new Socket();
  for (const name of ["1", "2"]) pacing.schedule(unknown, () => begun.push(name));
  pacing.schedule(known, () => begun.push("trusted"));
  expect(begun).toEqual(["trusted"]);
  await expect.poll(() => begun).toEqual(["trusted", "1", "2"]);
});

test("in a turn that has accepted a connection, one waiting request begins", async () => {
  const pacing = createRequestPacing();
  const begun: number[] = [];
  for (const name of [1, 2, 3]) pacing.schedule(new Socket(), () => begun.push(name));
  pacing.connectionAccepted();
  await nextTurn();
  expect(begun).toEqual([1]);
  pacing.connectionAccepted();
  await nextTurn();
  expect(begun).toEqual([1, 2]);
});

test("a request whose connection has ended does not begin", async () => {
  const pacing = createRequestPacing();
  const begun: string[] = [];
  const ended = new Socket();
  pacing.schedule(ended, () => begun.push("ended"));
  pacing.schedule(new Socket(), () => begun.push("open"));
  ended.destroy();
  await expect.poll(() => begun).toEqual(["open"]);
});

test("64 connections of a key are trusted at a time", () => {
  const pacing = createRequestPacing();
  const sockets = Array.from({ length: 65 }, () => new Socket());
  for (const socket of sockets) pacing.trust(socket, "key");
  const [first = new Socket()] = sockets;
  const last = sockets.at(-1) ?? first;
  const isTrusted = (socket: Socket) => {
    let hasBegun = false;
    pacing.schedule(socket, () => (hasBegun = true));
    return hasBegun;
  };
  expect(sockets.map(isTrusted)).toEqual(sockets.map((socket) => socket !== last));
  const other = new Socket();
  pacing.trust(other, "another key");
  expect(isTrusted(other)).toBe(true);
  first.emit("close");
  pacing.trust(last, "key");
  expect(isTrusted(last)).toBe(true);
});

test("a connection with more than 16 waiting requests has them begin at once", () => {
  const pacing = createRequestPacing();
  const socket = new Socket();
  let begun = 0;
  for (let request = 0; request < 16; request += 1) pacing.schedule(socket, () => (begun += 1));
  expect(begun).toBe(0);
  pacing.schedule(socket, () => (begun += 1));
  expect(begun).toBe(17);
});

test("connections take turns, whatever each has waiting", async () => {
  const pacing = createRequestPacing();
  const [busy, other] = [new Socket(), new Socket()];
  const begun: string[] = [];
  for (const name of ["1", "2", "3"]) pacing.schedule(busy, () => begun.push(name));
  pacing.schedule(other, () => begun.push("other"));
  await expect.poll(() => begun).toEqual(["1", "other", "2", "3"]);
});

test("beyond 4,096 connections, requests begin at once", () => {
  const pacing = createRequestPacing();
  let begun = 0;
  for (let connection = 0; connection < 4098; connection += 1) {
    pacing.schedule(new Socket(), () => (begun += 1));
  }
  expect(begun).toBe(2);
});

test("what waits of a connection begins at once when its next bytes are refused", async () => {
  const pacing = createRequestPacing();
  const [broken, other] = [new Socket(), new Socket()];
  const begun: string[] = [];
  pacing.schedule(other, () => begun.push("other"));
  pacing.schedule(broken, () => begun.push("first"));
  pacing.schedule(broken, () => begun.push("second"));
  pacing.beginAll(broken);
  expect(begun).toEqual(["first", "second"]);
  await expect.poll(() => begun).toEqual(["first", "second", "other"]);
});
