import {
  checksByOperation,
  checksOf,
  dataOf,
  demandEqual,
  demandIncludes,
  demandInstant,
  demandMembers,
  type Json,
  NotChecked,
  type Operation,
  read,
  secondOf,
  type Target,
} from "../check.ts";

const members: Readonly<Record<Operation, readonly string[]>> = {
  measurements:
    "id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 classification limit limitSource limitRecalculatedAt".split(
      " ",
    ),
  events:
    "id sensorId datetime classification Leq limit over limitSource limitRecalculatedAt fweighting".split(
      " ",
    ),
};

/** Members that a sample and its event share. */
const shared = ["id", "datetime", "classification", "Leq", "limit", "limitSource", "fweighting"];

/** Samples and events, member by member. */
const memberChecks = checksByOperation({
  async "S 2, C 2: records have the members of the contract, in its units"(target, operation) {
    for (const fweighting of ["A", "C", "Z"]) {
      const page = await read(target, target.page({ limit: 50, fweighting }, operation));
      demandMembers(page, ["data", "cursor", "meta"], `a page of ${operation}`);
      const instants = page.data.map((record: Json) => record.limitRecalculatedAt);
      demandEqual(new Set(instants).size <= 1, true, "one instant");
      for (const record of page.data) {
        demandMembers(record, members[operation], "a record");
        demandEqual(record.fweighting, fweighting, "fweighting");
        demandRecord(record, target.sensor);
      }
    }
  },
  async "S 2, C 2: a classification is null, or a label with its confidence and model"(
    target,
    operation,
  ) {
    for (const { classification } of await dataOf(target, { limit: 300 }, operation)) {
      if (classification !== null) demandClassification(classification);
    }
  },
});

const valueChecks = checksOf({
  async "S 2, C 2: Leq is the level of the requested weighting, A by default"(target) {
    for (const [fweighting, parameters] of [
      ["A", {}],
      ["A", { fweighting: "A" }],
      ["C", { fweighting: "C" }],
      ["Z", { fweighting: "Z" }],
    ] as const) {
      for (const sample of await dataOf(target, { limit: 20, ...parameters })) {
        demandEqual(
          [sample.fweighting, sample.Leq],
          [fweighting, sample[`L${fweighting}eq`]],
          `Leq of ${fweighting}`,
        );
      }
    }
  },
  async "S 2, S 6: events are the samples above their limit, and over is what is above it"(target) {
    for (const fweighting of ["A", "C", "Z"]) {
      const samples = await dataOf(target, { fweighting, limit: 300 });
      const loud = samples.filter(
        ({ Leq, limit }: Json) => Leq !== null && limit !== null && Leq > limit,
      );
      const endAt = samples.at(-1)?.datetime ?? target.contract.startAt;
      const events = await dataOf(target, { fweighting, limit: 2000, endAt }, "events");
      demandEqual(events.map(sharedOf), loud.map(sharedOf), "events");
      for (const { Leq, limit, over } of events)
        demandEqual(over, Math.round((Leq - limit) * 100) / 100, "over");
    }
  },
  "S 4.7, C 2: latest of the map is the last sample with an LAeq, for a key that reads samples":
    demandLatest,
});

export const recordChecks = [...memberChecks, ...valueChecks];

function sharedOf(record: Json): readonly unknown[] {
  return shared.map((member) => record[member]);
}

function demandRecord(record: Json, sensor: string): void {
  demandEqual(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(record.datetime), true, "datetime");
  demandEqual(record.id, [sensor, secondOf(record)].join("."), "id");
  if ("sensorId" in record) demandEqual(record.sensorId, sensor, "sensorId");
  for (const name of Object.values(members).flat()) {
    const value = record[name] ?? null;
    if (!/^(?:L|limit$|over$)/.test(name) || value === null) continue;
    demandEqual(value, Math.round(Number(value) * 100) / 100, `${name} with at most two decimals`);
  }
  // A later release may add a source.
  demandEqual(/^[a-z]+(?:_[a-z]+)*$/.test(record.limitSource), true, "limitSource as a word");
  demandEqual(record.limit === null, record.limitSource === "none", "limit and limitSource");
  demandInstant(record.limitRecalculatedAt, "limitRecalculatedAt");
}

function demandClassification({ label, confidence, model }: Json): void {
  demandEqual([typeof label, typeof model], ["string", "string"], "label and model");
  const isShare = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  demandEqual(isShare, true, "a confidence from 0 to 1");
}

async function demandLatest(target: Target): Promise<void> {
  const page = await read(target, target.page({ orderBy: "desc", limit: 2000 }));
  const { data: map } = await read(target, `/projects/${target.project}/embedded-map`);
  const feature = map.sensors.features.find(({ id }: Json) => id === target.sensor);
  // A sample of the future comes from a wrong clock.
  const sample = page.data.find(
    ({ LAeq, datetime, limitRecalculatedAt: now }: Json) => LAeq !== null && datetime <= now,
  );
  if (sample === undefined) throw new NotChecked("the last 2000 samples have no LAeq");
  const { datetime, LAeq: Leq, limit } = sample;
  const over = limit === null ? null : Math.round((Leq - limit) * 100) / 100;
  const { latest } = feature.properties;
  // A sample may have been added between the two requests.
  if (latest?.datetime > datetime) return;
  demandIncludes(latest, { datetime, Leq, limit, over }, "latest");
}
