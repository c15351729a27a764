import type { LimitSource } from "../../../../acoustics/limits/limit-rules.ts";
import { sourceNames } from "../../data/limit-words.ts";
import type { Parameters } from "../../state/address-text.ts";

/** The filter of the listed exceedances; null is all of them. */
export interface EventFilter {
  readonly sensors: readonly string[] | null;
  readonly labels: readonly string[] | null;
  readonly sources: readonly LimitSource[] | null;
  /** In dB, this or more. */
  readonly minOver: number | null;
  /** Only those with a recording. */
  readonly withRecording: true | null;
}

export const noFilter: EventFilter = {
  sensors: null,
  labels: null,
  sources: null,
  minOver: null,
  withRecording: null,
};

/** The sources that an exceedance can have. */
export const sources = (Object.keys(sourceNames) as LimitSource[]).filter(
  (source) => source !== "none",
);

/** The filter of an address. What is unknown there does not filter. */
export function parseFilter(parameters: Parameters, sensorIds: readonly string[]): EventFilter {
  const { sensor, label, source, minOver, recording } = parameters;
  return {
    sensors: known(sensor, sensorIds),
    labels: label === undefined || label === "" ? null : [label],
    sources: known(source, sources),
    minOver: parseOver(minOver),
    withRecording: recording === "true" ? true : null,
  };
}

export function isFiltered(filter: EventFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

/** True if all exceedances of its sensors pass. */
export function choosesSensorsAlone(filter: EventFilter): boolean {
  const { sensors: _, ...rest } = filter;
  return Object.values(rest).every((value) => value === null);
}

/** A level with two decimals at most, as the server takes it. */
export function parseOver(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,3}(?:\.\d+)?$/.test(text.trim())) return null;
  const level = Math.round(Number(text) * 100) / 100;
  return level > 0 ? level : null;
}

function known<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] | null {
  const wanted = (text ?? "").split(",");
  const found = names.filter((name) => wanted.includes(name));
  return found.length === 0 ? null : found;
}
