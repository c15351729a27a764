// @ts-check
// Has the image of the sandbox made for a package, because who installs it may not be able to write there.
const module = new URL("../dist/sandbox/migrated-image.js", import.meta.url);
const { readMigratedImage } = await import(module.href);
await readMigratedImage();
