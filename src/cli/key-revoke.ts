import { Command } from "commander";
import { runAction } from "./lazy-action.ts";

export const keyRevokeCommand = new Command("revoke")
  .description("revoke a key, from the very next request on")
  .argument("<KEY_ID>", "the 16 letters and digits that `acoustic key list` shows")
  .action((text: string) =>
    runAction(async ({ exitCodes, withDatabase }) => {
      const { parseKeyId } = await import("#auth/api-key.ts");
      const { revokeKey } = await import("#auth/issue-key.ts");
      const { InvalidInput } = await import("#ingest/invalid-input.ts");
      const id = parseKeyId(text);
      if (id === null) {
        // The text is not repeated: it may be a whole key.
        throw new InvalidInput([
          "this is no key id: write the 16 letters and digits that `acoustic key list` shows",
        ]);
      }
      const outcome = await withDatabase(({ db }) => revokeKey(db, id, new Date()));
      if (outcome === "unknown") throw new InvalidInput([`there is no key ${id}`]);
      console.log(
        outcome === "revoked"
          ? `Key ${id} is revoked, from the very next request on.`
          : `Key ${id} was revoked already.`,
      );
      return exitCodes.done;
    }),
  );
