import { expect, test } from "../support/expect.ts";
import { isScope, scopes } from "../../src/auth/scopes.ts";

test("The scopes are the five of the specification", () => {
  expect(scopes.join(" ")).toBe(
    "v0:projects:read v0:data:read v0:events:read v0:audio:read v0:embedded-map:read",
  );
  expect(scopes.filter(isScope)).toEqual(scopes);
});

test("Nothing else is a scope", () => {
  const others =
    "|v0|v0:data|v0:data:write|v0:data:read |V0:DATA:READ|v1:data:read|v0:*:read|*|0|length";
  expect(others.split("|").filter(isScope)).toEqual([]);
});
