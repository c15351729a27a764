import { Command } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import { type JsonOption, once, runAction } from "./program/options.ts";
import { describeUnknownId } from "../system/unknown-id.ts";

interface StatusOptions extends JsonOption {
  readonly project?: string;
}

export const statusCommand = new Command("status")
  .description("show what is stored of each project, and how old it is")
  .option("--project <id>", "one project (default: all)", once)
  .option(
    "--json",
    "print { projects: [{ id, sensors: [{ id, first, newest, ageSeconds, intervalSeconds, samples, expected }], recordings: { count, bytes } }], keys: { active, expiring }, databaseBytes, lastBackup, database, audioStore }",
  )
  .addHelpText(
    "after",
    `
Of each sensor: its first and newest sample, the age of the newest one, the interval of its samples (declared, or else
inferred from the newest ones), and the samples of the day that ends with the newest one, against as many as the interval
lets expect. A sensor is silent after three intervals without a sample, and ended after its \`endAt\` or its contract. Keys expire within 30 days.
Keys and the size of the database are those of the whole installation.`,
  )
  .action(({ project, json = false }: StatusOptions) =>
    runAction(async ({ requireConfig, withDatabase }) => {
      const { readStatus } = await import("../operator/status/read-status.ts");
      const { describeDatabase, describeStore } = await import("./text/describe-config.ts");
      const { describeStatus } = await import("./text/describe-status.ts");
      const { jobSession } = await import("../database/client/statement.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const read = await withDatabase((database) => {
        const session = database.sessionFor(jobSession);
        return readStatus(session, Date.now() as Instant, project ?? null);
      });
      if (read === null) throw new InvalidInput([describeUnknownId("project", String(project))]);
      const { database, audioStore } = requireConfig();
      const names = {
        database: describeDatabase(database),
        audioStore: describeStore(audioStore),
      };
      console.log(
        json
          ? JSON.stringify({ ...read.status, ...names }, null, 2)
          : describeStatus({ ...read, ...names }),
      );
    }),
  );
