import { serverAudits } from "graphql-http";
import { expect, test } from "../support/test.ts";

/**
 * Audits that do not pass, each with its reason. Both follow what GraphQL over HTTP said before 2025:
 * since then, a client that names no media type gets the current one, whose statuses say what happened.
 */
const exceptions: Readonly<Record<string, string>> = {
  "47DE": "*/* is answered as application/graphql-response+json",
  "80D8": "a request without Accept is answered as application/graphql-response+json",
};

/** The audits by name; their address is set when they run. */
const audits = serverAudits({ url: "http://127.0.0.1" });

for (const { id, name } of audits) {
  const reason = exceptions[id];
  test(`GraphQL over HTTP ${id}: ${name}${reason === undefined ? "" : `: not met, because ${reason}`}`, async ({
    tenantOf,
    gateway,
  }) => {
    const { key } = await tenantOf();
    const withKey = (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("svc-api-key", `Bearer ${key}`);
      return fetch(url, { ...init, headers });
    };
    const own = serverAudits({ url: `${gateway.internalUrl}/graphql`, fetchFn: withKey });
    const result = await own.find((audit) => audit.id === id)?.fn();
    expect(result).toMatchObject({ status: reason === undefined ? "ok" : "warn" });
  });
}

test("every audit that is not met exists", () => {
  const ids = new Set(audits.map(({ id }) => id));
  expect(Object.keys(exceptions).filter((id) => !ids.has(id))).toEqual([]);
});
