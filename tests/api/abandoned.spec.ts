import { levelsFrom } from "../support/series.ts";
import { once } from "node:events";
import { connect } from "node:net";
import type { APIRequestContext } from "playwright/test";
import { metricsOf } from "../support/metrics.ts";
import { expect, test } from "../support/test.ts";

/*
 * Clients that go away with several requests on one connection: Node does not emit `close` for an
 * answer that still waits behind another one.
 */

/** Sends requests on one connection and breaks it off as soon as the first byte comes back. */
async function abandon(url: string, requests: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write(requests);
  await Promise.race([once(socket, "data"), once(socket, "close")]);
  socket.resetAndDestroy();
}

/** The requests on the public listener that are open, in flight and queued. */
function openOf(http: APIRequestContext, url: string): Promise<number[]> {
  return metricsOf(
    http,
    url,
    'acoustic_http_requests_open{listener="public"}',
    'acoustic_requests_in_flight{limiter="requests"}',
    'acoustic_requests_queued{limiter="requests"}',
  );
}

test("requests behind an answer whose connection is broken off leave no slot taken", async ({
  tenantOf,
  gateway,
  get,
  http,
}) => {
  const tenant = await tenantOf();
  const from = Date.parse("2019-03-10T00:00:00Z") / 1000;
  await tenant.addSamples(levelsFrom(from, 1000, 1, 60));
  const page = `${tenant.measurementsPath()}?startAt=2019-03-01&endAt=2019-03-31&limit=2000`;
  const request = `GET ${page} HTTP/1.1\r\nHost: localhost\r\nsvc-api-key: Bearer ${tenant.key}\r\n\r\n`;
  const clients = Array.from({ length: 6 }, () => abandon(gateway.publicUrl, request.repeat(4)));
  await Promise.all(clients);
  await expect.poll(() => openOf(http, gateway.internalUrl)).toEqual([0, 0, 0]);
  expect((await get("/api/v0/projects", { key: tenant.key })).status()).toBe(200);
});
