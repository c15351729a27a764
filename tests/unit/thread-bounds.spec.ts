import { expect, test } from "../support/expect.ts";
import { beyondStatements, shutdownMilliseconds } from "../../src/server/thread.ts";

test("a request has ended two seconds after its statements, and a stop in ten seconds", () => {
  expect(beyondStatements).toBeLessThanOrEqual(2000 - 1000);
  // The threads of a database, and of files that hang, end after it.
  expect(shutdownMilliseconds).toBeLessThanOrEqual(10_000 - 3000);
});
