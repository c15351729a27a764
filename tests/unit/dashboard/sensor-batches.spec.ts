import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import {
  askForSensors,
  sensorBatches,
  type SensorsAnswer,
} from "../../../src/dashboard/browser/data/sensor-batches.ts";
import type { Issue } from "../../../src/dashboard/browser/graphql/ask.ts";

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

test("sensors whose loads fit are one request, and others are shared equally", () => {
  expect(sensorBatches(idsOf(9), () => 0.006)).toEqual([idsOf(9)]);
  expect(sensorBatches(idsOf(9), () => 0.06).map(({ length }) => length)).toEqual([5, 4]);
  expect(sensorBatches(idsOf(3), () => 0.7)).toEqual([["s0"], ["s1"], ["s2"]]);
  expect(sensorBatches([], () => 0.1)).toEqual([]);
});

test("each sensor is in one batch, in the order given, and no batch of several is beyond the bound", () => {
  const shares = fc.array(fc.double({ min: 0.001, max: 0.9, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(shares, (all) => {
      const shareOf = (id: string) => all[Number(id.slice(1))] ?? 0;
      const batches = sensorBatches(idsOf(all.length), shareOf);
      assert.deepEqual(batches.flat(), idsOf(all.length));
      for (const batch of batches.filter(({ length }) => length > 1)) {
        assert.ok(batch.reduce((sum, id) => sum + shareOf(id), 0) <= 0.5 + 1e-9);
      }
    }),
  );
});

function issueOf(code: string, path = ""): Issue {
  return { message: code, code, path, requiredScopes: [], requestId: null };
}

type Sensor = { readonly id: string };

/** Answers a request for all of its sensors, unless it is refused; the refusal names nothing of the project. */
function serverOf(
  refusal: (ids: readonly string[]) => string | null,
  asked: (readonly string[])[],
) {
  return (ids: readonly string[]): Promise<SensorsAnswer<Sensor>> => {
    asked.push(ids);
    const code = refusal(ids);
    return Promise.resolve(
      code === null
        ? { data: { project: { sensors: ids.map((id) => ({ id })) } }, issues: [] }
        : { data: null, issues: [issueOf(code)] },
    );
  };
}

test("a refused request is repeated in halves, so that a sensor which is gone hides no other", async () => {
  const asked: (readonly string[])[] = [];
  const isGone = (ids: readonly string[]) => (ids.includes("s2") ? "NOT_FOUND" : null);
  const answers = new Map(await askForSensors(idsOf(5), serverOf(isGone, asked)));
  expect([...answers.keys()]).toEqual(idsOf(5));
  for (const [id, { sensor, issues }] of answers) {
    expect(sensor).toEqual(id === "s2" ? null : { id });
    expect(issues.map(({ code }) => code)).toEqual(id === "s2" ? ["NOT_FOUND"] : []);
  }
  const tooMuch = (ids: readonly string[]) => (ids.length > 2 ? "INVALID_REQUEST" : null);
  const halved = new Map(await askForSensors(idsOf(8), serverOf(tooMuch, asked)));
  expect([...halved.values()].every(({ sensor }) => sensor !== null)).toBe(true);
});

test("a request that is refused for another reason is not repeated", async () => {
  const asked: (readonly string[])[] = [];
  const answers = await askForSensors(
    idsOf(4),
    serverOf(() => "FORBIDDEN", asked),
  );
  expect(asked).toEqual([idsOf(4)]);
  expect(answers.map(([, { issues }]) => issues[0]?.code)).toEqual(idsOf(4).map(() => "FORBIDDEN"));
});

test("an issue of a sensor is that sensor's, and its path begins there", async () => {
  const sensors = idsOf(12).map((id) => ({ id }));
  const issues = [issueOf("UNAVAILABLE", "project.sensors.1.episodes")];
  const answers = await askForSensors(idsOf(12), () =>
    Promise.resolve({ data: { project: { sensors } }, issues }),
  );
  const found = answers.filter(([, answer]) => answer.issues.length > 0);
  expect(found.map(([id, answer]) => [id, answer.issues[0]?.path])).toEqual([
    ["s1", "sensor.episodes"],
  ]);
});
