import { criterionOf } from "../support/criterion.ts";
import { appliedProject, expect, test } from "./acoustic.ts";

/*
 * A dry run of `apply` counts the windows of each criterion that change their verdict (docs/contract.md, P1).
 */

const criteria = [
  criterionOf("noon LAeq 12:00-13:00 65"),
  criterionOf("peak LAFmax 12:00-13:00 90"),
];
const contract = { startAt: "2019-03-11", endAt: "2019-03-14" };
const quarter = 900;

/** Noon of each day has one level: 58, 62 and 66 dB on Monday to Wednesday; on Thursday, nothing was measured. */
const samples = [58, 62, 66].flatMap((LAeq, day) =>
  [0, 1, 2, 3].map((place) => ({
    second: Date.parse(`2019-03-${11 + day}T12:00:00Z`) / 1000 + place * quarter,
    LAeq,
    LAFmax: LAeq + 20,
  })),
);

const cases = [
  [
    "another limit",
    { criteria: [{ ...criteria[0], limit: 60 }, criteria[1]] },
    ["noon: 1 (kept 2 → 1, exceeded 1 → 2, undecided 1 → 1)"],
  ],
  ["another name", { criteria: [{ ...criteria[0], name: "At noon" }, criteria[1]] }, []],
  [
    "a criterion that is new, and one that goes",
    { criteria: [criteria[0], { ...criteria[1], id: "peak-2", limit: 80 }] },
    [
      "peak-2: 0 (kept 0 → 1, exceeded 0 → 2, undecided 0 → 1)",
      "peak: 0 (kept 3 → 0, exceeded 0 → 0, undecided 1 → 0)",
    ],
  ],
  [
    "the contract, to its first two days",
    { contract: { ...contract, endAt: "2019-03-12" } },
    [
      "noon: 0 (kept 2 → 2, exceeded 1 → 0, undecided 1 → 0)",
      "peak: 0 (kept 3 → 2, exceeded 0 → 0, undecided 1 → 0)",
    ],
  ],
  [
    // Two thirds of the hour are covered, too little: 66 - 1.76 dB of Wednesday do not exceed for certain.
    "the interval",
    { intervalSeconds: 600 },
    [
      "noon: 3 (kept 2 → 0, exceeded 1 → 0, undecided 1 → 4)",
      "peak: 3 (kept 3 → 0, exceeded 0 → 0, undecided 1 → 4)",
    ],
  ],
] as const;

for (const [what, change, expected] of cases) {
  test(`A dry run counts the windows whose verdict changes with ${what}`, async ({
    acoustic,
    folder,
    tenantOf,
  }) => {
    const tenant = await tenantOf({ site: { contract, criteria, intervalSeconds: quarter } });
    await tenant.addSamples(samples);
    const file = await folder.write("site.json", tenant.siteFile(change));
    const { stdout } = await acoustic(["apply", "--dry-run", file]);
    const head = "  windows inside the contract that change their verdict:";
    const told = expected.length === 0 ? [] : [head, ...expected.map((line) => `    ${line}`)];
    const lines = stdout.trimEnd().split("\n");
    expect(lines.at(-1)).toBe("This was a dry run: nothing was written.");
    expect(lines.slice(lines.length - 1 - told.length, -1)).toEqual(told);
    expect(stdout.includes(head)).toBe(expected.length > 0);

    const verdictsOf = async (...options: readonly string[]) => {
      const applied = appliedProject(await acoustic(["apply", "--json", ...options, file]));
      return applied?.verdicts.map(({ criterion, changed }) => `${criterion}: ${changed}`);
    };
    const short = expected.map((line) => line.slice(0, line.indexOf(" (")));
    expect(await verdictsOf("--dry-run")).toEqual(short);
    expect(await verdictsOf()).toEqual([]);
    // Once it is applied, nothing changes any more.
    expect(await verdictsOf("--dry-run")).toEqual([]);
  });
}
