import type { AudioStore } from "../../src/audio/audio-store.ts";
import { inOrder, treesOf } from "../support/collector.ts";
import { addRecording } from "../support/recordings.ts";
import { field, operation, request, statement } from "../support/span-shapes.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, incoming, keyOf, range, second, test } from "../support/traced-gateway.ts";

/** The store of a test, and for whom its objects were opened. */
function watched(audioStore: AudioStore) {
  const traces: unknown[] = [];
  const openRecorded: AudioStore["openRecorded"] = (object, part, caller) => {
    traces.push(caller.trace?.context);
    return audioStore.openRecorded(object, part, caller);
  };
  return { traces, store: { ...audioStore, openRecorded } };
}

async function leaseOf(tenant: Tenant, publicUrl: string): Promise<string> {
  const page = await fetch(`${publicUrl}${tenant.measurementsPath()}?${range}&withAudio=true`, {
    headers: keyOf(tenant),
  });
  const { data } = (await page.json()) as { data: { audioUrl: string }[] };
  return data[0]?.audioUrl ?? "";
}

test("a download continues the trace of its client, and the object store gets the span of the request as parent", async ({
  serveTraced,
  tenantOf,
  database: { db },
  audioStore,
}) => {
  const tenant = await tenantOf();
  const [sensorId = ""] = tenant.sensorIds;
  await tenant.addSamples([{ second, LAeq: 61 }]);
  await addRecording({ db, store: audioStore }, sensorId, second);
  const { traces, store } = watched(audioStore);
  const { publicUrl, finish } = await serveTraced({ store });
  const audioUrl = await leaseOf(tenant, publicUrl);
  const answer = await fetch(`${publicUrl}${audioUrl}`, {
    headers: { ...keyOf(tenant), ...incoming },
  });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 5000]);
  const spans = await finish();
  const traceId = incoming.traceparent.slice(3, 35);
  const mine = spans.filter((span) => span.traceId === traceId);
  expect(treesOf(mine)).toEqual(
    inOrder([
      request("GET", "/api/v0/audio/{leaseId}/{recordingId}", 200, [
        statement("select-api-key"),
        operation("GetAudio", [
          field("recording", [
            statement("select-sensor-number"),
            statement("select-leased-recording"),
          ]),
        ]),
      ]),
    ]),
  );
  const [root] = mine.filter(({ parentSpanId }) => parentSpanId === "00f067aa0ba902b7");
  expect(root?.name).toBe("GET /api/v0/audio/{leaseId}/{recordingId}");
  expect(traces).toEqual([{ traceId, spanId: root?.spanId, flags: 1, state: incoming.tracestate }]);
  expect(mine.map(({ traceState }) => traceState).join("")).toBe("");
});

test("without a collector a valid context goes on as it came, and its trace is in the log", async ({
  serveTraced,
  tenantOf,
  database: { db },
  audioStore,
}) => {
  const tenant = await tenantOf();
  const [sensorId = ""] = tenant.sensorIds;
  await tenant.addSamples([{ second, LAeq: 61 }]);
  await addRecording({ db, store: audioStore }, sensorId, second);
  const { traces, store } = watched(audioStore);
  const { publicUrl, lines, finish } = await serveTraced({ store, endpoint: null });
  const audioUrl = await leaseOf(tenant, publicUrl);
  for (const headers of [incoming, { traceparent: "00-0-0-01" }]) {
    const answer = await fetch(`${publicUrl}${audioUrl}`, {
      headers: { ...keyOf(tenant), ...headers },
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  expect(await finish()).toEqual([]);
  const traceId = incoming.traceparent.slice(3, 35);
  expect(traces).toEqual([
    { traceId, spanId: "00f067aa0ba902b7", flags: 1, state: incoming.tracestate },
    undefined,
  ]);
  const logged = lines().filter(({ msg }) => msg === "request");
  expect(logged.map(({ trace_id }) => trace_id)).toEqual([undefined, traceId, undefined]);
});

test("a trace that its client does not export is not exported, and a context that is not valid begins a trace", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const { publicUrl, finish, lines } = await serveTraced();
  const traceId = incoming.traceparent.slice(3, 35);
  const contexts = [`00-${traceId}-00f067aa0ba902b7-00`, `00-${traceId}-0000000000000000-01`];
  for (const traceparent of contexts) {
    const answer = await fetch(`${publicUrl}${tenant.path()}`, {
      headers: { ...keyOf(tenant), traceparent },
    });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  const spans = await finish();
  expect(treesOf(spans).map(({ name }) => name)).toEqual(["GET /api/v0/projects/{projectId}"]);
  expect(spans.map((span) => span.traceId)).not.toContain(traceId);
  const logged = lines().filter(({ msg }) => msg === "request");
  expect(logged.map(({ trace_id }) => trace_id)).toEqual([traceId, spans[0]?.traceId]);
});
