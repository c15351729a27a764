/** The path of v0 (docs/contract.md, 2). Everything at and below it needs a key. */
export const basePath = "/api/v0";
