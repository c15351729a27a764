import { formatInstant, type Instant, instantOfSecond } from "#acoustics/time/instant.ts";
import type { Demonstration } from "./load-demonstration.ts";

/**
 * For a person at a terminal: the key, and requests to try at `publicUrl`, ready to be pasted; null:
 * the service chooses its port, and alone can say where it is.
 */
export function describeDemonstration(
  { key, projects, range, recordings }: Demonstration,
  publicUrl: string | null,
): string {
  const address = publicUrl ?? "$GATEWAY";
  const sensorCount = projects.reduce((sum, { sensors }) => sum + sensors.length, 0);
  const curl = `curl -H "svc-api-key: Bearer $KEY"`;
  const requests = [
    "",
    ...projects
      .slice(0, 1)
      .flatMap((project) => [...requestsOf(project, range), ...listeningOf(project, recordings)]),
  ];
  return [
    `The demonstration site: ${projects.length} projects, ${sensorCount} sensors, thirty days of samples, all of them generated.`,
    "Its key, shown only now, reads all of it and nothing else:",
    "",
    `  KEY=${key}`,
    ...(publicUrl === null ? ["  GATEWAY=…   # the public address that serve printed"] : []),
    "",
    "Requests to try:",
    "",
    ...requests.map((path) => `  ${curl} ${quoted(`${address}/api/v0/projects${path}`)}`),
    "",
    recordings.failure === null
      ? `The last one has an audioUrl; to listen: ${curl} -o sound.flac ${address}<audioUrl>`
      : `There is nothing to listen to. ${recordings.failure}`,
    "",
  ].join("\n");
}

/** For a shell, which puts in what a variable holds. */
function quoted(address: string): string {
  return address.startsWith("$") ? `"${address}"` : `'${address}'`;
}

/** Paths below the projects: one project, and the latest samples of the last day of its first sensor. */
function requestsOf(
  { id, sensors }: Demonstration["projects"][number],
  { endAt }: Demonstration["range"],
): string[] {
  const startAt = (endAt - 24 * 3_600_000) as Instant;
  const query = `startAt=${formatInstant(startAt)}&endAt=${formatInstant(endAt)}&orderBy=desc&limit=3`;
  return [
    `/${id}`,
    ...sensors.slice(0, 1).map((sensor) => `/${id}/sensors/${sensor}/measurements?${query}`),
  ];
}

/** The path of the latest sample that has a recording, with the address of that. */
function listeningOf(
  { id, sensors }: Demonstration["projects"][number],
  { seconds }: Demonstration["recordings"],
): string[] {
  return sensors.slice(0, 1).flatMap((sensor) => {
    const second = seconds.get(sensor)?.at(-1);
    if (second === undefined) return [];
    const at = formatInstant(instantOfSecond(second));
    return [`/${id}/sensors/${sensor}/measurements?startAt=${at}&endAt=${at}&withAudio=true`];
  });
}
