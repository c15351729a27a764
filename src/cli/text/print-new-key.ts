import type { ApiKey } from "../../auth/api-key.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";
import { selectApiKeyRecord } from "../../database/queries/keys/api-keys.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { withDatabase } from "../program/run-command.ts";

/** An issued key. */
type Issued = { readonly key: ApiKey };
type Refused = { readonly ok: false; readonly issues: readonly string[] };

/** The description of a new key. */
interface Description {
  readonly words: string;
  /** Members of its JSON besides those of every key. */
  readonly members: object;
}

/** Issues a key and prints it as the only text on standard output. Throws `InvalidInput` if it is refused. */
export async function printNewKey<Result extends Issued>(
  json: boolean,
  issue: (db: OperatorDatabase) => Promise<(Result & { readonly ok: true }) | Refused>,
  describe: (issued: Result) => Description,
): Promise<void> {
  await withDatabase(async ({ db }) => {
    const issued = await issue(db);
    if (!issued.ok) throw new InvalidInput(issued.issues);
    const { key } = issued;
    const { words, members } = describe(issued);
    // A failure to read the record must not lose the key.
    const record = json ? await selectApiKeyRecord(db, key.id).catch(() => null) : null;
    // Printed now: the key is in force, and closing the database may wait for other commands.
    console.error(
      `Key ${key.id} ${words}\n` +
        "It is shown this once and cannot be shown again. Send it as `svc-api-key: Bearer <API_KEY>`.",
    );
    const answer = { key: key.text, ...record, ...members };
    console.log(json ? JSON.stringify(answer, null, 2) : key.text);
  });
}
