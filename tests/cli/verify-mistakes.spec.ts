import { type Sandbox, startSandbox } from "acoustic-monitoring-gateway/testing";
import { test as base } from "playwright/test";
import { expect } from "../support/expect.ts";
import { Broken } from "../../src/verify/check.ts";
import { checks, findTarget, verifyServer } from "../../src/verify/verify-server.ts";
import { type Mistake, withMistake } from "../support/mistaken-server.ts";

const test = base.extend<object, { sandbox: Sandbox }>({
  sandbox: [
    async ({}, use) => {
      const sandbox = await startSandbox();
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: "worker" },
  ],
});

/** By the name of each check, a mistake of a server that breaks its rule. */
const mistakes: Readonly<Record<string, Mistake>> = {
  "a missing, malformed or unknown key is 401, with one body": {
    answer: ({ headers }) => delete headers["www-authenticate"],
  },
  "a key without the scheme Bearer, or in the address, is no key": {
    ask: ({ headers }) => (headers["svc-api-key"] ??= headers["authorization"]),
  },
  "the scheme is Bearer in any case with one space, and the whole key counts": {
    ask: ({ headers }) => {
      if (String(headers["svc-api-key"]).startsWith("bearer ")) delete headers["svc-api-key"];
    },
  },
  "the key is checked before the route and its parameters": {
    answer: (answer, { path }) => {
      if (path.endsWith("/nothing")) answer.status = 404;
    },
  },
  "every method but GET is 405, before the key and the route": {
    answer: ({ headers }) => delete headers["allow"],
  },
  "unknown routes, ids and pairs are 404, with one body": {
    answer: ({ body }, { path }) => {
      if (path.includes("no-such-sensor")) body.detail = "There is no such sensor.";
    },
  },
  "a request id is kept where it has the form, and is new where not": {
    ask: ({ headers }) => delete headers["x-request-id"],
  },
  "problems are application/problem+json where Accept names it": {
    answer: ({ headers }) => (headers["content-type"] = "application/problem+json"),
  },
  "401 and 404 link to the documents of the API (RFC 8631)": {
    answer: ({ headers }) => delete headers["link"],
  },
  "JSON is never 304": {
    answer: (answer, { headers }) => {
      if (headers["if-none-match"] !== undefined) answer.status = 304;
    },
  },
  "a header of 20 kB is 431": {
    answer: (answer) => {
      if (answer.status === 431) answer.status = 400;
    },
  },
  "the list has projects in the order of their ids": {
    answer: ({ body }) => body.data?.push(body.data.shift()),
  },
  "the details are those of the list, with sensors in the order of their ids": {
    answer: ({ body }) => {
      for (const { location } of body.data?.sensors ?? []) location.latitude = 91;
    },
  },
  "records of a project whose contract is null are 503": {
    answer: ({ headers }) => delete headers["retry-after"],
  },
  "the map has a feature for each sensor, at its location": {
    answer: ({ body }) => body.data?.center?.push(0),
  },
  "bad, unknown, repeated and empty parameters are 400, by name": {
    answer: ({ body }) => {
      for (const error of body.errors ?? []) delete error.detail;
    },
  },
  "startAt and endAt are required, in this order, and all errors are listed at once": {
    answer: ({ body }) => body.errors?.splice(1),
  },
  "instants of another form are 400": {
    ask: (request) => (request.path = request.path.replace(".1234567890Z", ".123456789Z")),
  },
  "instants have an offset or none, and are answered in UTC, cut to the millisecond": {
    ask: (request) => (request.path = request.path.replace(".1239Z", ".124Z")),
  },
  "records have the members of the contract, in its units": {
    answer: ({ body }) => recordsOf(body, (record) => (record.limitSource = "none")),
  },
  "a classification is null, or a label with its confidence and model": {
    answer: ({ body }) =>
      recordsOf(body, ({ classification }) => {
        if (classification !== null) classification.confidence *= 100;
      }),
  },
  "Leq is the level of the requested weighting, A by default": {
    answer: ({ body }) => recordsOf(body, (record) => (record.Leq = record.LAeq)),
  },
  "events are the samples above their limit, and over is what is above it": {
    answer: ({ body }, { path }) => {
      if (path.includes("/events")) recordsOf(body, (record) => (record.classification = null));
    },
  },
  "latest of the map is the last sample with an LAeq, for a key that reads samples": {
    answer: ({ body }) => {
      for (const { properties } of body.data?.sensors?.features ?? []) delete properties.latest;
    },
  },
  "pages of any size, in both orders, are the one big page": {
    ask: (request) => {
      request.path = request.path.replace(
        /cursor=([1-9]\d*)/,
        (_, cursor) => `cursor=${cursor - 1}`,
      );
    },
  },
  "a page has 288 records by default, and up to 2000": {
    ask: (request) => {
      if (!request.path.includes("limit=")) request.path += "&limit=300";
    },
  },
  "a range inside the contract is kept, a wider one is cut, and one outside is empty": {
    answer: ({ body }) => {
      if (body.meta !== undefined) body.meta.clamped = false;
    },
  },
  "both bounds of a range are inside it, to the millisecond": {
    ask: (request) => {
      const [path, query] = request.path.split("?");
      const parameters = new URLSearchParams(query);
      const endAt = Date.parse(parameters.get("endAt") ?? "");
      if (Number.isNaN(endAt)) return;
      parameters.set("endAt", new Date(endAt - 1).toISOString());
      request.path = `${path}?${parameters.toString()}`;
    },
  },
  "a cursor outside of the effective range is 400, and one on its edge is not": {
    answer: ({ body }) => {
      if (body.code === "cursor_out_of_range") body.code = "invalid_request";
    },
  },
  "a record has both audio fields or null in both, and none where audio is not requested": {
    answer: ({ body }) =>
      recordsOf(body, (record) => {
        if (typeof record.audioUrl === "string") record.audioExpiresAt = "2100-01-01T00:00:00.000Z";
      }),
  },
  "a recording is FLAC, whole or in one part": { ask: ({ headers }) => delete headers["if-range"] },
  "a recording needs a key, and takes no parameter": {
    ask: (request) => (request.path = request.path.replace("?x=1", "")),
  },
  "every answer has the header fields of all answers": {
    answer: ({ headers }) => delete headers["x-content-type-options"],
  },
};

// oxlint-disable-next-line typescript/no-explicit-any -- Records of any answer.
function recordsOf(body: any, change: (record: any) => void): void {
  if (body.meta !== undefined) for (const record of body.data) change(record);
}

for (const { rule, name, run } of checks) {
  test(`finds a server that breaks ${rule}, ${name}`, async ({ sandbox }) => {
    const { keys, projects, sensors } = sandbox;
    const mistake = mistakes[name.replace(/ \((?:measurements|events)\)$/, "")] ?? {};
    await withMistake(sandbox.publicUrl, mistake, async (origin, setMistaken) => {
      const target = await findTarget({
        baseUrl: `${origin}/api/v0`,
        key: keys.all,
        project: projects.current,
        sensor: sensors.withData,
      });
      await target.client.send("/projects");
      await run(target);
      setMistaken();
      await target.client.send("/projects");
      const outcome = await run(target).then(
        () => "kept",
        (error: unknown) => error,
      );
      expect(outcome).toBeInstanceOf(Broken);
    });
  });
}

/** Every object of a body has its members in another order, and one more. */
function extend(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) extend(member);
  if (Array.isArray(value)) return;
  const members = Object.entries(value).toReversed();
  for (const [name] of members) delete (value as Record<string, unknown>)[name];
  Object.assign(value, { ofALaterVersion: { members: 1 } }, Object.fromEntries(members));
}

test("a server whose answers have further members and values, and others in another order, keeps every rule", async ({
  sandbox,
}) => {
  const later: Mistake = {
    answer: ({ body }) => {
      recordsOf(body, (record) => {
        if (record.limitSource !== "none") record.limitSource = "district_default";
      });
      extend(body);
    },
  };
  await withMistake(sandbox.publicUrl, later, async (origin, setMistaken) => {
    setMistaken();
    const { keys, projects, sensors } = sandbox;
    const results = await verifyServer({
      baseUrl: `${origin}/api/v0`,
      key: keys.all,
      project: projects.current,
      sensor: sensors.withData,
    });
    expect(results.filter(({ outcome }) => outcome !== "kept")).toEqual([]);
  });
});

test("a key without the scope of events leaves only rules of events, and says the scope", async ({
  sandbox,
}) => {
  const { baseUrl, keys } = sandbox;
  const results = await verifyServer({
    baseUrl,
    key: keys.withoutEvents,
    project: null,
    sensor: null,
  });
  expect(results.filter(({ outcome }) => outcome === "broken")).toEqual([]);
  const left = results.filter(({ outcome }) => outcome === "not checked");
  expect(left.length).toBeGreaterThan(5);
  for (const { name, reason } of left) {
    expect(name).toMatch(/\(events\)$|^events are the samples above their limit/);
    expect(reason).toContain("the key lacks v0:events:read");
  }
});
