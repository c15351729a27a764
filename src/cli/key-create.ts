import { Command } from "commander";
import { scopes } from "#auth/scopes.ts";
import { collect, type JsonOption, once, runAction } from "./lazy-action.ts";

interface KeyCreateOptions extends JsonOption {
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
  .option("--expires-at <time>", "when it expires: 2030-01-01T00:00:00Z, or 30d or 12w", once)
  .option("--json", "print { key, id, name, … }: the key, and what `key list --json` tells of it")
  .addHelpText(
    "after",
    `
Scopes: ${scopes.join(", ")}.

Example:
  acoustic key create --name Dashboard --scope v0:data:read --project dublin-noise --expires-at 12w`,
  )
  .action(({ json = false, ...options }: KeyCreateOptions) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { createApiKey } = await import("#auth/issue-key.ts");
      const { selectApiKeyRecord } = await import("#database/queries/api-keys.ts");
      const { InvalidInput } = await import("#ingest/invalid-input.ts");
      const { requireExpiry } = await import("./key-arguments.ts");
      const now = new Date();
      const { expiresAt } = options;
      const request = {
        name: options.name,
        scopes: options.scope,
        projects: options.project,
        sensors: options.sensor.length === 0 ? null : options.sensor,
        expiresAt: expiresAt === undefined ? null : requireExpiry(expiresAt, now),
      };
      const created = await withDatabase(async ({ db }) => {
        const result = await createApiKey(db, request, now);
        return result.ok
          ? { ...result, record: await selectApiKeyRecord(db, result.key.id) }
          : result;
      });
      if (!created.ok) throw new InvalidInput(created.issues);
      console.error(
        `Key ${created.key.id} may read ${created.sensorCount} sensors of ${created.projectCount} projects; ` +
          "for sensors that are added later: acoustic key update --help\n" +
          "It is shown this once and cannot be shown again. Send it as `svc-api-key: Bearer <API_KEY>`.",
      );
      const { key, record } = created;
      console.log(json ? JSON.stringify({ key: key.text, ...record }, null, 2) : key.text);
      return exitCodes.done;
    }),
  );
