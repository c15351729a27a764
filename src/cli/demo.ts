import { Command } from "commander";
import { runAction } from "./program/options.ts";

export const demoCommand = new Command("demo")
  .description("load the demonstration site: generated measurements, no real ones")
  .action(() =>
    runAction(async ({ requireConfig, withDatabase }) => {
      const { openAudioStore } = await import("../audio/open-audio-store.ts");
      const { createStoreRecord } = await import("../database/queries/recordings/audio-store.ts");
      const { addressToTry } = await import("../demo/address-to-try.ts");
      const { describeDemonstration } = await import("../demo/describe-demonstration.ts");
      const { loadDemonstration } = await import("../demo/load-demonstration.ts");
      const { public: publicEndpoint, internal, audioStore } = requireConfig();
      const demonstration = await withDatabase(async (database) => {
        const store = await openAudioStore(audioStore, createStoreRecord(database));
        return loadDemonstration(database.db, { now: new Date(), store });
      }, "migrate");
      const addressOf = ({ host, port }: typeof publicEndpoint) =>
        port === 0 ? null : addressToTry(host, port);
      const addresses = {
        publicUrl: addressOf(publicEndpoint),
        internalUrl: addressOf(internal),
      };
      console.log(describeDemonstration(demonstration, addresses));
    }),
  );
