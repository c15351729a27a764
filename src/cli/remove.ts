import { Command } from "commander";
import type { Exclusion } from "../acoustics/assessment/exclusions.ts";
import { formatInstant, type Instant, instantOfSecond } from "../acoustics/time/instant.ts";
import type { Removal, Removed } from "../operator/remove-data.ts";
import { describeBytes } from "../operator/status/describe-amounts.ts";
import { confirm } from "./text/confirm.ts";
import { endOfRange, instant, type JsonOption, once, runAction } from "./program/options.ts";

interface RemoveOptions extends JsonOption {
  readonly yes?: boolean;
}

interface RangeOptions extends RemoveOptions {
  readonly sensor: string;
  readonly startAt: Instant;
  readonly endAt: Instant;
}

/** `acoustic remove`: telemetry in a range, a sensor, a project. */
export function createRemoveCommands(): Command[] {
  return [
    ...(["samples", "classifications", "recordings", "exclusions"] as const).map((what) =>
      addCommonOptions(
        new Command(what)
          .description(
            what === "exclusions"
              ? "remove the exclusions of a sensor that lie wholly inside a range; others that overlap it are named, and stay"
              : `remove the ${what} of a sensor in a range of time, and nothing else`,
          )
          .requiredOption("--sensor <id>", "the sensor", once)
          .requiredOption("--start-at <instant>", "start of the range, included", instant)
          .requiredOption("--end-at <instant>", endOfRange, instant),
        `remove ${what} --sensor dublin-noise-2 --start-at 2019-03-01T00:00:00Z --end-at 2019-03-01T23:59:59Z`,
        what === "exclusions"
          ? "print { removed, …, exclusions, left: [{ startAt, endAt, reason }] } beside the members of the other commands"
          : undefined,
      ).action(({ sensor: sensorId, startAt, endAt, ...options }: RangeOptions) =>
        runRemoval({ what, sensorId, range: { startAt, endAt } }, options),
      ),
    ),
    addCommonOptions(
      new Command("sensor")
        .description("remove a sensor with its telemetry, its limits and the grants for it")
        .argument("<id>", "the sensor"),
      "remove sensor dublin-noise-2",
    ).action((sensorId: string, options: RemoveOptions) =>
      runRemoval({ what: "sensor", sensorId }, options),
    ),
    addCommonOptions(
      new Command("project")
        .description(
          "remove a project with its sensors, contract and limits, and the grants for it",
        )
        .argument("<id>", "the project"),
      "remove project dublin-noise",
    ).action((projectId: string, options: RemoveOptions) =>
      runRemoval({ what: "project", projectId }, options),
    ),
  ];
}

function addCommonOptions(
  command: Command,
  example: string,
  json = "print { removed, sensors, samples, classifications, recordings, bytes, keys: [{ id, name }] }",
): Command {
  return command
    .option("--yes", "remove without a question")
    .option("--json", json)
    .addHelpText(
      "after",
      `
Prints the data to be removed, and waits for a confirmation on a terminal. Without a terminal it needs --yes:
otherwise nothing is removed, and the exit code is 2. Keys that lose their last grant are named; they stay, and may read
nothing.

Example:
  acoustic ${example}`,
    );
}

function runRemoval(removal: Removal, { yes = false, json = false }: RemoveOptions): Promise<void> {
  return runAction(async ({ withDatabase }) => {
    const { InvalidInput } = await import("../ingest/invalid-input.ts");
    const { previewRemoval, removeData } = await import("../operator/remove-data.ts");
    if ("range" in removal && removal.range.startAt > removal.range.endAt) {
      throw new InvalidInput(["--start-at must not be after --end-at"]);
    }
    const printJson = (isRemoved: boolean, what: Removed) =>
      console.log(
        JSON.stringify({ removed: isRemoved, ...presentRemoved(removal, what) }, null, 2),
      );
    return withDatabase(async (database) => {
      if (!yes) {
        const preview = await previewRemoval(database.db, removal);
        const words = describeRemoved(removal, preview, false);
        if (json) console.error(words);
        else console.log(words);
        const answer = await confirm("Remove this?", process.stdin, process.stderr);
        if (answer !== true) {
          if (json) printJson(false, preview);
          const advice = answer === null ? ": without a terminal, use --yes" : "";
          throw new InvalidInput([`Nothing was removed${advice}`]);
        }
      }
      const removed = await removeData(database, removal, Date.now() as Instant);
      if (json) printJson(true, removed);
      else console.log(describeRemoved(removal, removed, true));
    });
  });
}

/** Exclusions are listed if there are any. */
function presentRemoved({ what }: Removal, { exclusions, left, ...others }: Removed) {
  const isOfExclusions = what === "exclusions";
  return {
    ...others,
    ...(isOfExclusions || exclusions > 0 ? { exclusions } : {}),
    ...(isOfExclusions ? { left: left.map(presentExclusion) } : {}),
  };
}

function presentExclusion({ start, end, reason }: Exclusion) {
  const [startAt, endAt] = [start, end].map((second) => formatInstant(instantOfSecond(second)));
  return { startAt, endAt, reason };
}

function describeRemoved(removal: Removal, removed: Removed, isRemoved: boolean): string {
  const { sensors, samples, classifications, recordings, exclusions, bytes, keys, left } = removed;
  const count = (what: string, number: number, unit = "") =>
    number === 0 && removal.what !== what
      ? []
      : [`  ${what}: ${number.toLocaleString("en")}${unit}`];
  return [
    `${isRemoved ? "Removed" : "To be removed"}, ${nameOf(removal)}:`,
    ...(sensors.length === 0 ? [] : [`  sensors: ${sensors.join(", ")}`]),
    ...count("samples", samples),
    ...count("classifications", classifications),
    ...count("recordings", recordings, ` (${describeBytes(bytes)})`),
    ...count("exclusions", exclusions),
    ...left.map(presentExclusion).map(({ startAt, endAt, reason }) => {
      return `  stays, for it is not wholly inside: ${startAt} to ${endAt}, ${JSON.stringify(reason)}`;
    }),
    ...keys.map(({ id, name }) => `  the last grant of the key ${id} (${name})`),
  ].join("\n");
}

function nameOf(removal: Removal): string {
  if (removal.what === "project") return `the project ${removal.projectId}`;
  if (removal.what === "sensor") return `the sensor ${removal.sensorId}`;
  const { startAt, endAt } = removal.range;
  return `the sensor ${removal.sensorId}, ${formatInstant(startAt)} to ${formatInstant(endAt)}`;
}
