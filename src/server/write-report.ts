import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Instant } from "../acoustics/time/instant.ts";
import type { Principal } from "../auth/principal.ts";
import type { Scope } from "../auth/scopes.ts";
import { createApiKey } from "../auth/issue-key.ts";
import { type ReportFile, reportFile } from "../dashboard/render-report.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { deleteApiKey } from "../database/queries/keys/api-keys.ts";
import { compileTrusted } from "../graphql/execute.ts";
import { createSchema } from "../graphql/schema.ts";
import { createGraphqlHandler } from "../graphql/yoga.ts";
import { createConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import type { Log } from "../log.ts";
import type { OperationServices } from "../operations/operation-context.ts";
import { neverAborted } from "../system/never-aborted.ts";
import { packageFile } from "../system/package-files.ts";
import { readShippedDocuments } from "./read-trusted-documents.ts";

const scopes: readonly Scope[] = ["v0:projects:read", "v0:data:read", "v0:events:read"];

/** The file of a report over local dates, both inside; a list of issues if its project or its dates are refused. */
export async function writeReport(
  database: OpenDatabase,
  wanted: Omit<Parameters<typeof reportFile>[0], "fetch">,
  log: Log,
): Promise<ReportFile | { readonly issues: readonly string[] }> {
  const now = new Date();
  const minutes = 60_000;
  // Grants are read from the database: the key has them, nobody has its text, and it goes at the end.
  const created = await createApiKey(
    database.db,
    {
      name: "acoustic report",
      scopes,
      projects: [wanted.project],
      sensors: null,
      expiresAt: (now.getTime() + 30 * minutes) as Instant,
    },
    now,
  );
  if (!created.ok) return { issues: created.issues };
  const keyId = created.key.id;
  try {
    const principal: Principal = {
      keyId,
      name: "acoustic report",
      expiresAt: null,
      scopes: new Set(scopes),
    };
    const fetch = await answers(database, principal, log);
    const report = await reportFile({ ...wanted, fetch });
    if (report === null) throw new Error("a project that has a key is shown");
    return "refused" in report ? { issues: [`--month: ${report.refused}`] } : report;
  } finally {
    await deleteApiKey(database.db, keyId);
  }
}

/** Answers the requests of the page as the internal listener does, in this process. */
async function answers(database: OpenDatabase, principal: Principal, log: Log) {
  const unbounded = { slots: 4, slotsPerKey: 4, queuePerKey: Infinity, queueMilliseconds: 1e9 };
  const unused = () => {
    throw new Error("a report needs no recordings");
  };
  const services: OperationServices = {
    databaseFor: ({ id }) => database.sessionFor({ ...jobSession, requestId: id }),
    store: { open: unused } as never,
    readings: createConcurrencyLimiter(unbounded),
    leaseSeconds: 0,
    newLeaseId: unused,
    leaseIssued: unused,
  };
  const documents = await readShippedDocuments();
  const yoga = createGraphqlHandler({
    schema: createSchema(),
    services,
    prepareDocument: compileTrusted(new Set(documents.values())),
    trustedDocuments: null,
    log,
  });
  return async (path: string, init?: RequestInit): Promise<Response> => {
    if (path !== "graphql")
      return new Response(readFileSync(packageFile("schema.graphql"), "utf8"));
    const clock = () => Date.now() as Instant;
    const context: RequestContext = {
      id: randomUUID(),
      now: clock(),
      clock,
      signal: neverAborted,
      log,
      trace: null,
      logged: {},
      loggedAt: "debug",
      fail: unused,
      presentError: unused,
      release: () => undefined,
    };
    const { method = "POST", headers = {}, body = null } = init ?? {};
    return yoga.fetch(
      "http://localhost/graphql",
      { method, headers, body },
      { context, principal },
    );
  };
}
