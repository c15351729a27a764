import { formatInstant, type Instant, instantOfSecond } from "../acoustics/time/instant.ts";
import type { Demonstration } from "./load-demonstration.ts";

/** The addresses of the server. Null: the server chooses the port, and prints it when it serves. */
export interface ServiceAddresses {
  readonly publicUrl: string | null;
  readonly internalUrl: string | null;
}

/** Describes the demonstration: its key, and requests to paste, with a shell variable if there is no public address. */
export function describeDemonstration(
  { key, projects, range, lastWeek, recordings }: Demonstration,
  { publicUrl, internalUrl }: ServiceAddresses,
): string {
  const address = publicUrl ?? "$GATEWAY";
  const curl = `curl -H "svc-api-key: Bearer $KEY"`;
  const { id = "", sensors = [] } = projects[0] ?? {};
  const [sensor = ""] = sensors;
  const measurements = `/${id}/sensors/${sensor}/measurements`;
  const startAt = formatInstant((range.endAt - 24 * 3_600_000) as Instant);
  const lastDay = `startAt=${startAt}&endAt=${formatInstant(range.endAt)}`;
  const requests = ["", `/${id}`, `${measurements}?${lastDay}&orderBy=desc&limit=3`];
  const addressOf = (path: string) => quoted(`${address}/api/v0/projects${path}`);
  const second = recordings.seconds.get(sensor)?.at(-1);
  if (second !== undefined) {
    const at = formatInstant(instantOfSecond(second));
    requests.push(`${measurements}?startAt=${at}&endAt=${at}&withAudio=true`);
  }
  const sensorCount = projects.flatMap((project) => project.sensors).length;
  return [
    `The demonstration site: ${projects.length} projects, ${sensorCount} sensors, thirty days of samples, all of them generated.`,
    "Its key, shown only now, reads all of it and nothing else:",
    "",
    `  KEY=${key}`,
    ...(publicUrl === null ? ["  GATEWAY=…   # the public address that serve printed"] : []),
    "",
    `The dashboard is at ${internalUrl === null ? "the internal address that serve printed" : `${internalUrl}/`}: open it in a browser and paste the key.`,
    "",
    "Requests to try:",
    "",
    ...requests.map((path) => `  ${curl} ${addressOf(path)}`),
    "",
    ...(recordings.failure === null
      ? [
          "The last one has an audioUrl. This downloads the recording as sound.flac:",
          "",
          `  ${curl} -o sound.flac "${address}$(${curl} -s ${addressOf(requests.at(-1) ?? "")} | ${findAudioUrl})"`,
        ]
      : [`There is nothing to listen to. ${recordings.failure}`]),
    "",
    "Was its made-up permit kept last week?",
    "",
    `  ./acoustic assess --project ${id} --start-at ${lastWeek.monday} --end-at ${lastWeek.sunday}T23:59:59Z`,
    "",
  ].join("\n");
}

/** Prints the audioUrl of an answer with one record, with a program that every system has. */
const findAudioUrl = String.raw`sed 's/.*"audioUrl":"\([^"]*\)".*/\1/'`;

/** In double quotes, a shell replaces the variable. */
function quoted(address: string): string {
  return address.startsWith("$") ? `"${address}"` : `'${address}'`;
}
