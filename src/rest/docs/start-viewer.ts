/** Runs in the browser: Swagger UI with our document, configured by its options and plugins. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => System;
declare const document: {
  readonly documentElement: { readonly classList: { toggle(name: string, isSet: boolean): void } };
};
declare const matchMedia: (query: string) => {
  readonly matches: boolean;
  addEventListener(type: "change", listener: () => void): void;
};

// oxlint-disable-next-line typescript/no-explicit-any -- Swagger UI and its libraries pass values without types.
type Untyped = any;
type System = Readonly<Record<string, Untyped>>;
type Props = Readonly<Record<string, Untyped>>;

const scheme = "apiKey";
const header = "svc-api-key";

const dark = matchMedia("(prefers-color-scheme: dark)");
const followPreference = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followPreference);
followPreference();

const ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // The document is not sent to a validator, and the API key is not stored.
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor: (request: Props) => {
    const key = request["headers"][header];
    if (key !== undefined) request["headers"][header] = `Bearer ${bareKey(key)}`;
    return request;
  },
  responseInterceptor: (response: Props) => {
    const text = String(response["text"] ?? "");
    fillIds({ .../\/audio\/(?<leaseId>[^"/]+)\/(?<recordingId>[^"/]+)"/.exec(text)?.groups });
    return response;
  },
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: { curl: { title: "curl", syntax: "bash" } },
    languages: ["curl"],
  },
  plugins: [
    {
      fn: { requestSnippetGenerator_curl: curlWithoutKey },
      wrapComponents: {
        Input:
          (Original: unknown, { React }: System) =>
          (props: Props) => {
            const type = props["id"] === "api_key_value" ? "password" : props["type"];
            return React.createElement(Original, { ...props, type, autoComplete: "off" });
          },
        OperationSummaryPath:
          (Original: unknown, { React }: System) =>
          (props: Props) => [
            React.createElement(Original, { ...props, key: "path" }),
            React.createElement("span", { key: "scope", className: "scope" }, scopeOf(props)),
          ],
      },
      statePlugins: { auth: { wrapActions: { authorize: fillIdsAfterwards } } },
    },
  ],
});

function bareKey(text: string): string {
  return text.trim().replace(/^bearer\s+/i, "");
}

/** The command has the variable `KEY` instead of the key; a shell replaces it only in double quotes. */
function curlWithoutKey(request: Props): string {
  const masked = request["setIn"](["headers", header], "$KEY");
  const command: string = ui["fn"].requestSnippetGenerator_curl_bash(masked);
  return command.replace(`'${header}: $KEY'`, () => `"${header}: Bearer $KEY"`);
}

function scopeOf({ operationProps }: Props): string {
  return operationProps.getIn(["security", 0, scheme, 0]);
}

function fillIdsAfterwards(authorize: (payload: Props) => unknown) {
  return (payload: Props) => {
    const result = authorize(payload);
    void readIds(bareKey(payload[scheme].value)).then(fillIds);
    return result;
  };
}

/** The ids of the first project with sensors among those that the key may read. */
async function readIds(key: string): Promise<Readonly<Record<string, string>>> {
  const read = async (path: string): Promise<Props> => {
    const response = await fetch(`api/v0${path}`, { headers: { [header]: `Bearer ${key}` } });
    const body = await response.json();
    return response.ok ? body.data : Promise.reject(body);
  };
  try {
    ui["errActions"].clear({ authId: scheme });
    const projects = await read("/projects");
    for (const { id: projectId } of projects.slice(0, 10)) {
      const { sensors } = await read(`/projects/${projectId}`);
      if (sensors.length > 0) return { projectId, sensorId: sensors[0].id };
    }
    return {};
  } catch (error) {
    const { status, detail = String(error) } = error as Props;
    if (status === 401) ui["authActions"].logout([scheme]);
    const authId = { authId: scheme, type: "auth", source: "auth" };
    ui["errActions"].newAuthErr({ ...authId, level: "warning", message: detail });
    return {};
  }
}

/** Writes ids into the forms that have fields of these names. */
function fillIds(ids: Readonly<Record<string, string>>): void {
  for (const [path, operations] of ui["specSelectors"].specJson().get("paths") ?? []) {
    for (const parameter of operations.getIn(["get", "parameters"])) {
      const id = ids[parameter.get("name")];
      if (id !== undefined) ui["specActions"].changeParamByIdentity([path, "get"], parameter, id);
    }
  }
}
