import "./graphiql.css";
import { cleanKey, isWellFormedKey, keyRequest } from "../state/key-text.ts";

/** Given by the script before this one. */
declare const YogaGraphiQL: {
  renderYogaGraphiQL(root: Element | null, options: Readonly<Record<string, unknown>>): void;
};

/** The editor's workers, by the names that it gives them. */
const workers: Readonly<Record<string, string>> = {
  editorWorkerService: "graphiql/editor-worker.js",
  json: "graphiql/json-worker.js",
  graphql: "graphiql/graphql-worker.js",
};

Object.assign(globalThis, {
  MonacoEnvironment: {
    globalAPI: false,
    getWorkerUrl: (_module: string, label: string) => workers[label],
  },
});

/** The key in force: requests of the editor, the first one for its schema included, wait for it. */
let key = "";
let haveKey = () => {};
const keyTyped = new Promise<void>((resolve) => (haveKey = resolve));

const form = document.querySelector<HTMLFormElement>("#key-form");
const field = document.querySelector<HTMLInputElement>("#key");
const status = document.querySelector<HTMLElement>("#key-form [role=status]");

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  useKey(cleanKey(field?.value ?? ""));
});

// The dashboard that opened this page hands its key over.
const opener = globalThis.opener as Window | null;
globalThis.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== opener || origin !== location.origin) return;
  if (typeof data === "object" && data !== null && "key" in data) useKey(String(data.key));
});
opener?.postMessage(keyRequest, location.origin);

function useKey(typed: string): void {
  const isWellFormed = isWellFormedKey(typed);
  if (field !== null) field.ariaInvalid = String(!isWellFormed);
  if (status !== null) {
    status.textContent = isWellFormed
      ? "Requests use this key."
      : "This key is mistyped or incomplete: its checksum is wrong. Copy it whole.";
  }
  if (!isWellFormed) return;
  key = typed;
  haveKey();
}

YogaGraphiQL.renderYogaGraphiQL(document.querySelector("#root"), {
  title: "Earshot",
  query: "# Type your API key above, then run this query.\n\n{ projects { id name } }\n",
  // A key is forgotten with the page, and a query never gets into the address.
  shouldPersistHeaders: false,
  onEditQuery: () => undefined,
  fetcher: async (
    parameters: unknown,
    { headers = {} }: { headers?: Record<string, string> } = {},
  ) => {
    await keyTyped;
    const response = await fetch("graphql", {
      method: "POST",
      headers: {
        "svc-api-key": `Bearer ${key}`,
        ...headers,
        "content-type": "application/json",
      },
      body: JSON.stringify(parameters),
    });
    return response.json() as unknown;
  },
});
