import { EventEmitter, once } from "node:events";
import { syncMessage } from "#embedded/wire-messages.ts";
import { type Session, type TurnBackend, createTurns } from "#embedded/wire-sessions.ts";
import { expect, test } from "playwright/test";

const ready = new Uint8Array([0x5a, 0, 0, 0, 5, 0x49]);

/** A backend that breaks down, in one of the ways there are, at the third message it is sent:
 * the first two open it. */
function breakingBackend(breakDown: () => Uint8Array): TurnBackend & { count: number } {
  return {
    count: 0,
    async execProtocolRawStream(_, { onRawData }) {
      this.count++;
      onRawData(this.count <= 2 ? ready : breakDown());
    },
  };
}

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
  test(`a backend that ${name} is reported and asked nothing more`, async () => {
    const backend = breakingBackend(breakDown);
    const events = new EventEmitter();
    const failed = once(events, "failed");
    const turns = await createTurns(backend, (error) => events.emit("failed", error));
    turns.take(newSession(), syncMessage);
    turns.take(newSession(), syncMessage);
    const [error] = (await failed) as [Error];
    turns.take(newSession(), syncMessage);
    expect([error.message, backend.count]).toEqual([message, 3]);
  });
}
