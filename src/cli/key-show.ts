import { Command } from "commander";
import { type JsonOption, runAction } from "./program/options.ts";

export const keyShowCommand = new Command("show")
  .description("show all of one key, without its secret")
  .argument("<KEY_ID>", "the 16 letters and digits that `acoustic key list` shows")
  .option("--json", "print the key as in `key list --json`")
  .addHelpText("after", "\nExample:\n  acoustic key show 0123456789abcdef")
  .action((text: string, { json = false }: JsonOption) =>
    runAction(async ({ withDatabase }) => {
      const { selectApiKeyRecord } = await import("../database/queries/keys/api-keys.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { describeKey } = await import("./text/describe-key.ts");
      const { requireKeyId } = await import("./program/key-arguments.ts");
      const id = requireKeyId(text);
      const key = await withDatabase(({ db }) => selectApiKeyRecord(db, id));
      if (key === null) throw new InvalidInput([`there is no key ${id}`]);
      console.log(json ? JSON.stringify(key, null, 2) : describeKey(key, new Date()));
    }),
  );
