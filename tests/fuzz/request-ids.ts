import assert from "node:assert/strict";
import type { Received, Sent } from "./client.ts";
import { isOverlong } from "./fields.ts";

/** Throws where the one request id of an accepted form does not come back, in the header and the problem. */
export function expectIdKept(
  { fields }: Pick<Sent, "fields">,
  { status, headers, body }: Received,
): void {
  const id = headers["x-request-id"];
  assert.match(id ?? "", accepted);
  const inbound = fields.filter(([name]) => name.toLowerCase() === "x-request-id");
  const [first] = inbound.map(([, value]) => value.trim());
  if (inbound.length === 1 && first !== undefined && accepted.test(first) && !isOverlong(fields)) {
    assert.equal(id, first);
  }
  if (status < 400 || body.length === 0) return;
  const { requestId = id } = JSON.parse(body.toString()) as { readonly requestId?: unknown };
  assert.equal(requestId, id);
}

const accepted = /^[A-Za-z0-9._-]{8,64}$/;
