import { routes } from "../../src/rest/routes/index.ts";
import { problemOf, problemWith } from "../support/problem.ts";
import { requestOf } from "../support/route-requests.ts";
import { tableOf } from "../support/table.ts";
import { expect, test } from "../support/test.ts";

const instantText =
  "must be an ISO 8601 instant: YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.fraction]] with Z, an offset or neither";
const plusText = "has a space where the offset begins: send the plus sign of an offset as %2B";
const spaceText = "has a space between date and time: put a T there";
const limitText = "must be a whole number from 1 to 2000";
const cursorText = "must be 0 or the exact cursor of the previous response";
const takes =
  "is not a parameter; this route takes startAt, endAt, limit, orderBy, fweighting, cursor, withAudio";

const cases = "is not a parameter; names are case-sensitive:";
const range = "startAt=2019-03-10&endAt=2019-03-11";

/** The query string after RANGE, or a whole one | the issues in the answer, in any order. */
const refusals = tableOf(`
  ? | startAt: is required | endAt: is required
  endAt=2019-03-11 | startAt: is required
  startAt=&endAt=2019-03-11 | startAt: must not be empty
  startAt=2019-03-10&${range} | startAt: must be given once
  StartAt=2019-03-10&endAt=2019-03-11 | StartAt: ${cases} startAt | startAt: is required
  startAt=2019-03-10T00:00:00+01:00&endAt=2019-03-11 | startAt: ${plusText}
  startAt=2019-03-10T00:00:00+0100&endAt=2019-03-11 | startAt: ${plusText}
  startAt=2019-03-10&endAt=2019-03-11T00:00+01 | endAt: ${plusText}
  startAt=2019-03-10T00:00:00.5+01:00&endAt=2019-03-11 | startAt: ${plusText}
  startAt=2019-03-10%2000:00&endAt=2019-03-11+23:59:59.5 | startAt: ${spaceText} | endAt: ${spaceText}
  startAt=2019-03-10+00:00Z&endAt=2019-03-11+00:00+01:00 | startAt: ${spaceText} | endAt: ${spaceText}
  startAt=2019-03-10+01&endAt=2019-03-11T00:00+x | startAt: ${instantText} | endAt: ${instantText}
  startAt=2019-03-12&endAt=2019-03-11 | startAt: must not be after endAt
  startAt=2019-03-11T00:00:00.001Z&endAt=2019-03-11 | startAt: must not be after endAt
  RANGE&page=2 | page: ${takes}
  RANGE&=x | ?: ${takes}
  RANGE&limit%5B%5D=1&_=2&$top=3 | limit[]: ${takes} | _: ${takes} | $top: ${takes}
`);
/** Values that are refused with one text. */
for (const [name, values, detail] of [
  ["limit", "0 2001 00000 10000 1.0 1e2 -1 +1 %2B1 0x10 ten 1%20", limitText],
  ["orderBy", "ASC Desc ascending 1", "must be asc or desc"],
  ["fweighting", "a B AC 1", "must be A, C or Z"],
  ["cursor", "-1 01 1.5 1e9 abc %201 2019-03-10", cursorText],
  ["withAudio", "TRUE True 1 yes on", "must be true or false"],
] as const) {
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  refusals.push(
    ...values.split(" ").map((value) => [`RANGE&${name}=${value}`, `${name}: ${detail}`]),
    [`RANGE&${name}=`, `${name}: must not be empty`],
    [`RANGE&${name}=1&${name}=1`, `${name}: must be given once`],
    [`RANGE&${other}=1`, `${other}: ${cases} ${name}`],
  );
}
for (const start of "yesterday 1 2019-02-29 2019-03-10T24:00Z 2019-03-10T00:00:60Z 2019-069 2019-W10-7".split(
  " ",
)) {
  refusals.push([`startAt=${start}&endAt=2019-03-11`, `startAt: ${instantText}`]);
}
refusals.push([
  "startAt=x&endAt=&limit=0&orderBy=up&fweighting=D&cursor=-1&withAudio=1&page=2",
  `page: ${takes}`,
  `startAt: ${instantText}`,
  "endAt: must not be empty",
  `limit: ${limitText}`,
  "orderBy: must be asc or desc",
  "fweighting: must be A, C or Z",
  `cursor: ${cursorText}`,
  "withAudio: must be true or false",
]);

const paged = routes.filter((route) => "startAt" in route.parameters.shape);

for (const route of paged) {
  test.describe(route.name, () => {
    for (const [written = "", ...issues] of refusals) {
      test(`refuses «${written}»`, async ({ tenant, get }) => {
        const query = written === "?" ? "" : written.replace("RANGE", range);
        const response = await get(requestOf(route, tenant).path, { key: tenant.key, query });
        const { errors, ...problem } = await problemOf(response);
        const [{ parameter: first, detail } = { parameter: "", detail: "" }, ...others] =
          errors as Issue[];
        const more = others.length > 0 ? `; \`errors\` has ${others.length} more` : "";
        expect(problem).toEqual(
          problemWith("invalid_request", { detail: `\`${first}\` ${detail}${more}.` }),
        );
        const found = (errors as Issue[]).map((issue) => `${issue.parameter}: ${issue.detail}`);
        expect(found.toSorted()).toEqual(issues.toSorted());
      });
    }

    for (const query of [
      `${range}&limit=1`,
      `${range}&limit=2000`,
      `${range}&limit=0001`,
      `${range}&cursor=0`,
      `${range}&withAudio=false`,
      `${range}&withAudio=true`,
      `${range}&orderBy=desc&fweighting=Z`,
      "startAt=2019-03-10T00:00:00%2B01:00&endAt=2019-03-11T00:00-0530",
      "startAt=2019-03-10T00:00:00.123456789Z&endAt=2019-03-11T00%3A00%3A00Z",
      "startAt=2019-03-10&endAt=2019-03-10",
      "%73tartAt=2019-03-10&endAt=2019-03-11",
      `${range}&`,
    ]) {
      test(`accepts «${query}»`, async ({ tenant, get }) => {
        const response = await get(requestOf(route, tenant).path, { key: tenant.key, query });
        expect(response.status(), await response.text()).toBe(200);
      });
    }

    test("checks the audio scope after the parameters", async ({ tenant, get }) => {
      const key = await tenant.createKey({ scopes: [route.scope] });
      const { path } = requestOf(route, tenant);
      const broken = await get(path, { key, query: `${range}&withAudio=true&limit=0` });
      expect(broken.status()).toBe(400);
      for (const ids of [tenant, { projectId: "absent", sensorIds: ["absent"] }]) {
        const { path: either } = requestOf(route, ids);
        const response = await get(either, { key, query: `${range}&withAudio=true` });
        expect(response.status()).toBe(403);
        expect(await problemOf(response)).toMatchObject({
          code: "forbidden",
          requiredScopes: [route.scope, "v0:audio:read"],
        });
      }
    });
  });
}

for (const route of routes) {
  const { query } = requestOf(route, { projectId: "p", sensorIds: ["s"] });
  test(`${route.name} repeats nothing of a key in its address`, async ({ tenant, get }) => {
    const { path } = requestOf(route, tenant);
    for (const name of ["api_key", "key", "token", "svc-api-key", "access_token", "apikey"]) {
      const response = await get(path, {
        key: tenant.key,
        query: { ...query, [name]: tenant.key },
      });
      const text = await response.text();
      expect(response.status()).toBe(400);
      expect(text).not.toContain(tenant.key);
      expect(await problemOf(response)).toMatchObject({
        errors: [
          {
            parameter: name,
            detail:
              "is not a parameter; a key is sent in the header svc-api-key and never in an address",
          },
        ],
      });
    }
  });

  test(`${route.name} repeats nothing of a key as a name`, async ({ tenant, get }) => {
    const { path } = requestOf(route, tenant);
    const response = await get(path, { key: tenant.key, query: { ...query, [tenant.key]: "1" } });
    expect(response.status()).toBe(400);
    expect(await response.text()).not.toContain(tenant.key.slice(0, 12));
  });

  test(`${route.name} refuses parameters before it reads ids`, async ({ tenant, get }) => {
    const { path } = requestOf(route, { projectId: "absent", sensorIds: ["absent"] });
    const response = await get(path, { key: tenant.key, query: { ...query, verbose: "1" } });
    expect(response.status()).toBe(400);
  });
}

interface Issue {
  readonly parameter: string;
  readonly detail: string;
}
