import { criterionOf } from "../support/criterion.ts";
import { expect, jsonOf, test } from "./acoustic.ts";

const criteria = [
  criterionOf("noon LAeq 12:00-13:00 60"),
  criterionOf("noon-quarters LAeq 12:00-13:00 60", { over: { block: "PT15M" }, allowed: 1 }),
];
const noon = Date.parse("2019-03-10T12:00:00Z") / 1000;
const range = ["--start-at", "2019-03-10", "--end-at", "2019-03-10T23:59:59Z"];

test("assess prints a table for each sensor and how many windows were kept, and ends with 0 whatever the verdicts", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { criteria, intervalSeconds: 900 } });
  await tenant.addSamples(
    [58, 63.5, 58, 58].map((LAeq, quarter) => ({ second: noon + quarter * 900, LAeq })),
  );
  const [loud = "", silent = ""] = tenant.sensorIds;
  const assess = ["assess", "--project", tenant.projectId, ...range];
  expect(await acoustic(assess)).toEqual({
    code: 0,
    // The mean of 58, 63.5, 58 and 58 dB is 60.14 dB.
    stdout: `${loud}
  DATE        CRITERION      LEVEL  LIMIT  COVERAGE  EXCEEDED  VERDICT
  2019-03-10  noon           60.14  60.00  100 %     1 of 1    exceeded
  2019-03-10  noon-quarters  63.50  60.00  100 %     1 of 4    kept

${silent}
  DATE        CRITERION      LEVEL  LIMIT  COVERAGE  EXCEEDED  VERDICT
  2019-03-10  noon           -      60.00  0 %       0 of 1    undecided: no samples
  2019-03-10  noon-quarters  -      60.00  0 %       0 of 4    undecided: no samples

1 kept, 1 exceeded, 2 undecided
`,
    stderr: "",
  });

  const one = await acoustic([...assess, "--sensor", loud, "--criterion", "noon", "--json"]);
  const { assessments } = jsonOf(one) as { assessments: Record<string, unknown>[] };
  const hour = { startAt: "2019-03-10T12:00:00.000Z", endAt: "2019-03-10T13:00:00.000Z" };
  const worst = { ...hour, level: 60.14, over: 0.14, coverage: 1, verdict: "exceeded" };
  expect(assessments).toEqual([
    {
      sensorId: loud,
      criterionId: "noon",
      date: "2019-03-10",
      ...hour,
      localStartAt: "2019-03-10T12:00:00+00:00",
      seconds: 3600,
      samples: 4,
      coveredSeconds: 3600,
      excludedSeconds: 0,
      coverage: 1,
      verdict: "exceeded",
      reason: null,
      level: 60.14,
      limit: 60,
      over: 0.14,
      referenceTimes: 1,
      exceeded: 1,
      undecided: 0,
      worst,
      exceedances: [worst],
      budgetUsed: expect.closeTo((3 * 10 ** 5.8 + 10 ** 6.35) / 4e6, 12),
      remaining: { seconds: 0, level: null },
      adjustments: [],
    },
  ]);
  const none = ["--start-at", "2018-03-10", "--end-at", "2018-03-11"];
  const before = await acoustic(["assess", "--project", tenant.projectId, ...none]);
  expect(before.stdout).toBe(
    "No criterion has a window in this range: `acoustic export site` shows the criteria of a project.\n",
  );
});
