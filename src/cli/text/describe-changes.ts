import type { Change } from "../../ingest/site/compare-values.ts";
import { shorten } from "./table.ts";

/** A line for each change: `limits.default.A: 70 → 65`. */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.map((change) => `${change.path}: ${describeValues(change)}`);
}

function describeValues({ old, new: changed }: Change): string {
  const isLong = isIds(old) && isIds(changed) && Math.max(old.length, changed.length) > shownIds;
  if (!isLong) return `${write(old)} → ${write(changed)}`;
  const [before, after] = [new Set(old), new Set(changed)];
  const added = changed.filter((id) => !before.has(id));
  const removed = old.filter((id) => !after.has(id));
  return [
    `${old.length} → ${changed.length}`,
    ...(added.length === 0 ? [] : [`added ${added.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removed ${removed.join(", ")}`]),
  ].join("; ");
}

/** Longer lists show only their added and removed ids. */
const shownIds = 10;

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

/** The differing members of two records. Lists are compared as texts. */
export function compareMembers<Member extends string>(
  members: readonly Member[],
  before: Readonly<Record<Member, unknown>>,
  after: Readonly<Record<Member, unknown>>,
): Change[] {
  return members.flatMap((path) =>
    JSON.stringify(before[path]) === JSON.stringify(after[path])
      ? []
      : { path, old: before[path], new: after[path] },
  );
}

function write(value: unknown): string {
  return value === null || value === undefined ? "none" : shorten(JSON.stringify(value), 200);
}
