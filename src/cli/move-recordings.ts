import { Command } from "commander";
import type { MovedRecordings } from "../operator/move-recordings.ts";
import { type JsonOption, once, runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

interface MoveOptions extends JsonOption {
  readonly from: string;
  readonly to: string;
}

export const moveRecordingsCommand = new Command("move")
  .description("copy all recordings to another store, and verify each")
  .requiredOption(
    "--from <store>",
    "the store that has them: a folder, or s3://bucket/prefix",
    once,
  )
  .requiredOption("--to <store>", "the store that is to have them", once)
  .option("--json", "print { copied, alreadyThere, problems: [{ recording, object, problem }] }")
  .addHelpText(
    "after",
    `
An object store is reached as AUDIO_STORE would be, with AUDIO_STORE_ENDPOINT and the AWS variables.
What is in the target with the same bytes is not sent again: run the command again after an
interruption, and once more after the last import into the earlier store. The source keeps all.
A server can use the target when the command has ended. Recordings that are missing or
damaged in the source are listed, and the exit code is 1.`,
  )
  .action((options: MoveOptions) =>
    runAction(async ({ exitCodes, requireStore, withDatabase }) => {
      const { openObjectStore } = await import("../audio/open-audio-store.ts");
      const { moveRecordings } = await import("../operator/move-recordings.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const from = await openObjectStore(requireStore("--from", options.from));
      const to = await openObjectStore(requireStore("--to", options.to));
      if (from.location === to.location)
        throw new InvalidInput(["--from and --to are the same store"]);
      const progress = createProgress();
      const moved = await withDatabase(async (database) => {
        try {
          return await moveRecordings(database, { from, to }, progress.show);
        } finally {
          progress.clear();
        }
      });
      console.log(
        options.json === true ? JSON.stringify(moved, null, 2) : describe(moved, to.location),
      );
      return moved.problems.length > 0 ? exitCodes.warnings : exitCodes.done;
    }),
  );

function describe({ copied, alreadyThere, problems }: MovedRecordings, location: string): string {
  const number = (count: number) => count.toLocaleString("en");
  const lines = problems.map(({ recording, object, problem }) =>
    problem === "missing"
      ? `${recording}: missing: the source has no object ${object}`
      : `${recording}: damaged: the object ${object} has other bytes than were imported`,
  );
  const missing = problems.filter(({ problem }) => problem === "missing").length;
  const counts = [
    `${number(copied)} copied`,
    `${number(alreadyThere)} already there`,
    `${number(missing)} missing`,
    `${number(problems.length - missing)} damaged`,
  ];
  const isDone = copied === 0 && problems.length === 0;
  const what = isDone ? "Nothing was to be done" : "Moved";
  return [...lines, `${what}: ${location} has the recordings: ${counts.join(", ")}`].join("\n");
}
