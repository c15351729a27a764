import { readdirSync } from "node:fs";
import { packageFile } from "../../system/package-files.ts";
import type { Flag } from "../csv/csv-format.ts";
import { type Profile, readInstrument } from "../csv/profile.ts";
import { findTable, type FoundTable } from "../csv/table-layout.ts";

/** An instrument whose files are known: a profile that ships with the gateway. */
export interface Instrument extends Profile {
  readonly name: string;
}

/** All instruments, by name. Each YAML file of this folder is one. */
export function listInstruments(): Instrument[] {
  return readdirSync(packageFile("src/ingest/instruments"))
    .filter((file) => file.endsWith(".yaml"))
    .toSorted()
    .map((file) => file.slice(0, -".yaml".length))
    .map((name) => ({ name, ...readInstrument(name) }));
}

/** Finds the instrument whose table the first lines of a file have; of several, the one that demands most of it. */
export function recognise(
  lines: readonly string[],
): { readonly instrument: Instrument; readonly table: FoundTable } | null {
  const [best] = listInstruments()
    .flatMap((instrument) => {
      const { layout } = instrument.format;
      const table = layout ? findTable(lines, layout) : null;
      if (!layout || table === null) return [];
      return [
        { instrument, table, demands: layout.header.length + (layout.beginsWith === "" ? 0 : 1) },
      ];
    })
    .toSorted((left, right) => right.demands - left.demands);
  return best ?? null;
}

/** The flags of all instruments. A column without a known value has none, but is a column of flags. */
export function knownFlags(): {
  readonly columns: ReadonlySet<string>;
  readonly flags: readonly Flag[];
} {
  const layouts = listInstruments().flatMap(({ format }) => format.layout ?? []);
  return {
    columns: new Set(layouts.flatMap(({ flagColumns }) => flagColumns)),
    flags: layouts.flatMap(({ flags }) => flags),
  };
}
