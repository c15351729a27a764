import { Command } from "commander";
import { type JsonOption, once, runAction } from "./lazy-action.ts";

interface KeyRotateOptions extends JsonOption {
  readonly grace?: string;
}

export const keyRotateCommand = new Command("rotate")
  .description("print a new key of the same grants, alone on standard output; the old one ends")
  .argument("<KEY_ID>", "the 16 letters and digits that `acoustic key list` shows")
  .option(
    "--grace <time>",
    "how long the old key goes on, as 12h, 7d or 2w (default: not at all)",
    once,
  )
  .option(
    "--json",
    "print { key, id, …, replaces, oldEndsAt }: the new key, and when the old one ends",
  )
  .addHelpText(
    "after",
    `
The new key has the name, scopes, projects, sensors and end of the old one. An old key that expires within the
grace expires as before.

Example:
  acoustic key rotate 0123456789abcdef --grace 7d`,
  )
  .action((text: string, { json = false, grace }: KeyRotateOptions) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { rotateKey } = await import("#auth/rotate-key.ts");
      const { selectApiKeyRecord } = await import("#database/queries/api-keys.ts");
      const { InvalidInput } = await import("#ingest/invalid-input.ts");
      const { requireGrace, requireKeyId } = await import("./key-arguments.ts");
      const id = requireKeyId(text);
      const graceMilliseconds = grace === undefined ? 0 : requireGrace(grace);
      const rotated = await withDatabase(async ({ db }) => {
        const result = await rotateKey(db, id, graceMilliseconds, new Date());
        return result.ok
          ? { ...result, record: await selectApiKeyRecord(db, result.key.id) }
          : result;
      });
      if (!rotated.ok) throw new InvalidInput(rotated.issues);
      const { key, record, oldEndsAt } = rotated;
      const end = graceMilliseconds === 0 ? "is revoked" : `ends at ${oldEndsAt.toISOString()}`;
      console.error(
        `Key ${key.id} has the grants of ${id}, which ${end}.\n` +
          "It is shown this once and cannot be shown again. Send it as `svc-api-key: Bearer <API_KEY>`.",
      );
      const answer = { key: key.text, ...record, replaces: id, oldEndsAt };
      console.log(json ? JSON.stringify(answer, null, 2) : key.text);
      return exitCodes.done;
    }),
  );
