import { parseAddress } from "./address-text.ts";

/** The sample whose recording was asked for where only a link to it is. */
let wanted: string | null = null;

globalThis.addEventListener("hashchange", () => {
  if (sampleOf(location.hash) !== wanted) wanted = null;
});

/** The event that is opened next plays its recording as soon as it is loaded. */
export function playOnOpen(fragment: string): void {
  wanted = sampleOf(fragment);
}

/** True if a recording is to be played without a further press. It is once. */
export function takePlayOnOpen(recording: {
  readonly projectId: string;
  readonly sensorId: string;
  readonly sampleId: string;
}): boolean {
  const { projectId, sensorId, sampleId } = recording;
  if (wanted !== JSON.stringify([projectId, sensorId, sampleId])) return false;
  wanted = null;
  return true;
}

function sampleOf(fragment: string): string {
  const { project, sensor, sample } = parseAddress(fragment);
  return JSON.stringify([project, sensor, sample]);
}
