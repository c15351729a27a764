import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vite";
import page from "./vite.config.ts";

/** Builds the report of the page for the command that writes it as a file, into dist/dashboard/report. */
export default mergeConfig(
  { ...page, build: {} },
  defineConfig({
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL("browser/paper/render-report.tsx", import.meta.url)),
      outDir: "../../../dist/dashboard/report",
      emptyOutDir: true,
      target: "es2022",
    },
  }),
);
