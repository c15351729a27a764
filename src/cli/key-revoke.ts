import { Command } from "commander";
import { type JsonOption, runAction } from "./program/options.ts";

export const keyRevokeCommand = new Command("revoke")
  .description("revoke a key, from the very next request on")
  .argument("<KEY_ID>", "the 16 letters and digits that `acoustic key list` shows")
  .option("--json", "print { id, result }, where result is revoked or already revoked")
  .addHelpText("after", "\nExample:\n  acoustic key revoke 0123456789abcdef")
  .action((text: string, { json = false }: JsonOption) =>
    runAction(async ({ withDatabase }) => {
      const { revokeKey } = await import("../auth/issue-key.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { requireKeyId } = await import("./program/key-arguments.ts");
      const id = requireKeyId(text);
      const outcome = await withDatabase(({ db }) => revokeKey(db, id, new Date()));
      if (outcome === "unknown") throw new InvalidInput([`there is no key ${id}`]);
      const words =
        outcome === "revoked"
          ? `Key ${id} is revoked, from the very next request on.`
          : `Key ${id} was revoked already.`;
      console.log(json ? JSON.stringify({ id, result: outcome }, null, 2) : words);
    }),
  );
