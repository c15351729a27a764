/** Where v0 begins (specification, section 9). Everything at and below it needs a key. */
export const basePath = "/api/v0";
