/** Runs in the browser and shows the OpenAPI document in the page. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  // The document is not sent to a validator, and the API key is not stored.
  validatorUrl: null,
  persistAuthorization: false,
});
