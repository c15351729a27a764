import type { Sandbox } from "../../src/sandbox/sandbox.ts";

/** A request to a sandbox, and the status and code of its answer. */
export interface SandboxRequest {
  readonly what: string;
  readonly path: string;
  /** Null: none is sent. */
  readonly key: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code?: string;
}

/** One request for each status, code and kind of data that a sandbox offers. */
export function requestsOf(sandbox: Omit<Sandbox, "tick" | "reset" | "stop">): SandboxRequest[] {
  const { keys, projects, sensors, audio } = sandbox;
  const base = "/api/v0/projects";
  const range = "startAt=2000-01-01&endAt=2100-01-01";
  const page = (project: string, sensor: string, more = "", name = "measurements") =>
    `${base}/${project}/sensors/${sensor}/${name}?${range}${more}`;
  const data = page(projects.current, sensors.withData);
  const ok = { status: 200, key: keys.all };
  const unauthorized = { status: 401, code: "unauthorized", path: base };
  const forbidden = { status: 403, code: "forbidden" };
  const notFound = { status: 404, code: "not_found" };
  const noContract = { status: 503, code: "contract_unavailable", key: keys.all };
  return [
    { what: "the projects", path: base, ...ok },
    { what: "a project", path: `${base}/${projects.current}`, ...ok },
    { what: "a project without a contract", path: `${base}/${projects.withoutContract}`, ...ok },
    { what: "a map", path: `${base}/${projects.current}/embedded-map`, ...ok },
    { what: "samples", path: data, ...ok },
    { what: "samples with recordings", path: `${data}&withAudio=true&orderBy=desc`, ...ok },
    { what: "events", path: page(projects.current, sensors.withData, "", "events"), ...ok },
    { what: "samples with gaps", path: page(projects.current, sensors.withGaps), ...ok },
    { what: "no samples", path: page(projects.current, sensors.withoutData), ...ok },
    { what: "an ended project", path: page(projects.ended, sensors.ofEndedProject), ...ok },
    { what: "a recording", path: audio.stored, ...ok },
    {
      what: "a part of one",
      path: audio.stored,
      ...ok,
      headers: { range: "bytes=0-9" },
      status: 206,
    },
    {
      what: "a bad parameter",
      path: `${data}&limit=0`,
      ...ok,
      status: 400,
      code: "invalid_request",
    },
    {
      what: "a bad cursor",
      path: `${data}&cursor=1`,
      ...ok,
      status: 400,
      code: "cursor_out_of_range",
    },
    { what: "no key", key: null, ...unauthorized },
    { what: "an expired key", key: keys.expired, ...unauthorized },
    { what: "a revoked key", key: keys.revoked, ...unauthorized },
    { what: "an unknown key", key: keys.unknown, ...unauthorized },
    { what: "projects without the scope", path: base, key: keys.withoutProjects, ...forbidden },
    { what: "samples without the scope", path: data, key: keys.withoutData, ...forbidden },
    {
      what: "events without the scope",
      path: page(projects.current, sensors.withData, "", "events"),
      key: keys.withoutEvents,
      ...forbidden,
    },
    {
      what: "recordings without the scope",
      path: audio.stored,
      key: keys.withoutAudio,
      ...forbidden,
    },
    {
      what: "leases without the scope",
      path: `${data}&withAudio=true`,
      key: keys.withoutAudio,
      ...forbidden,
    },
    {
      what: "a map without the scope",
      path: `${base}/${projects.current}/embedded-map`,
      key: keys.withoutEmbeddedMap,
      ...forbidden,
    },
    { what: "another tenant's project", path: data, key: keys.ofOtherTenant, ...notFound },
    {
      what: "a sensor that the key may not read",
      path: page(projects.current, sensors.withGaps),
      key: keys.oneSensor,
      ...notFound,
    },
    { what: "an unknown route", path: "/api/v0/nothing", key: keys.all, ...notFound },
    { what: "an expired lease", path: audio.expired, key: keys.all, ...notFound },
    { what: "another key's lease", path: audio.stored, key: keys.oneSensor, ...notFound },
    {
      what: "another method",
      path: base,
      key: null,
      method: "POST",
      status: 405,
      code: "method_not_allowed",
    },
    {
      what: "a range beyond the end",
      path: audio.stored,
      key: keys.all,
      headers: { range: "bytes=99999999-" },
      status: 416,
      code: "range_not_satisfiable",
    },
    {
      what: "a key at its quota",
      path: base,
      key: keys.atQuota,
      status: 429,
      code: "too_many_requests",
    },
    {
      what: "a key at its quota, once",
      path: base,
      key: keys.atQuotaOnce,
      status: 429,
      code: "too_many_requests",
    },
    { what: "the same key again", path: base, key: keys.atQuotaOnce, status: 200 },
    {
      what: "a server without capacity, once",
      path: data,
      key: keys.unavailableOnce,
      status: 503,
      code: "unavailable",
    },
    { what: "the same page again", path: data, key: keys.unavailableOnce, status: 200 },
    {
      what: "a head that is too long",
      path: base,
      key: null,
      headers: { "x-long": "x".repeat(20_000) },
      status: 431,
      code: "header_too_large",
    },
    {
      what: "a contract that is missing",
      path: page(projects.withoutContract, sensors.ofProjectWithoutContract),
      ...noContract,
    },
    {
      what: "a contract that is invalid",
      path: page(projects.invalidContract, sensors.ofProjectWithInvalidContract),
      ...noContract,
    },
    {
      what: "a damaged recording",
      path: audio.damaged,
      key: keys.all,
      status: 503,
      code: "unavailable",
    },
    {
      what: "a recording that is gone",
      path: audio.gone,
      key: keys.all,
      status: 503,
      code: "unavailable",
    },
    { what: "the same again", path: audio.gone, key: keys.all, ...notFound },
  ];
}

/** The status, header fields and body of an answer, without its request id and its date. */
export async function answerOf(publicUrl: string, { path, ...asked }: SandboxRequest) {
  const headers = {
    "x-request-id": "0".repeat(8),
    ...asked.headers,
    ...(asked.key !== null && { "svc-api-key": `Bearer ${asked.key}` }),
  };
  const response = await fetch(publicUrl + path, { method: asked.method ?? "GET", headers });
  const { date: _, "x-request-id": __, ...fields } = Object.fromEntries(response.headers);
  const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return { status: response.status, fields, body: body.replace(/"requestId":"[^"]+"/, "") };
}
