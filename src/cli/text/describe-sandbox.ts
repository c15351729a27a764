import type { Sandbox } from "../../sandbox/sandbox.ts";
import { formatTable } from "./table.ts";

/** Lines for a person: addresses, and keys and ids by purpose. */
export function describeSandbox(sandbox: Sandbox): string {
  const { publicUrl, internalUrl, now, range, keys, projects, sensors, audio } = sandbox;
  const listed = Object.entries({ key: keys, project: projects, sensor: sensors, audio });
  const rows = listed.flatMap(([kind, values]) =>
    Object.entries(values).map(([purpose, value]) => [kind, purpose, value]),
  );
  return [
    `public ${publicUrl}`,
    `internal ${internalUrl}`,
    `now ${now}`,
    `samples ${range.startAt} ${range.endAt}`,
    ...formatTable(rows),
  ].join("\n");
}
