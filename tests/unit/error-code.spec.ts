import { expect, test } from "../support/expect.ts";
import { hasErrorCode } from "../../src/system/error-code.ts";

for (const [title, error, answer] of [
  ["one of the codes", Object.assign(new Error("a"), { code: "ENOENT" }), true],
  ["another code", Object.assign(new Error("a"), { code: "EACCES" }), false],
  ["no code", new Error("ENOENT"), false],
  ["no error", { code: "ENOENT" }, false],
] as const) {
  test(`an error with ${title}: ${answer}`, () => {
    expect(hasErrorCode(error, "EEXIST", "ENOENT")).toBe(answer);
  });
}
