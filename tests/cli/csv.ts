import type { Tenant } from "../support/tenant.ts";
import { type Folder, type RunOptions, test as base } from "./acoustic.ts";

/** Imports of CSV files with a tenant and a folder of the test's own. */
export interface CsvFixture {
  readonly tenant: Tenant;
  /** The first of the tenant's two sensors. */
  readonly sensor: string;
  readonly folder: Folder;
  /** Writes files and imports them in this order, with `--json`. Also imports `paths`, which are not written. */
  import(
    files: Readonly<Record<string, string | Uint8Array>>,
    options?: RunOptions & { readonly paths?: readonly string[] },
  ): Promise<CsvRun>;
}

export interface CsvRun {
  readonly code: number | null;
  /** The `files` on standard output; null: nothing was printed. Paths are relative to the folder, as in `stderr`. */
  readonly files: unknown;
  readonly stderr: string;
}

/** A test of `acoustic import` for one table. */
export const testOfTable = (table: "samples" | "classifications" | "exclusions") =>
  base.extend<{ csv: CsvFixture }>({
    csv: async ({ acoustic, folder, tenantOf }, use) => {
      const tenant = await tenantOf({ sensors: 2 });
      await use({
        tenant,
        sensor: tenant.sensorIds[0] ?? "",
        folder,
        import: async (files, { paths = [], ...options } = {}) => {
          const names = Object.keys(files);
          for (const name of names) await folder.write(name, files[name] ?? "");
          const all = [...names, ...paths].map((name) => `${folder.path}/${name}`);
          const run = await acoustic(["import", table, "--json", ...all], options);
          const [stdout, stderr] = [run.stdout, run.stderr].map((text) =>
            text.replaceAll(`${folder.path}/`, ""),
          );
          return {
            code: run.code,
            files: stdout
              ? (JSON.parse(stdout) as { files: CountedFile[] }).files.map(withoutEffects)
              : null,
            stderr: stderr ?? "",
          };
        },
      });
    },
  });

type CountedFile = Readonly<Record<string, unknown>>;

/** The result of a file without what a test of counts does not compare. */
function withoutEffects(result: CountedFile): object {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !effects.has(name)));
}

const effects = new Set(["projects", "skipped", "emptiedLevels", "excluded", "outsideContract"]);

/** The text of a file of these lines. */
export const linesOf = (header: string, ...rows: readonly string[]) =>
  [header, ...rows, ""].join("\n");

/** The result of an imported file: its counts, and the name of the file of its rejected rows. */
export const fileResult = (
  file: string,
  rows: number,
  inserted: number,
  updated: number,
  unchanged: number,
  rejected: number,
) => ({
  file,
  rows,
  inserted,
  updated,
  unchanged,
  rejected,
  rejectedFile: rejected === 0 ? null : file.replace(/\.csv$/i, ".rejected.csv"),
});

/** A CSV file of rejected rows whose texts have no quotes of their own but in the reason. */
export function rejectedOf(
  header: string,
  rows: readonly (readonly [cells: string, reason: string])[],
  firstLine: number,
): string {
  const quoted = (reason: string) => (/[",]/.test(reason) ? `"${reason}"` : reason);
  return linesOf(
    `${header},line,reason`,
    ...rows.map(([cells, reason], index) => `${cells},${firstLine + index},${quoted(reason)}`),
  );
}
