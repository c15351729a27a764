import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { packageFile } from "../../../src/system/package-files.ts";
import { expect, test } from "../../support/expect.ts";
import { type PackInput, type PackSample, python, recompute, samplesFrom } from "./pack.ts";

/*
 * The packs of ../../fixtures/evidence, whose criteria, limits and classification are JSON. A line of samples is an
 * instant and its levels by name, or an instant, the seconds between samples, and their LAeq:
 * `2019-03-04T08:00:00Z +3600 60 75*2`.
 */
test.skip(python === null, "python3 is not installed");

interface Pack extends Omit<PackInput, "samples" | "criteria"> {
  readonly title: string;
  readonly samples: readonly string[];
  readonly criteria?: readonly string[];
  readonly [json: string]: unknown;
}

/** The member of a pack, if it is there. */
const parsed = (pack: Pack, name: string) =>
  name in pack ? { [name]: JSON.parse(String(pack[name])) } : {};

const source = readFileSync(packageFile("tests/fixtures/evidence/packs.yaml"), "utf8");
const { packs } = parse(source, { merge: true }) as { readonly packs: readonly Pack[] };

for (const pack of packs) {
  const { title, samples, criteria = [], assessments = [], episodes = [] } = pack;
  test(title, () => {
    const lines = assessments.length + episodes.length;
    const run = recompute({
      ...pack,
      ...parsed(pack, "limits"),
      ...parsed(pack, "sensorLimits"),
      ...parsed(pack, "classification"),
      criteria: criteria.map((text) => JSON.parse(text) as unknown),
      samples: samples.flatMap(samplesOf),
    });
    expect(run).toEqual({
      code: 0,
      lines: [`${lines} lines compared, 0 differences`],
      error: "",
    });
  });
}

function samplesOf(line: string): PackSample[] {
  const [at = "", step = "", ...words] = line.split(" ");
  if (step.startsWith("+")) {
    const levels = words.flatMap((word) => {
      const [level, times = "1"] = word.split("*");
      return Array.from({ length: Number(times) }, () => Number(level));
    });
    return samplesFrom(at, Number(step), levels);
  }
  const [LAeq, , LAFmax] = words;
  return [{ at, LAeq: Number(LAeq), ...(LAFmax === undefined ? {} : { LAFmax: Number(LAFmax) }) }];
}
