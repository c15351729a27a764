import { readTrustedDocuments } from "../../server/read-trusted-documents.ts";

/**
 * The trusted documents of `GRAPHQL_DOCUMENTS`, or the issues for which `acoustic serve` refuses to start: the folder
 * cannot be read, or a file is not a document of the schema. The issues name the setting.
 */
export async function readConfiguredDocuments(
  folder: string,
): ReturnType<typeof readTrustedDocuments> {
  const parsed = await readTrustedDocuments(folder);
  if (parsed.ok) return parsed;
  return { ok: false, issues: parsed.issues.map((issue) => `GRAPHQL_DOCUMENTS: ${issue}`) };
}
