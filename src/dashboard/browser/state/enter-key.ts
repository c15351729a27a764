import { ask, invalidKey } from "../graphql/ask.ts";
import { viewerDocument } from "../graphql/generated/viewer.ts";
import { neverAborted } from "../../../system/never-aborted.ts";
import { apiKey, keyIssue, viewer } from "./api-key.ts";

/** Puts a key in force, if the server knows it; else it says why not. */
export async function enterKey(key: string): Promise<boolean> {
  keyIssue.value = null;
  apiKey.value = null;
  const isValid = await tryKey(key);
  if (isValid) apiKey.value = key;
  return isValid;
}

/** The same for a screen that nobody stands before: it goes on until the server knows the key, or refuses it. */
export async function enterHandedKey(key: string): Promise<void> {
  const isDone = await enterKey(key);
  if (isDone || keyIssue.value === invalidKey) return;
  setTimeout(() => {
    if (apiKey.value === null) void enterHandedKey(key);
  }, 5000);
}

/** Queries the properties of the key. The key is in force only afterwards, so that no view is shown for a wrong one. */
async function tryKey(key: string): Promise<boolean> {
  const answer = await ask(viewerDocument, {}, neverAborted, key);
  const facts = answer.data?.viewer ?? null;
  const isRefused = answer.issues.some(({ code }) => code === "UNAUTHORIZED");
  if (isRefused) keyIssue.value = invalidKey;
  else if (facts !== null) viewer.value = facts;
  else keyIssue.value = answer.issues[0]?.message ?? "No answer.";
  return !isRefused && facts !== null;
}
