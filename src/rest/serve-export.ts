import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { Express, Response } from "express";
import { requireScopes } from "../auth/principal.ts";
import type { Authenticated } from "../auth/require-api-key.ts";
import type { ConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import { type Handler, refuseOtherMethods } from "../http/requests/express-app.ts";
import { refuseMalformed } from "../http/requests/request-checks.ts";
import { createOperationContext, type OperationServices } from "../operations/operation-context.ts";
import { columnsOf } from "../tables/export-columns.ts";
import { parseExport } from "./export-parameters.ts";
import type { ExportedSensor, ExportOptions } from "../operations/exports/exported-sensor.ts";
import {
  type ExportKindName,
  exportKindNames,
  exportScopes,
  openExport,
} from "../operations/exports/open-export.ts";
import { exportRows } from "../tables/export-rows.ts";
import { csvFormat, plainCsv } from "../tables/text-format.ts";

export interface ExportRouteOptions {
  readonly services: OperationServices;
  /** Allows one export of a key at a time. */
  readonly exports: ConcurrencyLimiter;
  /** After this time without reading anything, the client is disconnected. A slow client is not. */
  readonly stallMilliseconds: number;
}

/**
 * Mounts `GET /export/<kind>.csv`. The checks are in the order of docs/contract.md, 2.1; the bounds of each sensor
 * follow, before the head. A failure after the head cuts the connection.
 */
export function mountExports(
  app: Express,
  requireApiKey: Handler<Authenticated>,
  options: ExportRouteOptions,
): void {
  for (const { kind, name, path } of exportRoutes) {
    app.all(
      path,
      refuseOtherMethods, // 405
      refuseMalformed, // 400, 431
      requireApiKey, // 401, 503
      answerExport(kind, name, options), // 403, 400, 404, 503, 400, 503, 200
    );
  }
}

/** The path of each export, and its name in log and metrics. */
export const exportRoutes = exportKindNames.map((kind) => ({
  kind,
  name: `export-${kind}`,
  path: `/export/${kind}.csv`,
}));

function answerExport(
  kind: ExportKindName,
  name: string,
  options: ExportRouteOptions,
): Handler<Authenticated> {
  return async (_request, response) => {
    const { context, principal, acquire, query } = response.locals;
    context.logged.route = name;
    let release = () => undefined as void;
    try {
      for (const scope of exportScopes[kind]) requireScopes(principal, [scope]);
      const requested = parseExport(kind, query);
      release = await acquire(options.exports);
      const operationContext = createOperationContext(options.services, context, principal);
      const { sensors, fileName } = await openExport(operationContext, kind, requested);
      // An export may last minutes: from here on, only the other limiter counts it.
      context.release();
      if (context.signal.aborted) return;
      response.writeHead(200, {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="${fileName}"`,
      });
      response.setTimeout(options.stallMilliseconds, () => response.destroy());
      const texts = flushed(textsOf(kind, sensors, requested), response);
      await pipeline(Readable.from(texts), response, { signal: context.signal });
    } catch (error) {
      // After the head, the pipeline has cut the connection: an incomplete answer must not look complete.
      if (!context.signal.aborted) throw error;
    } finally {
      release();
      context.release();
    }
  };
}

/** A compressor would keep megabytes, so a client that reads would look like one that does not. */
async function* flushed(
  texts: AsyncIterable<string>,
  response: Response,
): AsyncGenerator<string, void> {
  for await (const text of texts) {
    yield text;
    response.flush();
  }
}

/** The header, then the lines of each sensor. */
async function* textsOf(
  kind: ExportKindName,
  sensors: readonly ExportedSensor[],
  options: ExportOptions,
): AsyncGenerator<string, void> {
  const format = csvFormat(columnsOf(kind), plainCsv);
  yield format.header;
  for (const sensor of sensors) {
    for await (const rows of exportRows[kind](sensor, options)) {
      yield rows.map(format.lineOf).join("");
    }
  }
}
