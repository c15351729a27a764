import { problemWith } from "../support/problem.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { composeDocument } from "../../src/rest/openapi/compose-document.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { createDocumentCheck, createValidator, type PublicAnswer } from "../support/documented.ts";
import { expect, test } from "../support/test.ts";

const check = createDocumentCheck(composeDocument(routes, createSchema()));

const common = {
  "cache-control": "private, no-store, max-age=0",
  "x-content-type-options": "nosniff",
  "x-request-id": "abcdefgh",
  "content-type": "application/json; charset=utf-8",
};

const project = {
  id: "harbour",
  name: "Harbour",
  description: null,
  timezone: "Europe/Dublin",
  location: { latitude: 53.35, longitude: -6.26 },
  contract: { startAt: "2019-03-01T00:00:00.000Z", endAt: "2019-04-30T22:59:59.000Z" },
};

const problem = problemWith("not_found", { requestId: "abcdefgh" });

const found: PublicAnswer = {
  method: "GET",
  target: "/api/v0/projects?x=1",
  status: 200,
  headers: { ...common, date: "Thu, 01 Jan 1970 00:00:00 GMT" },
  body: JSON.stringify({ data: [project] }),
};

const missing: PublicAnswer = {
  ...found,
  headers: {
    ...found.headers,
    link: '</docs>; rel="service-doc", </openapi.json>; rel="service-desc"',
  },
  target: "/api/v0/projects/harbour",
  status: 404,
  body: JSON.stringify(problem),
};

test("an answer that matches the document passes", () => {
  check(found);
  check(missing);
  check({ ...missing, target: "/nowhere" });
  check(map(shown));
  check(map({ ...shown, center: null, bbox: null }));
});

test("a client that validates by the document reads members and values that a later release adds, and no misspelt one", () => {
  const document = composeDocument(routes, createSchema());
  const { schemas } = document.components;
  const readerOf = (name: string) =>
    createValidator().compile({ ...schemas[name], components: document.components });
  const isProject = readerOf("Project");
  expect(isProject({ ...project, owner: { name: "Port" } })).toBe(true);
  const { timezone, ...without } = project;
  expect(isProject({ ...without, timeZone: timezone })).toBe(false);
  const isProblem = readerOf("Problem");
  expect(isProblem({ ...problem, code: "gone", status: 410, instance: "/a" })).toBe(true);
  expect(isProblem({ ...problem, status: "404" })).toBe(false);
  expect(readerOf("LimitSource")("city_default")).toBe(true);
});

const projects = (...data: unknown[]) => ({ ...found, body: JSON.stringify({ data }) });
const { location: _, ...placeless } = project;

const shown = {
  projectId: "harbour",
  name: "Harbour",
  timezone: "Europe/Dublin",
  center: [-6.26, 53.35],
  bbox: [-6.5, 53.25, -6.25, 53.5],
  zoom: 10,
  sensors: { type: "FeatureCollection", features: [] },
};
const map = (data: unknown) => ({
  ...found,
  target: "/api/v0/projects/harbour/embedded-map",
  body: JSON.stringify({ data }),
});

/** An answer that is wrong in one way → what the check says of it. */
const wrong: [what: string, answer: PublicAnswer, message: RegExp][] = [
  ["a member more", projects({ ...project, internalKey: 7 }), /additional properties/],
  ["a member less", projects(placeless), /'location'/],
  ["a member of another type", projects({ ...project, name: null }), /name must be string/],
  [
    "a latitude that there is not",
    projects({ ...project, location: { latitude: 90.5, longitude: 1 } }),
    /latitude must be <= 90/,
  ],
  ["an id that is none", projects({ ...project, id: "harbour.1" }), /id must match pattern/],
  ["a center of three", map({ ...shown, center: [1, 2, 3] }), /center must NOT have more than 2/],
  ["a box off the world", map({ ...shown, bbox: [-181, 0, 0, 0] }), /bbox\/0 must be >= -180/],
  ["a zoom beyond the last", map({ ...shown, zoom: 20 }), /zoom must be <= 19/],
  ["another kind of GeoJSON", map({ ...shown, sensors: { type: "Point", features: [] } }), /type/],
  ["a number as text", projects({ ...project, location: { latitude: "1", longitude: 1 } }), /lat/],
  [
    "an instant of another form",
    projects({ ...project, contract: { ...project.contract, endAt: "2019-04-30T22:59:59Z" } }),
    /endAt must match pattern/,
  ],
  ["no envelope", { ...found, body: JSON.stringify([project]) }, /must be object/],
  ["an envelope with more", { ...found, body: JSON.stringify({ data: [], total: 0 }) }, /addit/],
  ["no JSON", { ...found, body: "<html>" }, /JSON/],
  ["an undocumented status", { ...found, status: 500 }, /500 is not documented/],
  ["a status of other routes", { ...found, status: 404 }, /404 is not documented/],
  ["200 where there is no route", { ...found, target: "/api/v0/nothing" }, /200 is not documented/],
  [
    "another media type",
    { ...found, headers: { ...common, "content-type": "text/html" } },
    /is text\/html/,
  ],
  [
    "a missing header field",
    { ...missing, status: 401, target: "/api/v0/projects" },
    /has no WWW-Authenticate/,
  ],
  [
    "a header field with another value",
    { ...found, headers: { ...common, "cache-control": "no-cache" } },
    /Cache-Control/,
  ],
  [
    "a header field that nothing documents",
    { ...found, headers: { ...common, etag: '"1"' } },
    /has etag as well/,
  ],
  [
    "an error under another status",
    { ...missing, body: JSON.stringify({ ...problem, status: 403 }) },
    /projects\/harbour 404/,
  ],
  [
    "an error with the code of another status",
    { ...missing, body: JSON.stringify({ ...problem, code: "forbidden" }) },
    /the code forbidden is not documented/,
  ],
  [
    "an error with a code that there is not",
    { ...missing, body: JSON.stringify({ ...problem, code: "gone" }) },
    /code must be equal/,
  ],
  [
    "an error with scopes that it does not ask for",
    { ...missing, body: JSON.stringify({ ...problem, requiredScopes: ["v0:data:read"] }) },
    /projects\/harbour 404/,
  ],
  [
    "an error that says more",
    { ...missing, body: JSON.stringify({ ...problem, stack: "at …" }) },
    /additional properties/,
  ],
  ["a body after HEAD", { ...missing, method: "HEAD" }, /has a body/],
];

for (const [what, answer, message] of wrong) {
  test(`the check of answers refuses ${what}`, () => {
    expect(() => check(answer)).toThrow(message);
  });
}
