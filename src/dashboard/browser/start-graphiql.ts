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

YogaGraphiQL.renderYogaGraphiQL(document.querySelector("#root"), {
  title: "Acoustic monitoring",
  query:
    "# Put your API key into the headers below, then fetch the schema again.\n\n{ projects { id name } }\n",
  headers: JSON.stringify({ "svc-api-key": "Bearer " }, null, 2),
  // A key is forgotten with the page, and a query never gets into the address.
  shouldPersistHeaders: false,
  onEditQuery: () => undefined,
  fetcher: async (
    parameters: unknown,
    { headers = {} }: { headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch("graphql", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(parameters),
    });
    return response.json() as unknown;
  },
});
