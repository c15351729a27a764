import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { isDatabaseUnreachable } from "../../src/database/client/connection-errors.ts";
import { expect, test } from "../support/test.ts";

const deadline = 300;

for (const { name, greet } of [
  {
    name: "closes at the first byte",
    greet: (socket: Socket) => socket.resume().on("data", () => socket.end()),
  },
  { name: "closes at once", greet: (socket: Socket) => socket.resume().end() },
  { name: "never answers", greet: (socket: Socket) => socket.resume() },
]) {
  test(`an address that accepts a connection and ${name} is an unreachable database`, async () => {
    const server = createServer((socket) => greet(socket.on("error", () => undefined)));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const url = `postgres://user:secret@127.0.0.1:${port}/db`;
    const error: unknown = await applyMigrations(
      { kind: "url", url },
      { answerDeadlineMilliseconds: deadline },
    ).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ message: "it did not answer within 0.3 seconds" });
    expect(isDatabaseUnreachable(error)).toBe(true);
    // Resolves when the last connection is closed.
    await new Promise((resolve) => server.close(resolve));
  });
}

test("opening the embedded database has no deadline", async ({ databaseConfig }) => {
  test.skip(databaseConfig.kind !== "embedded", "DATABASE_URL names a server");
  const database = await openDatabase(databaseConfig);
  await applyMigrations(database.target, { answerDeadlineMilliseconds: 0 }).finally(() =>
    database.close(),
  );
});
