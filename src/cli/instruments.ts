import { Command } from "commander";
import { type JsonOption, runAction } from "./program/options.ts";

export const instrumentsCommand = new Command("instruments")
  .description("list the instruments whose files are known by name")
  .option(
    "--json",
    "print { instruments: [{ name, title, files, source, levels, labels, timezone, leftOut, unclear }] }",
  )
  .addHelpText(
    "after",
    `
acoustic import samples --instrument <name> reads such a file. An instrument is a profile, a YAML file in
src/ingest/instruments: copy it, or begin a profile of your own with instrument: <name> and change what differs.`,
  )
  .action(({ json = false }: JsonOption) =>
    runAction(async () => {
      const { listInstruments } = await import("../ingest/instruments/instruments.ts");
      const { describeInstruments, presentInstrument } =
        await import("./text/describe-instruments.ts");
      const instruments = listInstruments().map(presentInstrument);
      console.log(
        json ? JSON.stringify({ instruments }, null, 2) : describeInstruments(instruments),
      );
    }),
  );
