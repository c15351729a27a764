import { Command, Option } from "commander";
import { scopes } from "../auth/scopes.ts";
import { collect, type JsonOption, once, runAction } from "./program/options.ts";

interface KeyUpdateOptions extends JsonOption {
  readonly addProject: readonly string[];
  readonly removeProject: readonly string[];
  readonly addSensor: readonly string[];
  readonly allSensors?: boolean;
  readonly removeSensor: readonly string[];
  readonly addScope: readonly string[];
  readonly removeScope: readonly string[];
  readonly expiresAt?: string;
  readonly neverExpires?: boolean;
  readonly name?: string;
}

export const keyUpdateCommand = new Command("update")
  .description("change what a key may read, its end or its name, in force at the next request")
  .argument("<KEY_ID>", "the 16 letters and digits that `acoustic key list` shows")
  .option(
    "--add-project <id>",
    "a project, with all sensors that it has now; repeatable",
    collect,
    [],
  )
  .option("--add-sensor <id>", "a sensor of the key's projects; repeatable", collect, [])
  .option("--all-sensors", "all sensors of its projects, also those that are added later")
  .option("--no-all-sensors", "the sensors that it reads now, and no later ones")
  .option("--remove-sensor <id>", "a sensor; repeatable", collect, [])
  .option("--remove-project <id>", "a project, with its sensors; repeatable", collect, [])
  .option("--add-scope <scope>", "an operation scope; repeatable", collect, [])
  .option("--remove-scope <scope>", "an operation scope; repeatable", collect, [])
  .addOption(
    new Option("--expires-at <time>", "when it expires: 2030-01-01T00:00:00Z, or 30d or 12w")
      .argParser(once)
      .conflicts("neverExpires"),
  )
  .option("--never-expires", "the key has no end")
  .option("--name <name>", "what the key is for: 1 to 200 characters", once)
  .option("--json", "print { id, changes: [{ path, old, new }] }")
  .addHelpText(
    "after",
    `
Prints the old and the new value of what has changed. --add-project of a project that the key may read already
adds the sensors that are new there. A key that was rotated is not changed: its successor is named.
Scopes: ${scopes.join(", ")}.

Example:
  acoustic key update 0123456789abcdef --add-sensor dublin-noise-7 --expires-at 12w`,
  )
  .action((text: string, { json = false, ...options }: KeyUpdateOptions) =>
    runAction(async ({ withDatabase }) => {
      const { updateKey } = await import("../auth/update-key.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { compareMembers, describeChanges } = await import("./text/describe-changes.ts");
      const { requireExpiry, requireKeyId } = await import("./program/key-arguments.ts");
      const id = requireKeyId(text);
      const now = new Date();
      const { neverExpires = false, expiresAt, name, allSensors } = options;
      const lists = {
        addedProjects: options.addProject,
        removedProjects: options.removeProject,
        addedSensors: options.addSensor,
        removedSensors: options.removeSensor,
        addedScopes: options.addScope,
        removedScopes: options.removeScope,
      };
      const namesNothing =
        allSensors === undefined && Object.values(lists).every((list) => list.length === 0);
      if (namesNothing && !neverExpires && expiresAt === undefined && name === undefined) {
        throw new InvalidInput(["no change is named: acoustic key update --help"]);
      }
      const end = expiresAt === undefined ? undefined : requireExpiry(expiresAt, now);
      const changed = { ...lists, allSensors, name, expiresAt: neverExpires ? null : end };
      const updated = await withDatabase(({ db }) => updateKey(db, id, changed, now));
      if (!updated.ok) throw new InvalidInput(updated.issues);
      const members = ["name", "scopes", "projects", "sensors", "allSensors", "expiresAt"] as const;
      const changes = compareMembers(members, updated.before, updated.after);
      const words = [
        `${id}: ${changes.length === 0 ? "nothing to change" : "changed, from the very next request on"}`,
        ...describeChanges(changes).map((line) => `  ${line}`),
      ];
      console.log(json ? JSON.stringify({ id, changes }, null, 2) : words.join("\n"));
    }),
  );
