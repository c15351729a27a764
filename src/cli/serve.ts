import { Command } from "commander";
import { once, runAction } from "./program/options.ts";
import { openInternalWorker } from "../server/internal-worker.ts";
import type { ServeOptions } from "./serving/serve.ts";

export const serveCommand = new Command("serve")
  .description("migrate if needed, then listen until SIGTERM or SIGINT")
  .option("--demo-if-empty", "load the demonstration site into an empty embedded database", false)
  .option(
    "--watch <folder>",
    "import the files of a drop folder as well, as `acoustic watch` does",
    once,
  )
  .addHelpText(
    "after",
    `
REST is answered on HOST and PORT (127.0.0.1:8080), GraphQL and health on INTERNAL_HOST and
INTERNAL_PORT (127.0.0.1:8081). Both addresses are printed once they answer.`,
  )
  .action((options: ServeOptions) =>
    runAction(async ({ requireConfig }) => {
      const config = requireConfig();
      // Both threads read their programs at once.
      const worker = config.threads === 1 ? null : openInternalWorker(0);
      const { serve } = await import("./serving/serve.ts");
      await serve(config, options, worker);
    }),
  );
