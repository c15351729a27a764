import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { createEpisodeBuilder, type Episode } from "../../../src/acoustics/events/episodes.ts";
import type { SensorId } from "../../../src/acoustics/ids.ts";
import type { Cursor } from "../../../src/acoustics/paging.ts";
import type { LoudSearch } from "../../../src/database/queries/events/loud-samples.ts";
import type { GrantedSensorNo } from "../../../src/database/queries/keys/grants.ts";
import {
  type EpisodeSearch,
  readEpisodes,
} from "../../../src/operations/assessment/read-episodes.ts";
import { withoutExclusions } from "../../../src/operations/exclusions/open-exclusions.ts";
import { scheduleOf } from "../limit-schedules.ts";
import { hundredths } from "./criteria.ts";

const intervalSeconds = 300;
const limit = hundredths(65);
const schedule = scheduleOf("project default A65");

interface Series {
  /** Seconds and whether a sample is loud, in order of time. */
  readonly samples: readonly { readonly second: number; readonly isLoud: boolean }[];
  readonly last: number;
}

/** Nothing comes before the first sample: a range that begins with it needs no search before it. */
const contractOf = (last: number) => ({ first: 1000, last: last + 86_400 });

/** As many samples as are worth two statements, `run` of every `period` loud, with gaps and one late sample. */
function seriesOf({ period, run, gap }: { period: number; run: number; gap: number }): Series {
  const samples = Array.from({ length: 20_000 }, (_, index) => ({
    second: 1000 + index * intervalSeconds + (index % 997 === 0 ? 120 : 0),
    isLoud: index % period < run,
  })).filter((_, index) => index % gap !== 0);
  return { samples, last: samples.at(-1)?.second ?? 0 };
}

/** The episodes that the search finds, and how many statements it has sent at most at the same time. */
async function readAll({ samples, last }: Series, search: EpisodeSearch, mayHalve: boolean) {
  let open = 0;
  let most = 0;
  const select = async ({ seconds, above, searchAtMost }: LoudSearch) => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    const from = samples.findIndex(({ second }) => second >= seconds.first);
    const searched = (from === -1 ? [] : samples.slice(from, from + searchAtMost)).filter(
      ({ second }) => second <= seconds.last,
    );
    const level = hundredths(70);
    const exceedances = searched.flatMap(({ second, isLoud }, index) => {
      const next = samples[from + index + 1]?.second ?? Infinity;
      return isLoud && level > above
        ? [{ second, level, LAFmax: null, next: next < second + intervalSeconds ? next : null }]
        : [];
    });
    const lastSearched = (searched.at(-1)?.second ?? null) as Cursor | null;
    return { exceedances, searched: searched.length, lastSearched };
  };
  const source = {
    sensorId: "quay-1" as SensorId,
    sensorNo: 1 as GrantedSensorNo,
    intervalSeconds,
    contract: contractOf(last),
    select,
    budget: { chargeSearch: () => undefined, refundSearch: () => undefined },
    mayHalve,
    openExclusions: withoutExclusions,
    checkCount: () => undefined,
    annotate: async () => () => ({ label: null, hasRecording: false }),
  };
  const episodes: Episode[] = [];
  for await (const found of readEpisodes(source, search)) episodes.push(...found);
  return { episodes, most };
}

/** The episodes of all loud samples, one after the other. */
function joinAll({ samples, last }: Series, search: EpisodeSearch): Episode[] {
  const builder = createEpisodeBuilder({ ...search, contract: contractOf(last) });
  for (const [index, { second, isLoud }] of samples.entries()) {
    if (!isLoud) continue;
    const next = samples[index + 1]?.second ?? Infinity;
    builder.add({
      second,
      duration: Math.min(intervalSeconds, next - second),
      level: hundredths(70),
      limit,
      LAFmax: null,
      label: null,
      recordingId: null,
    });
  }
  return builder.finish();
}

test("The search finds the episodes of all loud samples that meet a range, in one statement or in two at once", async () => {
  const series = fc.record({
    period: fc.integer({ min: 40, max: 400 }),
    run: fc.integer({ min: 1, max: 3 }),
    gap: fc.integer({ min: 20, max: 5000 }),
  });
  const whole = { first: 1000, last: 1000 + 20_000 * intervalSeconds };
  const range = fc.oneof(
    fc.constant(whole),
    fc
      .tuple(
        fc.integer({ min: whole.first, max: whole.last }),
        fc.integer({ min: whole.first, max: whole.last }),
      )
      .map(([left, right]) => ({ first: Math.min(left, right), last: Math.max(left, right) })),
  );
  const options = fc.record({
    joinSeconds: fc.constantFrom(0, 300, 6000, 40_000),
    minSeconds: fc.constantFrom(0, 600),
    range,
  });
  const usual = { period: 400, run: 1, gap: 5000 };
  let halved = 0;
  await fc.assert(
    fc.asyncProperty(series, options, async (words, given) => {
      const samples = seriesOf(words);
      const search = { ...given, schedule, weighting: "A" } as const;
      const expected = joinAll(samples, search);
      for (const mayHalve of [false, true]) {
        const { episodes, most } = await readAll(samples, search, mayHalve);
        expect(episodes).toEqual(expected);
        if (mayHalve && given.range === whole && most > 1) halved += 1;
      }
    }),
    // At least one is searched in halves.
    { numRuns: 30, examples: [[usual, { joinSeconds: 0, minSeconds: 0, range: whole }]] },
  );
  expect(halved).toBeGreaterThan(0);
});
