import { formatInstant, type Instant } from "#domain/instant.ts";
import type { Demonstration } from "./load-demonstration.ts";

/** For a person at a terminal: the key, and requests to try at `publicUrl`, ready to be pasted. */
export function describeDemonstration(
  { key, projects, range }: Demonstration,
  publicUrl: string,
): string {
  const sensorCount = projects.reduce((sum, { sensors }) => sum + sensors.length, 0);
  const requests = ["", ...projects.slice(0, 1).flatMap((project) => requestsOf(project, range))];
  return [
    `The demonstration site: ${projects.length} projects, ${sensorCount} sensors, thirty days of samples, all of them generated.`,
    "Its key, shown only now, reads all of it and nothing else:",
    "",
    `  KEY=${key}`,
    "",
    "Requests to try:",
    "",
    ...requests.map(
      (path) => `  curl -H "svc-api-key: Bearer $KEY" '${publicUrl}/api/v0/projects${path}'`,
    ),
    "",
  ].join("\n");
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
