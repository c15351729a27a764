import { EventEmitter, once } from "node:events";
import { syncMessage } from "../../src/embedded/wire-protocol.ts";
import {
  type Backend,
  type Session,
  createSessionQueue,
} from "../../src/embedded/session-queue.ts";
import { expect, test } from "../support/expect.ts";

const ready = new Uint8Array([0x5a, 0, 0, 0, 5, 0x49]);

/** A backend that breaks down at the third message; the first two open the queue. */
function breakingBackend(breakDown: () => Uint8Array): Backend & { count: number } {
  return {
    count: 0,
    async execProtocolRawStream(_, { onRawData }) {
      this.count++;
      onRawData(this.count <= 2 ? ready : breakDown());
    },
  };
}

const disk = { hasRoom: () => true, onChange: () => undefined };

const newSession = (): Session => ({ messages: [], statements: new Set(), reply: () => undefined });

for (const { name, breakDown, message } of [
  {
    name: "throws",
    breakDown: () => {
      throw new Error("unreachable executed");
    },
    message: "unreachable executed",
  },
  {
    name: "answers without completing the query",
    breakDown: () => new Uint8Array(0),
    message: "The embedded database did not complete a query",
  },
]) {
  test(`a backend that ${name} is reported and sent nothing more`, async () => {
    const backend = breakingBackend(breakDown);
    const events = new EventEmitter();
    const failed = once(events, "failed");
    const queue = await createSessionQueue(backend, (error) => events.emit("failed", error), disk);
    queue.receive(newSession(), syncMessage);
    queue.receive(newSession(), syncMessage);
    const [error] = (await failed) as [Error];
    queue.receive(newSession(), syncMessage);
    expect([error.message, backend.count]).toEqual([message, 3]);
  });
}
