import { Command } from "commander";
import { runAction } from "./lazy-action.ts";

export const demoCommand = new Command("demo")
  .description("load the demonstration site: generated measurements, no real ones")
  .action(() =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { createFolderStore } = await import("#audio/folder-store.ts");
      const { addressToTry } = await import("#demo/address-to-try.ts");
      const { describeDemonstration } = await import("#demo/describe-demonstration.ts");
      const { loadDemonstration } = await import("#demo/load-demonstration.ts");
      const { public: publicEndpoint, internal, audioStore } = requireConfig();
      const store = createFolderStore(audioStore);
      const demonstration = await withDatabase(({ db }) =>
        loadDemonstration(db, { now: new Date(), store }),
      );
      const addressOf = ({ host, port }: typeof internal) =>
        port === 0 ? null : addressToTry(host, port);
      const addresses = {
        publicUrl: addressOf(publicEndpoint),
        internalUrl: addressOf(internal),
      };
      console.log(describeDemonstration(demonstration, addresses));
      return exitCodes.done;
    }),
  );
