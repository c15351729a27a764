import { Command } from "commander";
import { type JsonOption, once, runAction } from "./program/options.ts";

interface KeyRotateOptions extends JsonOption {
  readonly grace?: string;
}

export const keyRotateCommand = new Command("rotate")
  .description(
    "print a new key of the same grants, as the only text on standard output; the old one ends",
  )
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
    runAction(async () => {
      const { rotateKey } = await import("../auth/rotate-key.ts");
      const { requireGrace, requireKeyId } = await import("./program/key-arguments.ts");
      const { printNewKey } = await import("./text/print-new-key.ts");
      const id = requireKeyId(text);
      const graceMilliseconds = grace === undefined ? 0 : requireGrace(grace);
      await printNewKey(
        json,
        (db) => rotateKey(db, id, graceMilliseconds, new Date()),
        ({ oldEndsAt }) => {
          const end = graceMilliseconds === 0 ? "is revoked" : `ends at ${oldEndsAt.toISOString()}`;
          return {
            words: `has the grants of ${id}, which ${end}.`,
            members: { replaces: id, oldEndsAt },
          };
        },
      );
    }),
  );
