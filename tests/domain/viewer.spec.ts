import { expect, test } from "playwright/test";
import type { KeyId } from "#domain/api-key.ts";
import { GatewayError } from "#domain/errors.ts";
import type { Scope } from "#domain/scope.ts";
import { createViewer, requireScopes } from "#domain/viewer.ts";

const keyId = "0065eoDiDgza8qaZ" as KeyId;

const cases: readonly (readonly [held: Scope[], required: Scope[], isAllowed: boolean])[] = [
  [["v0:data:read"], ["v0:data:read"], true],
  [["v0:data:read", "v0:audio:read"], ["v0:data:read", "v0:audio:read"], true],
  [["v0:audio:read", "v0:data:read"], ["v0:data:read", "v0:audio:read"], true],
  [["v0:data:read"], [], true],
  [[], ["v0:data:read"], false],
  [["v0:events:read"], ["v0:data:read"], false],
  [["v0:data:read"], ["v0:data:read", "v0:audio:read"], false],
  [["v0:audio:read"], ["v0:data:read", "v0:audio:read"], false],
];

for (const [held, required, isAllowed] of cases) {
  const title = `A key with [${held.join(", ")}] ${isAllowed ? "may" : "may not"} do what needs`;
  test(`${title} [${required.join(", ")}]`, () => {
    const ask = () => requireScopes(createViewer(keyId, held), required);
    if (isAllowed) {
      expect(ask).not.toThrow();
    } else {
      expect(ask).toThrow(
        expect.objectContaining({ code: "forbidden", requiredScopes: required, faults: [] }),
      );
      expect(ask).toThrow(GatewayError);
    }
  });
}

test("A viewer reads by the allow-list of its own key", () => {
  expect(createViewer(keyId, ["v0:data:read"])).toEqual({
    keyId,
    scopes: new Set(["v0:data:read"]),
    allowList: keyId,
  });
});
