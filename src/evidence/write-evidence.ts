import { readFileSync } from "node:fs";
import type { Interval } from "../acoustics/time/instant.ts";
import type { Snapshot } from "../database/client/open-snapshot.ts";
import { jobSession } from "../database/client/statement.ts";
import {
  selectSiteOfVersion,
  selectVersionsSince,
} from "../database/queries/sites/site-versions.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { writeWholeSite } from "../ingest/site/written-site.ts";
import {
  bytesOf,
  type NewPart,
  type Write,
  writeArchive,
} from "../operator/backup/archive-writer.ts";
import {
  type CommandSensors,
  openCommandSensors,
  readCommandRules,
  readCommandSensors,
} from "../tables/command-sensors.ts";
import type { ExportRow } from "../tables/export-columns.ts";
import { csvFormat, plainCsv, type TextFormat } from "../tables/text-format.ts";
import { packageFile } from "../system/package-files.ts";
import { openUnnamedFile, type UnnamedFile } from "../system/unnamed-file.ts";
import { describePack } from "./describe-pack.ts";
import { readStretches } from "./read-stretches.ts";
import { packColumns, type PackTable, sensorRow, sensorRows } from "./sensor-rows.ts";

/** The sensors of an evidence pack, and its requested range. */
export interface EvidenceRequest extends CommandSensors {
  readonly range: Interval;
}

/** The size of a pack: the lines of each table without its header. */
export interface EvidenceReport {
  readonly versions: number;
  readonly lines: Readonly<Record<PackTable, number>>;
}

/**
 * Writes an evidence pack with `write` (docs/contract.md, P8; method.md describes its files). The tables are written
 * first, sensor by sensor, to unnamed temporary files. Throws `InvalidInput` for an unknown project or sensor, and for
 * a project without a valid contract or without a version of its site.
 */
export async function writeEvidence(
  { db, sessionFor }: Snapshot,
  { projectId, sensorIds, range }: EvidenceRequest,
  write: Write,
  report: (fraction: number, text: string) => void,
): Promise<EvidenceReport> {
  const session = sessionFor(jobSession);
  const settings = await readCommandSensors(session, { projectId, sensorIds });
  const all = { criterionIds: [], asOf: null };
  const rules = await readCommandRules(session, projectId, settings, all);
  const open = openCommandSensors(session, settings, null, rules, all);
  const sensors = [];
  for (const sensor of settings) {
    const opened = await open(sensor);
    if (opened !== null) sensors.push(opened);
  }
  const versions = await selectVersionsSince(db, projectId, range.startAt);
  if (versions.length === 0) {
    throw new InvalidInput([`no version of the site of ${projectId} is known`]);
  }
  const stretches = await readStretches(session, projectId, sensors, { range, versions });
  const files = await openTableFiles();
  try {
    for (const [index, sensor] of sensors.entries()) {
      await files.append("sensors", [sensorRow(sensor)]);
      const stretch = stretches.get(sensor);
      if (stretch === undefined) continue;
      for (const [name, rowsOf] of Object.entries(sensorRows)) {
        for await (const rows of rowsOf({ db, session, sensor, ...stretch })) {
          await files.append(name as PackTable, rows);
          report(index / sensors.length, `${name} of ${sensor.sensorId}`);
        }
      }
    }
    const parts = async function* (): AsyncGenerator<NewPart> {
      yield partOf("pack.json", json(describePack(projectId, range, versions)));
      for (const { version } of versions) {
        const project = writeWholeSite(await selectSiteOfVersion(db, projectId, version));
        yield partOf(`site/${version}.json`, json({ project }));
      }
      yield* files.parts();
      for (const name of ["method.md", "recompute.py"]) {
        yield partOf(name, readFileSync(packageFile(`src/evidence/${name}`)));
      }
    };
    await writeArchive(parts(), write);
    return { versions: versions.length, lines: files.lines };
  } finally {
    await files.close();
  }
}

function partOf(name: string, content: Buffer): NewPart {
  return { name, byteLength: content.length, content: [content] };
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** Opens an unnamed temporary file for each table, with its header: an archive needs lengths before contents. */
async function openTableFiles() {
  const files = new Map<PackTable, { readonly file: UnnamedFile; readonly format: TextFormat }>();
  const close = async () => {
    await Promise.all([...files.values()].map(({ file }) => file.close()));
  };
  try {
    for (const [name, columns] of Object.entries(packColumns)) {
      const file = await openUnnamedFile();
      const format = csvFormat(columns, plainCsv);
      files.set(name as PackTable, { file, format });
      await file.append(format.header);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const lines = Object.fromEntries([...files.keys()].map((name) => [name, 0])) as Record<
    PackTable,
    number
  >;
  return {
    /** The rows of each table that were appended. */
    lines: lines as Readonly<typeof lines>,
    async append(name: PackTable, rows: readonly ExportRow[]) {
      const table = files.get(name);
      await table?.file.append(rows.map(table.format.lineOf).join(""));
      lines[name] += rows.length;
    },
    async *parts(): AsyncGenerator<NewPart, void> {
      for (const [name, { file }] of files) {
        const { size } = await file.handle.stat();
        yield { name: `${name}.csv`, byteLength: size, content: bytesOf(file.handle) };
      }
    },
    close,
  };
}
