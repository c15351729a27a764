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

/** The columns of flags of all instruments, in lower case, and the values that are known. */
export function knownFlags(): KnownFlags {
  if (known === null) {
    const layouts = listInstruments().flatMap(({ format }) => format.layout ?? []);
    const columns = layouts.flatMap(({ flagColumns }) => flagColumns);
    known = {
      columns: columns.map((column) => column.toLowerCase()),
      flags: layouts.flatMap(({ flags }) => flags),
    };
  }
  return known;
}

interface KnownFlags {
  readonly columns: readonly string[];
  readonly flags: readonly Flag[];
}

/** Reading the profiles takes as long as a small import. */
let known: KnownFlags | null = null;
