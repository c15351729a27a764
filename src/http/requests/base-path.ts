/** The path of v0 (docs/contract.md, 2). This path and all paths below it need a key. */
export const basePath = "/api/v0";
