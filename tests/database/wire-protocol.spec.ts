import {
  type ReceivedMessage,
  createMessageReader,
  startupMessage,
  syncMessage,
} from "../../src/embedded/wire-protocol.ts";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";

const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const cancelRequest = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 2]);

const typed = fc
  .tuple(fc.integer({ min: 0x41, max: 0x7a }), fc.uint8Array({ maxLength: 300 }))
  .map(([type, body]) => {
    const header = Buffer.alloc(5);
    header.writeUInt8(type, 0);
    header.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([header, body]);
  });

function readSplit(bytes: Buffer, places: readonly number[]): ReceivedMessage[] {
  const readMessages = createMessageReader();
  const ends = [...places.filter((place) => place < bytes.length), bytes.length];
  let start = 0;
  return ends
    .toSorted((a, b) => a - b)
    .flatMap((end) => readMessages(bytes.subarray(start, (start = end))))
    .map(({ kind, bytes: part }) => ({ kind, bytes: Buffer.from(part) }));
}

test("the same messages are read however their bytes are split", () => {
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 8 }), fc.array(fc.nat(2500)), (messages, places) => {
      const bytes = Buffer.concat([encryptionRequest, startupMessage, ...messages]);
      expect(readSplit(bytes, places)).toEqual([
        { kind: "encryption", bytes: encryptionRequest },
        { kind: "startup", bytes: startupMessage },
        ...messages.map((message) => ({ kind: "message", bytes: message })),
      ]);
    }),
  );
});

test("a request to cancel is not read as a start-up message", () => {
  expect(readSplit(cancelRequest, [])).toEqual([{ kind: "cancel", bytes: cancelRequest }]);
});

for (const { name, bytes } of [
  { name: "another protocol", bytes: Buffer.from("GET / HTTP/1.1\r\n\r\n") },
  { name: "protocol 2", bytes: Buffer.from([0, 0, 0, 9, 0, 2, 0, 0, 0]) },
  { name: "a length that does not count itself", bytes: Buffer.from([0, 0, 0, 3, 0, 3, 0, 0]) },
  { name: "a negative length", bytes: Buffer.from([255, 0, 0, 9, 0, 3, 0, 0]) },
  {
    name: "a message shorter than its header",
    bytes: Buffer.concat([startupMessage, Buffer.from([0x51, 0, 0, 0, 3])]),
  },
  {
    name: "a message that is too long",
    bytes: Buffer.concat([startupMessage, syncMessage, Buffer.from([0x51, 127, 0, 0, 0])]),
  },
]) {
  test(`${name} is refused`, () => {
    expect(() => readSplit(bytes, [])).toThrow("not ");
  });
}
