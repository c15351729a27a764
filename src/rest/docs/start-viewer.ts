import { viewerPlugin } from "./viewer-plugin.ts";

/** Runs in the browser and shows the OpenAPI document in the page. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

interface Preference {
  readonly matches: boolean;
  addEventListener(type: "change", listener: () => void): void;
}
declare const matchMedia: (query: string) => Preference;
declare const document: {
  readonly documentElement: {
    readonly classList: { toggle(name: string, isSet: boolean): void };
  };
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const followPreference = () => {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
};
followPreference();
dark.addEventListener("change", followPreference);

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  // The schemas stand beside the answers that have them.
  defaultModelsExpandDepth: 0,
  plugins: [viewerPlugin],
  // The document is not sent to a validator, and the API key is not stored.
  validatorUrl: null,
  persistAuthorization: false,
});
