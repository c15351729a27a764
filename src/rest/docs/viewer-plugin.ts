import { curlLine } from "./curl-line.ts";
import { fillIdsOfKey, fillIdsOfLease, schemeName } from "./fill-ids.ts";
import type { Kept, Props, System, Wrapper } from "./swagger-ui.ts";

declare const navigator: {
  readonly clipboard?: { writeText(text: string): Promise<void> };
};
declare const location: { readonly origin: string };

/** The field of the API key: masked, and `Bearer` is added to what is typed. */
const keyField: Wrapper = (_original, { React: { createElement: h } }) =>
  function KeyField({ authorized, errSelectors, onChange, schema }: Props) {
    const isApplied = Boolean(authorized?.getIn([schemeName, "value"]));
    const problems = (errSelectors.allErrors().toJS() as Props[]).filter(
      ({ authId }) => authId === schemeName,
    );
    const change = ({ target }: Props) => {
      const key = String(target.value)
        .trim()
        .replace(/^bearer\s+/i, "");
      onChange({ name: schemeName, schema, value: key === "" ? "" : `Bearer ${key}` });
    };
    return h(
      "div",
      { className: "key-field" },
      isApplied
        ? h("p", { role: "status" }, "The key is in use. This page forgets it when it is closed.")
        : [
            h("label", { key: "label", htmlFor: "api-key" }, "API key"),
            h("input", {
              key: "input",
              id: "api-key",
              type: "password",
              autoComplete: "off",
              autoFocus: true,
              spellCheck: false,
              placeholder: "amk0.…",
              onChange: change,
            }),
            h(
              "p",
              { key: "hint" },
              "The key alone, without Bearer. It is sent in a header to this gateway and nowhere else, and is not stored.",
            ),
          ],
      ...problems.map(({ message }) => h("p", { key: message, role: "alert" }, message)),
    );
  };

/** The request as a command, with `$KEY` in the place of the key. */
const curl: Wrapper = (_original, { React: { createElement: h } }) =>
  function Curl({ request }: Props) {
    const headers = (request.get("headers")?.toJS() ?? {}) as Record<string, string>;
    const line = curlLine(String(request.get("url")), headers);
    // Browsers have no clipboard on a page without TLS. There, one click selects the command.
    const { clipboard } = navigator;
    return h(
      "div",
      { className: "curl-line" },
      h("h4", null, "curl"),
      h("pre", null, h("code", null, line)),
      clipboard === undefined
        ? null
        : h("button", { type: "button", onClick: () => void clipboard.writeText(line) }, "Copy"),
    );
  };

/** The path of an operation, with the scope that it needs. */
const pathWithScope: Wrapper = (original, { React: { createElement: h } }) =>
  function PathWithScope(props: Props) {
    const required = props["operationProps"].get("security")?.toJS() as Record<string, string[]>[];
    const scopes = (required ?? []).flatMap((scheme) => scheme[schemeName] ?? []);
    return [
      h(original, { ...props, key: "path" }),
      ...scopes.map((scope) => h("span", { key: scope, className: "scope" }, scope)),
    ];
  };

/** The answers of an operation that are no errors, and a line that names the errors. */
const answers: Wrapper = (original, { React: { createElement: h } }) =>
  function Answers(props: Props) {
    const statuses = Object.keys(props["responses"].toJS() as object);
    const isError = (status: string) => Number(status) >= 400;
    const responses = props["responses"].filter((_: unknown, status: string) => !isError(status));
    return h(
      "div",
      null,
      h(original, { ...props, responses }),
      h(
        "p",
        { className: "possible-errors" },
        `Errors: ${statuses.filter(isError).join(", ")}. `,
        h("a", { href: "#errors" }, "What each one means"),
      ),
    );
  };

/** One table of the errors of all routes, after the routes. */
const errorsAndModels: Wrapper = (original, { React: { createElement: h }, specSelectors }) =>
  function ErrorsAndModels(props: Props) {
    const rows = listErrors(specSelectors.specJson());
    // Every second part of a text stands between backticks.
    const withCode = (text: string) =>
      text
        .split("`")
        .map((part, index) => (index % 2 === 1 ? h("code", { key: index }, part) : part));
    const head = ["Status", "Code", "Meaning"].map((text) => h("th", { key: text }, text));
    return [
      h(
        "section",
        { key: "errors", id: "errors", className: "errors" },
        h("h2", null, "Errors"),
        h(
          "p",
          null,
          "Every error has the same members. Programs decide by its code, people read its detail, and the requestId names the request in a report of a problem.",
        ),
        h(
          "table",
          null,
          h("thead", null, h("tr", null, ...head)),
          h(
            "tbody",
            null,
            ...rows.map(({ status, code, detail }) =>
              h(
                "tr",
                { key: code },
                h("td", null, status),
                h("td", null, h("code", null, code)),
                h("td", null, ...withCode(detail)),
              ),
            ),
          ),
        ),
      ),
      h(original, { ...props, key: "models" }),
    ];
  };

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/** The errors in the examples of all responses, each once, by status. */
function listErrors(document: Kept): Problem[] {
  const components = document.get("components")?.get("responses")?.toJS() ?? {};
  const examples = Object.values(components as Record<string, Props>).flatMap(
    ({ content }) =>
      Object.values(content["application/json"].examples) as { readonly value: Problem }[],
  );
  const byCode = new Map(examples.map(({ value }) => [value.code, value]));
  return [...byCode.values()].toSorted((one, other) => one.status - other.status);
}

/** The address below which the routes are. There is one, so nothing is to be chosen. */
const server: Wrapper = (_original, { React: { createElement: h }, specSelectors }) =>
  function Server() {
    const servers = specSelectors.specJson().get("servers")?.toJS() as
      | readonly { readonly url: string }[]
      | undefined;
    return h(
      "p",
      { className: "server" },
      "All paths are below ",
      h("code", null, `${location.origin}${servers?.[0]?.url}`),
    );
  };

/** What the page changes of Swagger UI. Runs in the browser. */
export const viewerPlugin = {
  wrapComponents: {
    apiKeyAuth: keyField,
    curl,
    OperationSummaryPath: pathWithScope,
    responses: answers,
    Models: errorsAndModels,
    ServersContainer: server,
  },
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original: (payload: Props) => unknown, system: System) => (payload: Props) => {
          const result = original(payload);
          const { value } = (payload[schemeName] ?? {}) as { value?: string };
          if (value !== undefined && value !== "") void fillIdsOfKey(system, value);
          return result;
        },
      },
    },
    spec: {
      wrapActions: {
        setResponse:
          (original: (...payload: unknown[]) => unknown, system: System) =>
          (path: string, method: string, answer: { readonly text?: unknown }) => {
            if (typeof answer.text === "string") fillIdsOfLease(system, answer.text);
            return original(path, method, answer);
          },
      },
    },
  },
};
