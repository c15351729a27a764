import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSchema } from "../graphql/schema.ts";
import {
  documentsById,
  type NamedDocument,
  type ParsedTrustedDocuments,
  trustDocuments,
  type TrustedDocuments,
} from "../graphql/trusted-documents.ts";

/** The documents of the dashboard, which were checked when it was built. */
export async function readShippedDocuments(): Promise<TrustedDocuments> {
  const { dashboardDocuments } = await import("../dashboard/generated/documents.ts");
  return documentsById(dashboardDocuments);
}

/** The documents `*.graphql` of a folder, at any depth, and of the dashboard. Reports files that are not documents. */
export async function readTrustedDocuments(folder: string): Promise<ParsedTrustedDocuments> {
  const { dashboardDocuments } = await import("../dashboard/generated/documents.ts");
  try {
    const own = await readDocuments(folder);
    return trustDocuments([...own, ...dashboardDocuments], createSchema());
  } catch (error) {
    return { ok: false, issues: [error instanceof Error ? error.message : String(error)] };
  }
}

async function readDocuments(folder: string): Promise<NamedDocument[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith(".graphql"),
  );
  return Promise.all(
    names.toSorted().map(async (name) => {
      return { name, text: await readFile(join(folder, name), "utf8") };
    }),
  );
}
