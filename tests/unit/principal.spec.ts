import { expect, test } from "playwright/test";
import type { KeyId } from "#acoustics/ids.ts";
import { RequestError } from "#http/request-error.ts";
import type { Scope } from "#auth/scopes.ts";
import { createPrincipal, requireScopes } from "#auth/principal.ts";

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
    const ask = () => requireScopes(createPrincipal(keyId, held), required);
    if (isAllowed) {
      expect(ask).not.toThrow();
    } else {
      expect(ask).toThrow(
        expect.objectContaining({ code: "forbidden", requiredScopes: required, issues: [] }),
      );
      expect(ask).toThrow(RequestError);
    }
  });
}

test("A principal has the grants of its own key", () => {
  expect(createPrincipal(keyId, ["v0:data:read"])).toEqual({
    keyId,
    scopes: new Set(["v0:data:read"]),
    grants: keyId,
  });
});
