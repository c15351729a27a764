import {
  describeChecks,
  escapeControls,
  formatChecks,
} from "../../src/cli/text/describe-checks.ts";
import { expect, test } from "../support/test.ts";

const reason = "has \u001b]0;title\u0007, \u009b31m, \u202e and \n";
const check = { rule: "S 1", name: "a rule", outcome: "broken", reason } as const;
const escaped = "has \\u001b]0;title\\u0007, \\u009b31m, \\u202e and \\u000a";

test("what a server sends does not control the terminal that shows it", () => {
  expect(escapeControls(reason)).toBe(escaped);
  expect(describeChecks([check])).toContain(`S 1: ${escaped}\n`);
  const text = formatChecks([check]);
  expect(text).not.toMatch(/[\p{Cf}\u007f-\u009f]/u);
  expect(JSON.parse(text)).toEqual({ checks: [check] });
});
