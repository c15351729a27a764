import { Command } from "commander";
import { scopes } from "#auth/scopes.ts";
import { collect, once, runAction } from "./lazy-action.ts";

interface KeyCreateOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly project: readonly string[];
  readonly sensor: readonly string[];
  readonly expiresAt?: string;
}

export const keyCreateCommand = new Command("create")
  .description("create a key and print it, alone on standard output, this one time")
  .requiredOption("--name <name>", "what the key is for: 1 to 200 characters", once)
  .option("--scope <scope>", "an operation scope; repeat the option for more", collect, [])
  .option("--project <id>", "a project it may read; repeat the option for more", collect, [])
  .option(
    "--sensor <id>",
    "a sensor it may read; repeat for more; without: all that the projects have now",
    collect,
    [],
  )
  .option("--expires-at <instant>", "when it expires, for example 2030-01-01T00:00:00Z", once)
  .addHelpText("after", `\nScopes: ${scopes.join(", ")}.`)
  .action((options: KeyCreateOptions) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { parseInstant } = await import("#acoustics/time/instant.ts");
      const { createApiKey } = await import("#auth/issue-key.ts");
      const { InvalidInput } = await import("#ingest/invalid-input.ts");
      const expiresAt = options.expiresAt === undefined ? null : parseInstant(options.expiresAt);
      if (options.expiresAt !== undefined && expiresAt === null) {
        throw new InvalidInput([
          "--expires-at: write a date or an instant, for example 2030-01-01 or 2030-01-01T12:00:00Z",
        ]);
      }
      const request = {
        name: options.name,
        scopes: options.scope,
        projects: options.project,
        sensors: options.sensor.length === 0 ? null : options.sensor,
        expiresAt,
      };
      const created = await withDatabase(({ db }) => createApiKey(db, request, new Date()));
      if (!created.ok) throw new InvalidInput(created.issues);
      console.error(
        `Key ${created.key.id} may read ${created.sensorCount} sensors of ${created.projectCount} projects; ` +
          "sensors that are added later need a new key.\n" +
          "It is shown this once and cannot be shown again. Send it as `svc-api-key: Bearer <API_KEY>`.",
      );
      console.log(created.key.text);
      return exitCodes.done;
    }),
  );
