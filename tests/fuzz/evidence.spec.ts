import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ProjectId } from "../../src/acoustics/ids.ts";
import { writeEvidence } from "../../src/evidence/write-evidence.ts";
import { requireSnapshot } from "../../src/operator/backup/require-snapshot.ts";
import { python, unpack, type UnpackedPack } from "../support/evidence-pack.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test, type TenantOf } from "../support/test.ts";
import {
  classificationsOf,
  type EvidenceCase,
  evidenceCases,
  samplesOf,
} from "./evidence-cases.ts";
import { fuzz } from "./run.ts";

test.skip(python === null, "python3 is not installed");

test("for any criteria of a site, recompute.py agrees with its pack, and finds a changed byte and a changed level", async ({
  tenantOf,
  database,
  databaseConfig,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-evidence-"));
  let compared = 0;
  let packs = 0;
  // A snapshot of the embedded database lasts as long as several packs.
  const randomCases = fc.array(evidenceCases, { minLength: 3, maxLength: 3 });
  // A fifth of the random packs have no line to compare: one of two lines is always with them.
  const usual = fc.sample(evidenceCases, { seed: 1, numRuns: 1 });
  const someCases = randomCases.map((cases) => [...usual, ...cases]);
  try {
    await fuzz({ share: 0.001, parallel: 1 }, someCases, async (cases) => {
      const stored: { readonly one: EvidenceCase; readonly tenant: Tenant }[] = [];
      for (const one of cases) stored.push({ one, tenant: await store(one, tenantOf) });
      await requireSnapshot(database, databaseConfig, async (snapshot) => {
        for (const { one, tenant } of stored) {
          const bytes: Uint8Array[] = [];
          const [startAt, endAt] = one.range;
          const request = { projectId: tenant.projectId as ProjectId, sensorIds: [] };
          await writeEvidence(
            snapshot,
            { ...request, range: { startAt, endAt } },
            async (chunk) => bytes.push(chunk),
            () => undefined,
          );
          packs += 1;
          const file = `${packs}.tar.gz`;
          await writeFile(join(folder, file), Buffer.concat(bytes));
          compared += await examine(await unpack({ path: folder }, file), one);
        }
        return stored;
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
  console.log(`evidence: ${packs} packs with ${compared} lines`);
  expect(compared).toBeGreaterThan(0);
});

async function store(one: EvidenceCase, tenantOf: TenantOf): Promise<Tenant> {
  const sensors = one.sensors.map(({ limits }) => ({ limits }));
  const before = one.earlier ?? one.site["criteria"];
  const tenant = await tenantOf({ site: { ...one.site, criteria: before }, sensors });
  if (one.earlier !== null) await tenant.apply({ criteria: one.site["criteria"] });
  for (const [index, sensor] of one.sensors.entries()) {
    await tenant.addSamples(samplesOf(one, sensor), index);
    await tenant.addExclusions(sensor.exclusions, index);
    const classifications = classificationsOf(one, sensor);
    if (classifications.length > 0) await tenant.addClassifications(classifications, index);
  }
  return tenant;
}

/** Recomputes a pack, as it is and with changes. Returns how many lines agreed. */
async function examine(pack: UnpackedPack, { tampered }: EvidenceCase): Promise<number> {
  const { code, lines } = pack.recompute();
  expect([code, lines]).toEqual([
    0,
    [expect.stringMatching(/^\d+ lines compared, 0 differences$/)],
  ]);
  expect(pack.changedFiles()).toEqual([]);

  const files = pack.names.filter((name) => name !== "SHA256SUMS");
  const name = files[tampered.file % files.length] ?? "";
  // `tests/unit/evidence/differences.spec.ts` has what recompute.py says of it.
  await pack.withFlippedByte(name, tampered.byte, () => {
    expect(pack.changedFiles()).toEqual([`${name}: FAILED`]);
  });

  const levels = [
    ...linesWithLevel(pack, "assessments.csv", 11),
    ...linesWithLevel(pack, "episodes.csv", 6),
  ];
  const chosen = levels[tampered.line % levels.length];
  if (chosen !== undefined) {
    const { table, line, cells, column } = chosen;
    const changed = cells.with(column, (Number(cells[column]) + 0.01).toFixed(2)).join(",");
    await pack.change(table, `${cells.join(",")}\n`, `${changed}\n`, "sums");
    expect(pack.changedFiles()).toEqual([]);
    const after = pack.recompute();
    expect(after.code).toBe(1);
    expect(after.lines).toHaveLength(2);
    expect(after.lines[0]).toContain(`${table} line ${line} (`);
    expect(after.lines[0]).toContain(
      ` is ${(Number(cells[column]) + 0.01).toFixed(2)}, recomputed `,
    );
  }
  return Number.parseInt(lines[0] ?? "", 10);
}

function linesWithLevel(pack: UnpackedPack, table: string, column: number) {
  return pack.lines(table).flatMap((text, index) => {
    const cells = text.split(",");
    return cells[column] === "" ? [] : [{ table, line: index + 2, cells, column }];
  });
}
