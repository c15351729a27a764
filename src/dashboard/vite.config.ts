import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/**
 * Builds the pages of the internal listener into dist/dashboard/page, with a hash in the name of each asset. `npm run
 * dev:dashboard` serves them from their sources and requests the rest from the gateway at http://127.0.0.1:8081.
 */
const gateway = "http://127.0.0.1:8081";

/** The whole path: the development server and the build begin relative ones in different folders. */
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig({
  // Relative: the gateway may stand below a path of a proxy.
  base: "./",
  resolve: {
    alias: [
      // Browsers that have Temporal load no polyfill.
      {
        find: /^temporal-polyfill$/,
        replacement: fileURLToPath(new URL("browser/time/temporal.ts", import.meta.url)),
      },
      // Two fifths of Leaflet are parts that no map of the page has.
      { find: /^leaflet$/, replacement: pathOf("browser/views/project/leaflet-parts.js") },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../../dist/dashboard/page",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy refuses inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // On a slow machine it would warn of the time of plugins.
      checks: { bundlerTimings: false },
      output: {
        // Small chunks of what views share cost more than they save: the parts of the first load, and the drawing.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(?:@?preact|p-limit|yocto-queue)|browser\/(?:styles\/|state\/|words\/|data\/(?:drawn|find|grouped|sensor-v)|graphql\/(?!generated)|time\/(?!temporal|zoned)|components\/(?:issue-note|skeleton|level-text|segments|share-text|facts|scope-note|lazy-part|plain-table|find-field|query-note|select))|src\/acoustics\/(?:time|aggregates)/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "assessed",
              test: /compliance\/(?:use-verdicts|window-state|verdict-|rules-in)|schedule\/rule-list|data\/missing|components\/(?:day-table|excluded-list|grid-keys|use-escape)|generated\/(?:project-criteria|sensor-verdicts)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "sensor",
              test: /views\/(?:sensor|event|compare)\//,
              includeDependenciesRecursively: false,
            },
            {
              name: "plots",
              test: /browser\/plots\/(?!extremes|level-shapes|sparkline|plot-summary)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      input: {
        index: pathOf("browser/index.html"),
        graphiql: pathOf("browser/graphiql.html"),
      },
    },
  },
  server: {
    proxy: {
      "/graphql": gateway,
      "/graphiql": gateway,
      "/api": gateway,
      "/export": gateway,
      "/schema.graphql": gateway,
    },
  },
});
