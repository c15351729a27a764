import { parseKeyId } from "#auth/api-key.ts";
import { InvalidInput } from "#ingest/invalid-input.ts";
import { revokeKey } from "#auth/issue-key.ts";
import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

/** Revokes a key by its id. */
export async function keyRevoke(text: string): Promise<ExitCode> {
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
}
