import { expect, test } from "../support/expect.ts";
// The embedded database is two functions from outside; the rule is tested by itself.
import { mayUse, nameOfUser } from "../../src/embedded/folder-owner.ts";

for (const [owner, uid, mayBeMounted, expected] of [
  [999, 999, false, true],
  [0, 0, false, true],
  [999, 0, true, false],
  [0, 999, false, false],
  [0, 999, true, true],
  [998, 999, true, false],
] as const) {
  test(`a folder of ${owner}${mayBeMounted ? " that may be a mount" : ""} ${expected ? "may" : "may not"} be used by ${uid}`, () => {
    expect(mayUse({ owner, uid, mayBeMounted })).toBe(expected);
  });
}

test("the name of a user is that of the line with the number", () => {
  const lines = "root:x:0:0:root:/root:/bin/sh\nacoustic:x:999:0::/:\n\n+::::::\n";
  expect([0, 999, 99].map((uid) => nameOfUser(lines, uid))).toEqual(["root", "acoustic", null]);
});
