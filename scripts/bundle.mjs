// @ts-check
import { build } from "rolldown";
import { bundleOf } from "./bundle-options.mjs";

/*
 * Bundles the program of dist/cli/program/program.js, its threads and the entry `testing`, with the packages that they
 * import, into dist/program. Unused code and all comments stay outside: the server needs less memory
 * (docs/decisions/015-the-program-is-a-bundle.md).
 */
await build(bundleOf((module) => `dist/${module}.js`));
