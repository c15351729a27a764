import { sensorStateAt } from "../../../acoustics/sensor-state.ts";
import {
  dateText,
  localClock,
  localDate,
  offsetText,
  shortDateText,
  type TimeZone,
} from "../time/local-time.ts";

/**
 * How a sensor is now: `sensorStateAt` decides whether it has data, has ended or is silent; of a current one the newest
 * sample decides. A silent sensor is never within its limit.
 *
 * Worked example: with samples of five minutes, the newest from 02:40 is of 02:40 to 02:45. From 02:55:01 on the
 * sensor is silent since 02:45.
 */
export type SensorState =
  | { readonly kind: "above" | "within" | "no-limit" | "ended" | "no-data" }
  /** Its newest sample could not be read. */
  | { readonly kind: "unknown" }
  /** `since` is the end of the last sample's interval, in Unix seconds. */
  | { readonly kind: "silent"; readonly since: number };

export type SensorStateKind = SensorState["kind"];

/** The newest sample of a sensor, as the server compared it with its limit. */
export interface NewestSample {
  /** Start of its interval, Unix seconds. */
  readonly second: number;
  readonly level: number | null;
  readonly limit: number | null;
  /** Level minus limit: above zero is an exceedance. */
  readonly over: number | null;
}

export interface SampleInterval {
  readonly seconds: number;
  readonly source: "declared" | "inferred" | "assumed";
}

export function sensorState(facts: {
  readonly newest: NewestSample | null;
  /** Null where it could not be read. */
  readonly interval: SampleInterval | null;
  /** Last second of the contract; null where it is missing or invalid. */
  readonly contractEnd: number | null;
  /** The declared end of the sensor; null without one. */
  readonly sensorEnd: number | null;
  readonly now: number;
}): SensorState {
  const { newest, interval, contractEnd, sensorEnd, now } = facts;
  const intervalSeconds = interval?.seconds ?? null;
  const state = sensorStateAt(now, {
    newest: newest?.second ?? null,
    intervalSeconds,
    contractEnd,
    sensorEnd,
  });
  if (newest === null || state === "no_data") return { kind: "no-data" };
  if (state === "ended") return { kind: "ended" };
  if (state === "silent") return { kind: "silent", since: newest.second + (intervalSeconds ?? 0) };
  if (newest.over === null) return { kind: "no-limit" };
  return { kind: newest.over > 0 ? "above" : "within" };
}

/** The facts that decide the position of a sensor in a list. */
export interface Ranked {
  readonly name: string;
  readonly state: SensorState;
  readonly over: number | null;
}

/** Above the limit first, the furthest above at the top; then silent; then by name. */
export function compareSensors(left: Ranked, right: Ranked): number {
  const byRank = rank(left) - rank(right);
  if (byRank !== 0) return byRank;
  const byOver = left.state.kind === "above" ? (right.over ?? 0) - (left.over ?? 0) : 0;
  return byOver === 0 ? names.compare(left.name, right.name) : byOver;
}

function rank({ state }: Ranked): number {
  return state.kind === "above" ? 0 : state.kind === "silent" ? 1 : 2;
}

const names = new Intl.Collator("en", { numeric: true });

const words: Readonly<Record<Exclude<SensorStateKind, "silent">, string>> = {
  above: "above limit",
  within: "within limit",
  "no-limit": "no limit",
  ended: "ended",
  "no-data": "no data",
  unknown: "",
};

/**
 * The state in words, none where it is unknown. A silence from another day has its date, if need be its year; in a list
 * of several offsets, its own.
 */
export function stateText(
  state: SensorState,
  zone: TimeZone,
  now: number,
  hasOffset = false,
): string {
  if (state.kind !== "silent") return words[state.kind];
  const [date, today] = [localDate(state.since, zone), localDate(now, zone)];
  const offset = hasOffset ? ` ${offsetText(state.since, zone)}` : "";
  const clock = `${localClock(state.since, zone)}${offset}`;
  if (date === today) return `silent since ${clock}`;
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return `silent since ${isThisYear ? shortDateText(date) : dateText(date)} ${clock}`;
}

/** `12 min ago`: how long ago a sample began. A clock that is ahead of the viewer's shows no negative age. */
export function ageText(second: number, now: number): string {
  const age = Math.max(0, now - second);
  if (age < 60) return "just now";
  if (age < 2 * 3600) return `${Math.floor(age / 60)} min ago`;
  if (age < 2 * 86_400) return `${Math.floor(age / 3600)} h ago`;
  const days = Math.floor(age / 86_400);
  return days < 730 ? `${days} days ago` : `${Math.floor(days / 365.25)} years ago`;
}
