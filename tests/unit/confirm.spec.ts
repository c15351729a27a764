import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { confirm } from "../../src/cli/text/confirm.ts";
import { expect, test } from "../support/expect.ts";

const terminal = () => Object.assign(new PassThrough(), { isTTY: true });

for (const [answer, expected] of [
  ["y\n", true],
  ["Yes\n", true],
  [" yes \n", true],
  ["\n", false],
  ["n\n", false],
  ["yess\n", false],
  // The terminal is closed.
  [null, false],
] as const) {
  test(`the answer ${JSON.stringify(answer)} is ${expected ? "yes" : "no"}`, async () => {
    const [input, output] = [terminal(), terminal()];
    const confirmed = confirm("Remove this?", input, output);
    if (answer === null) input.end();
    else input.write(answer);
    expect(await confirmed).toBe(expected);
    expect(await text(output.end())).toContain("Remove this? [y/N] ");
  });
}

test("without a terminal no question is printed", async () => {
  expect(await confirm("?", new PassThrough(), terminal())).toBeNull();
  expect(await confirm("?", terminal(), new PassThrough())).toBeNull();
});
