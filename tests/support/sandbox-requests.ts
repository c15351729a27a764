import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { tableOf } from "./table.ts";

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
export function requestsOf({
  keys,
  projects,
  sensors,
  audio,
}: Omit<Sandbox, "tick" | "reset" | "stop">): SandboxRequest[] {
  const base = "/api/v0/projects";
  const page = (project: string, sensor: string, name = "measurements") =>
    `${base}/${project}/sensors/${sensor}/${name}?startAt=2000-01-01&endAt=2100-01-01`;
  const data = page(projects.current, sensors.withData);
  const events = page(projects.current, sensors.withData, "events");
  const gaps = page(projects.current, sensors.withGaps);
  const map = `${base}/${projects.current}/embedded-map`;
  // Its title, the path, the name of the key, the status, and the code of a problem.
  const requests = tableOf(`
    the projects | ${base} | all | 200
    a project | ${base}/${projects.current} | all | 200
    a project without a contract | ${base}/${projects.withoutContract} | all | 200
    a map | ${map} | all | 200
    samples | ${data} | all | 200
    samples with recordings | ${data}&withAudio=true&orderBy=desc | all | 200
    events | ${events} | all | 200
    samples with gaps | ${gaps} | all | 200
    no samples | ${page(projects.current, sensors.withoutData)} | all | 200
    an ended project | ${page(projects.ended, sensors.ofEndedProject)} | all | 200
    a recording | ${audio.stored} | all | 200
    a part of one | ${audio.stored} | all | 206
    a bad parameter | ${data}&limit=0 | all | 400 | invalid_request
    a bad cursor | ${data}&cursor=1 | all | 400 | cursor_out_of_range
    no key | ${base} | none | 401 | unauthorized
    an expired key | ${base} | expired | 401 | unauthorized
    a revoked key | ${base} | revoked | 401 | unauthorized
    an unknown key | ${base} | unknown | 401 | unauthorized
    projects without the scope | ${base} | withoutProjects | 403 | forbidden
    samples without the scope | ${data} | withoutData | 403 | forbidden
    events without the scope | ${events} | withoutEvents | 403 | forbidden
    recordings without the scope | ${audio.stored} | withoutAudio | 403 | forbidden
    leases without the scope | ${data}&withAudio=true | withoutAudio | 403 | forbidden
    a map without the scope | ${map} | withoutEmbeddedMap | 403 | forbidden
    another tenant's project | ${data} | ofOtherTenant | 404 | not_found
    a sensor that the key may not read | ${gaps} | oneSensor | 404 | not_found
    an unknown route | /api/v0/nothing | all | 404 | not_found
    an expired lease | ${audio.expired} | all | 404 | not_found
    another key's lease | ${audio.stored} | oneSensor | 404 | not_found
    another method | ${base} | none | 405 | method_not_allowed
    a range beyond the end | ${audio.stored} | all | 416 | range_not_satisfiable
    a key at its quota | ${base} | atQuota | 429 | too_many_requests
    a key at its quota, once | ${base} | atQuotaOnce | 429 | too_many_requests
    the same key again | ${base} | atQuotaOnce | 200
    a server without capacity, once | ${data} | unavailableOnce | 503 | unavailable
    the same page again | ${data} | unavailableOnce | 200
    a head that is too long | ${base} | none | 431 | header_too_large
    a contract that is missing | ${page(projects.withoutContract, sensors.ofProjectWithoutContract)} | all | 503 | contract_unavailable
    a contract that is invalid | ${page(projects.invalidContract, sensors.ofProjectWithInvalidContract)} | all | 503 | contract_unavailable
    a damaged recording | ${audio.damaged} | all | 503 | unavailable
    a recording that is gone | ${audio.gone} | all | 503 | unavailable
    the same again | ${audio.gone} | all | 404 | not_found
  `);
  const sent: Readonly<Record<string, Pick<SandboxRequest, "method" | "headers">>> = {
    "a part of one": { headers: { range: "bytes=0-9" } },
    "another method": { method: "POST" },
    "a range beyond the end": { headers: { range: "bytes=99999999-" } },
    "a head that is too long": { headers: { "x-long": "x".repeat(20_000) } },
  };
  return requests.map(([what = "", path = "", name = "", status, code]) => ({
    what,
    path,
    key: name === "none" ? null : keys[name as keyof typeof keys],
    status: Number(status),
    ...(code !== undefined && { code }),
    ...sent[what],
  }));
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
