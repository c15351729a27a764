import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { viewerDocument } from "../../src/dashboard/browser/graphql/generated/viewer.ts";
import { dashboardDocuments } from "../../src/dashboard/generated/documents.ts";
import { compileTrusted } from "../../src/graphql/execute.ts";
import { parseDocument } from "../../src/graphql/parse-document.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { documentIdOf, type TrustedDocuments } from "../../src/graphql/trusted-documents.ts";
import { readTrustedDocuments } from "../../src/server/read-trusted-documents.ts";
import { expect, test as base } from "../support/test.ts";

const names = "query Names { projects { name } }";
const both =
  "query First { projects { id } }\nquery Second($id: ID!) { project(id: $id) { id } }\n";

const test = base.extend<{
  documents: TrustedDocuments;
  /** Sends parameters with the tenant's key to a gateway that answers only the documents of a folder. */
  ask: (parameters: Readonly<Record<string, unknown>>, method?: "GET" | "POST") => Promise<Answer>;
  trusting: string;
}>({
  documents: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "acoustic-documents-"));
    await mkdir(join(folder, "of-a-report"));
    await writeFile(join(folder, "names.graphql"), `${names}\n`);
    await writeFile(join(folder, "of-a-report", "both.graphql"), both);
    await writeFile(join(folder, "README.md"), "No document.");
    const parsed = await readTrustedDocuments(folder);
    await rm(folder, { recursive: true });
    if (!parsed.ok) throw new Error(parsed.issues.join("\n"));
    await use(parsed.documents);
  },

  trusting: async ({ serve, documents }, use) => {
    const { internalUrl } = await serve({ trustedDocuments: documents });
    await use(`${internalUrl}/graphql`);
  },

  ask: async ({ trusting, tenant }, use) => {
    await use((parameters, method = "POST") => send(trusting, tenant.key, parameters, method));
  },
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(
  url: string,
  key: string,
  parameters: Readonly<Record<string, unknown>>,
  method: "GET" | "POST",
): Promise<Answer> {
  const headers = { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" };
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ).toString();
  const response =
    method === "GET"
      ? await fetch(`${url}?${query}`, { headers })
      : await fetch(url, { method: "POST", headers, body: JSON.stringify(parameters) });
  return { status: response.status, body: await response.json() };
}

function refusal(parameter: string, detail: string): Answer {
  const extensions = { code: "INVALID_REQUEST", errors: [{ parameter, detail }] };
  const message = `\`${parameter}\` ${detail}.`;
  return { status: 400, body: { errors: [{ message, extensions }] } };
}

const answered = { status: 200, body: { data: { projects: [{ name: "Project of a test" }] } } };

test("a trusted document is answered by its text and by its id, in both methods", async ({
  ask,
}) => {
  for (const text of [names, `${names}\n`]) {
    expect(await ask({ query: text })).toEqual(answered);
    expect(await ask({ query: text }, "GET")).toEqual(answered);
    expect(await ask({ documentId: documentIdOf(text) })).toEqual(answered);
    expect(await ask({ documentId: documentIdOf(text) }, "GET")).toEqual(answered);
  }
});

test("an id may have the name of an operation and variables", async ({ ask, tenant }) => {
  const documentId = documentIdOf(both);
  const variables = { id: tenant.projectId };
  for (const method of ["GET", "POST"] as const) {
    const answer = await ask({ documentId, operationName: "Second", variables }, method);
    expect(answer).toEqual({ status: 200, body: { data: { project: variables } } });
  }
  expect((await ask({ documentId, operationName: "Third" })).status).toBe(400);
});

test("every other text is refused, also one that differs in a space and one that is no document", async ({
  ask,
}) => {
  const others = [`${names} `, "{ projects { id } }", "{ __typename }", "{", ""];
  for (const query of others) {
    const expected = refusal("query", "is no trusted document, and this gateway answers no other");
    expect(await ask({ query }), query).toEqual(expected);
  }
});

test("an id that is unknown, of another form or beside a text is refused", async ({ ask }) => {
  const known = documentIdOf(names);
  const unknown = refusal("documentId", "is the id of no trusted document");
  for (const documentId of [
    documentIdOf("{ projects { id } }"),
    known.replace("sha256:", ""),
    known.toUpperCase(),
    "",
    7,
    [known],
  ]) {
    expect(await ask({ documentId }), String(documentId)).toEqual(unknown);
  }
  const excluded = refusal("documentId", "excludes query: send one of them");
  expect(await ask({ documentId: known, query: names })).toEqual(excluded);
  expect(await ask({ documentId: known, query: names }, "GET")).toEqual(excluded);
  expect((await ask({})).status).toBe(400);
});

test("the documents of the dashboard are trusted", async ({ ask, documents }) => {
  expect(dashboardDocuments.length).toBeGreaterThan(20);
  for (const { text } of dashboardDocuments) {
    expect(documents.get(documentIdOf(text))).toBe(text);
  }
  const { text, name } = viewerDocument;
  expect(await ask({ query: text, operationName: name })).toMatchObject({
    status: 200,
    body: { data: { viewer: {} } },
  });
});

test("the page of GraphiQL says that it may send only trusted documents", async ({
  trusting,
  gateway,
}) => {
  const pageAt = async (url: string) =>
    (await fetch(url, { headers: { accept: "text/html" } })).text();
  expect(await pageAt(trusting)).toContain("This gateway answers only trusted documents.");
  expect(await pageAt(`${gateway.internalUrl}/graphql`)).not.toContain("trusted documents");
});

test("without trusted documents an id is refused, and says so", async ({ gateway, tenant }) => {
  const url = `${gateway.internalUrl}/graphql`;
  const documentId = documentIdOf(names);
  const expected = refusal(
    "documentId",
    "needs trusted documents, and this gateway has none: send query",
  );
  for (const method of ["GET", "POST"] as const) {
    expect(await send(url, tenant.key, { documentId }, method)).toEqual(expected);
    expect(await send(url, tenant.key, { query: names }, method)).toEqual(answered);
  }
});

test("a trusted document is compiled once for each operation, and any other is interpreted", () => {
  const prepare = compileTrusted(new Set([both]));
  const schema = createSchema();
  const once = (operation: string) => prepare(schema, parseDocument(both), operation);
  expect(once("First")).toBe(once("First"));
  expect(once("First")).not.toBe(once("Second"));
  expect(once("First").isCompiled).toBe(true);
  expect(prepare(schema, parseDocument(`${both} `), "First").isCompiled).toBe(false);
});

test("a folder that is not there and files that are no documents of the schema are all reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-documents-"));
  expect(await readTrustedDocuments(join(folder, "none"))).toEqual({
    ok: false,
    issues: [expect.stringMatching(/^ENOENT: .*none'$/)],
  });
  await writeFile(join(folder, "a.graphql"), "{ project {");
  await writeFile(join(folder, "b.graphql"), "{ nothing }");
  await writeFile(
    join(folder, "c.graphql"),
    `{ ${Array.from({ length: 501 }, (_, index) => `a${index}: __typename`).join(" ")} }`,
  );
  await writeFile(join(folder, "d.graphql"), names);
  const parsed = await readTrustedDocuments(folder);
  await rm(folder, { recursive: true });
  expect(parsed).toEqual({
    ok: false,
    issues: [
      expect.stringMatching(/^a\.graphql: Syntax Error/),
      expect.stringMatching(/^b\.graphql: Cannot query field "nothing"/),
      expect.stringMatching(/^c\.graphql: /),
    ],
  });
});
