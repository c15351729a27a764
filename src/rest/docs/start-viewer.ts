/** Runs in the browser: shows the document in the page. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  // The document is not sent to anyone to be checked, and a key is forgotten with the page.
  validatorUrl: null,
  persistAuthorization: false,
});
