import { checksOf, demand, demandEqual, demandProblem, withoutId } from "../check.ts";
import { wrongKeyOf } from "../wrong-key.ts";

/** A key of a valid form that no server has created. */
const unknownKey = "amk0.0000000000000000.000000000000000000000000000000000000000000000B9is";

/** Checks of keys, methods, routes and the fields of every answer. */
export const accessChecks = checksOf({
  async "S 5.4, C 2.2: a missing, malformed or unknown key is 401, with one body"({ client }) {
    const bodies = new Set<string>();
    for (const key of [null, "x", unknownKey]) {
      const answer = await client.send("/projects", { key });
      demandProblem(answer, 401, "unauthorized");
      const scheme = answer.headers.get("www-authenticate");
      demandEqual(scheme, 'APIKey realm="api/v0"', "WWW-Authenticate");
      bodies.add(withoutId(answer));
    }
    demandEqual(bodies.size, 1, "bodies of 401");
  },
  async "S 5.1: a key without the scheme Bearer, or in the address, is no key"({ client }) {
    for (const [path, headers] of [
      ["/projects", { "svc-api-key": client.key }],
      ["/projects", { authorization: `Bearer ${client.key}` }],
      [`/projects?svc-api-key=${unknownKey}`, {}],
    ] as const) {
      demandProblem(await client.send(path, { key: null, headers }), 401, "unauthorized");
    }
    const refused = await client.send(`/projects?svc-api-key=${unknownKey}`);
    demandProblem(refused, 400, "invalid_request");
    demand(!refused.text.includes(unknownKey), refused, "a body without the key");
  },
  async "S 5.2, C 4: the scheme is Bearer in any case with one space, and the whole key counts"({
    client,
  }) {
    const statusOf = async (value: string) => {
      const headers = { "svc-api-key": value };
      return (await client.send("/nothing", { key: null, headers })).status;
    };
    for (const scheme of ["bearer", "BEARER"]) {
      demandEqual(await statusOf(`${scheme} ${client.key}`), 404, `the scheme ${scheme}`);
    }
    for (const [value, what] of [
      [`Bearer  ${client.key}`, "two spaces"],
      [`Bearer ${client.key} ${client.key}`, "two keys"],
      [`Bearer ${wrongKeyOf(client.key)}`, "another secret"],
    ] as const) {
      demandEqual(await statusOf(value), 401, what);
    }
  },
  async "C 2.1: the key is checked before the route and its parameters"({ client, page }) {
    for (const path of ["/nothing", page({ limit: 0 }), "/projects/no-such-project"]) {
      demandProblem(await client.send(path, { key: null }), 401, "unauthorized");
    }
  },
  async "S 1.1, C 2.1: every method but GET is 405, before the key and the route"({ client }) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const path of ["/projects", "/nothing"]) {
        const answer = await client.send(path, { method, key: null });
        demandProblem(answer, 405, "method_not_allowed");
        demandEqual(answer.headers.get("allow"), "GET", "Allow");
      }
    }
    const head = await client.send("/projects", { method: "HEAD" });
    demand(head.status === 405 && head.text === "", head, "405 without a body");
  },
  async "S 5.7, C 2.1: unknown routes, ids and pairs are 404, with one body"(target) {
    const { client, project, sensor, page } = target;
    const pages = page({}).replace(`/${project}/`, "/no-such-project/");
    const map = (id: string) => `/projects/${id}/embedded-map`;
    const audio = `/audio/00000000-0000-4000-8000-000000000000/${sensor}.1500000000`;
    const paths = [
      "/nothing",
      "/projects/",
      "/Projects",
      "/projects/no-such-project",
      "/projects/%00",
      "/%70rojects",
      `/projects/%${project.charCodeAt(0).toString(16)}${project.slice(1)}`,
      `/projects/${project}/sensors/${sensor}`,
    ];
    // A key may lack the scope of each of these: then also the known ids would be 403.
    for (const [known, ...unknown] of [
      [page({ limit: 1 }), pages, page({}).replace(`/${sensor}/`, "/no-such-sensor/")],
      [page({ limit: 1 }, "events"), pages.replace("/measurements", "/events")],
      [map(project), map("no-such-project")],
      [page({ limit: 1, withAudio: "true" }), audio],
    ] as const) {
      if ((await client.send(known)).status !== 403) paths.push(...unknown);
    }
    const bodies = new Set<string>();
    for (const path of paths) {
      const answer = await client.send(path);
      demandProblem(answer, 404, "not_found");
      bodies.add(withoutId(answer));
    }
    demandEqual(bodies.size, 1, "bodies of 404");
  },
  async "C 2: a request id is kept where it has the form, and is new where not"({ client }) {
    const idOf = async (id: string) => {
      const { headers } = await client.send("/projects", { headers: { "x-request-id": id } });
      return headers.get("x-request-id");
    };
    for (const id of ["verify-1", "verify_2.".repeat(7)]) {
      demandEqual(await idOf(id), id, "X-Request-Id");
    }
    for (const id of ["short-7", "x".repeat(65), "verify,123456", "verify 123456"]) {
      demandEqual((await idOf(id)) === id, false, `the X-Request-Id ${id} was kept`);
    }
  },
  async "C 2.2: problems are application/problem+json where Accept names it"({ client }) {
    for (const [accept, isNamed] of [
      ["application/problem+json", true],
      ["text/html, application/problem+json;q=0.5", true],
      ["application/problem+json;q=0, application/json", false],
      ["*/*", false],
    ] as const) {
      const answer = await client.send("/nothing", { key: null, headers: { accept } });
      const type = answer.headers.get("content-type") ?? "";
      demandEqual(type.startsWith("application/problem+json"), isNamed, `problems for ${accept}`);
    }
  },
  async "C 2: 401 and 404 link to the documents of the API (RFC 8631)"({ client }) {
    for (const key of [null, client.key]) {
      const answer = await client.send("/nothing", { key });
      const link = answer.headers.get("link") ?? "";
      const isWhole = ["service-doc", "service-desc"].every((name) => link.includes(`"${name}"`));
      demand(isWhole, answer, "a Link to service-doc and service-desc");
    }
  },
  async "C 2: JSON is never 304"({ client }) {
    for (const [name, value] of [
      ["if-none-match", "*"],
      ["if-modified-since", new Date().toUTCString()],
    ] as const) {
      // Without this directive, `fetch` would add one that excludes 304.
      const headers = { [name]: value, "cache-control": "max-age=0" };
      const answer = await client.send("/projects", { headers });
      demand(answer.status !== 304, answer, `no 304 for ${name}`);
    }
  },
  async "C 2.2: a header of 20 kB is 431"({ client }) {
    const answer = await client.send("/projects", { headers: { "x-long": "x".repeat(20_000) } });
    demandProblem(answer, 431, "header_too_large");
  },
});

/** To be run last: it inspects every answer of the run. */
export const answerChecks = checksOf({
  async "S 1.3, C 2: every answer has the header fields of all answers"({ client }) {
    for (const answer of client.answers) {
      /** A field without a pattern is absent. */
      const demandField = (name: string, pattern: RegExp | null) => {
        const value = answer.headers.get(name);
        const holds = value === null || pattern === null ? value === pattern : pattern.test(value);
        demand(holds, answer, `${name}: ${pattern ?? "absent"}, not ${JSON.stringify(value)}`);
      };
      demandField("cache-control", /^private, no-store, max-age=0$/);
      demandField("x-content-type-options", /^nosniff$/);
      demandField("x-request-id", /^[A-Za-z0-9._-]{8,64}$/);
      demandField("x-powered-by", null);
      if (answer.body === undefined) continue;
      demandField("etag", null);
      demandField("content-type", /^application\/(?:problem\+)?json(?:; charset=utf-8)?$/);
    }
  },
});
