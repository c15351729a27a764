import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "../support/expect.ts";
import { countCompressed } from "../../src/graphql/http-handler.ts";
import { createUnreadResponses } from "../../src/http/connections/unread-responses.ts";

/** A response with so many bytes written and not read. */
function responseWith(writableLength: number): ServerResponse {
  return Object.assign(new EventEmitter(), { writableLength }) as unknown as ServerResponse;
}

test("a key with too much unread has no room until its clients have read or gone", () => {
  const unread = createUnreadResponses(100, 50);
  const responses = [responseWith(30), responseWith(19)];
  for (const response of responses) unread.add("a", response);
  expect([unread.bytes, unread.hasRoom("a")]).toEqual([49, true]);
  unread.add("a", responseWith(1));
  expect([unread.bytes, unread.hasRoom("a"), unread.hasRoom("b")]).toEqual([50, false, true]);
  responses[0]?.emit("close");
  expect([unread.bytes, unread.hasRoom("a")]).toEqual([20, true]);
});

test("where all keys together have too much unread, those with nothing unread have room", () => {
  const unread = createUnreadResponses(100, 60);
  unread.add("a", responseWith(59));
  unread.add("b", responseWith(41));
  expect(["a", "b", "c"].map(unread.hasRoom)).toEqual([false, false, true]);
});

test("bodies that wait count with answers that are not read", () => {
  const unread = createUnreadResponses(100, 50);
  const [one, other, third] = [responseWith(10), responseWith(0), responseWith(0)];
  unread.add("a", one);
  unread.add("a", other);
  unread.countBody("a", other, 39);
  expect(unread.hasRoom("a")).toBe(true);
  unread.countBody("a", other, 40);
  expect(unread.hasRoom("a")).toBe(false);
  expect(unread.bytes).toBe(50);
  unread.add("b", third);
  unread.countBody("b", third, 49);
  expect(unread.hasRoom("b")).toBe(true);
  unread.countBody("b", third, 50);
  expect(unread.hasRoom("b")).toBe(false);
  other.emit("close");
  expect(unread.hasRoom("a")).toBe(true);
  // After its end, a response has no unread bytes.
  unread.countBody("a", other, 99);
  expect(unread.hasRoom("a")).toBe(true);
});

test("a text that is compressed counts with its bytes, and another one as what is unread", () => {
  const counted = (isCompressed: boolean) => {
    const counts: number[] = [];
    const response = { hasHeader: () => isCompressed };
    countCompressed(response, Buffer.from("1 µPa"), (bytes) => counts.push(bytes));
    return counts;
  };
  expect([counted(true), counted(false)]).toEqual([[6], []]);
});
