import { levelsFrom } from "../support/series.ts";
import { expect, test } from "../support/test.ts";

const at = (text: string) => Date.parse(text) / 1000;

test("a page is the same over GraphQL as over REST", async ({ tenantOf, graphql, get }) => {
  const tenant = await tenantOf();
  const first = at("2019-03-10T00:00:00Z");
  await tenant.addSamples(levelsFrom(first, 20, 300, (index) => 50 + index));
  const query = `query ($p: ID!, $s: ID!, $from: Instant!, $to: Instant!, $limit: Int!) {
    measurements(projectId: $p, sensorId: $s, startAt: $from, endAt: $to, limit: $limit, orderBy: desc) {
      data { id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90
        classification { label confidence model } limit limitSource }
      cursor meta { clamped effectiveRange { startAt endAt } }
    }
  }`;
  const variables = {
    p: tenant.projectId,
    s: tenant.sensorIds[0],
    from: "2019-03-10",
    to: "2019-04-11",
    limit: 7,
  };
  const answer = await graphql(query, { key: tenant.key, variables });
  const rest = await get(tenant.measurementsPath(), {
    key: tenant.key,
    query: { startAt: "2019-03-10", endAt: "2019-04-11", limit: 7, orderBy: "desc" },
  });
  const page = (await rest.json()) as { data: Record<string, unknown>[] };
  const withoutTime = page.data.map(({ limitRecalculatedAt, ...sample }) => {
    expect(limitRecalculatedAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    return sample;
  });
  expect(await answer.json()).toEqual({ data: { measurements: { ...page, data: withoutTime } } });
});

test("many sensors are read with the statements of eleven, and those of telemetry once a sensor", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const second = at("2019-03-10T00:00:00Z");
  const statementsFor = async (sensors: number, limit: number) => {
    const tenant = await tenantOf({ sensors });
    for (let sensor = 0; sensor < sensors; sensor += 1) {
      await tenant.addSamples(levelsFrom(second, limit + 1, 300, 50 + sensor), sensor);
    }
    return database.statementsOf(async () => {
      const response = await graphql(
        `{ project(id: "${tenant.projectId}") { sensors {
          id latest { LAeq }
          schedule { default { A } }
          measurements(startAt: "2019-03-10", endAt: "2019-03-12", limit: ${limit}) { data { LAeq } }
        } } }`,
        { key: tenant.key },
      );
      const { data } = (await response.json()) as {
        data: { project: { sensors: { measurements: { data: unknown[] } }[] } };
      };
      expect(data.project.sensors).toEqual(
        tenant.sensorIds.map((id, sensor) => ({
          id,
          latest: { LAeq: 50 + sensor },
          schedule: { default: null },
          measurements: { data: Array.from({ length: limit }, () => ({ LAeq: 50 + sensor })) },
        })),
      );
    });
  };
  // From eleven sensors on, one more statement counts rules before they are read.
  const [few, many] = [await statementsFor(11, 1), await statementsFor(22, 50)];
  expect(new Set(many)).toEqual(new Set(few));
  const ofTelemetry = (sent: readonly string[]) =>
    sent.filter((text) => text.includes('"samples"'));
  expect(ofTelemetry(many)).toHaveLength(2 * ofTelemetry(few).length);
  expect(many.length - ofTelemetry(many).length).toBe(few.length - ofTelemetry(few).length);
});

test("the latest sample is the last inside the contract that has the level", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  await tenant.addSamples([
    { second: at("2019-03-30T00:00:00Z"), LAeq: 51, LCeq: 61 },
    { second: at("2019-03-31T22:59:59Z"), LAeq: 52 },
    // The contract ends with the local day, an hour before the day of UTC.
    { second: at("2019-03-31T23:00:00Z"), LAeq: 53, LCeq: 63 },
  ]);
  const response = await graphql(
    `{ project(id: "${tenant.projectId}") { sensors {
      a: latest { datetime Leq limit } c: latest(fweighting: C) { datetime Leq limit }
    } } }`,
    { key: tenant.key },
  );
  expect(await response.json()).toEqual({
    data: {
      project: {
        sensors: [
          {
            a: { datetime: "2019-03-31T22:59:59.000Z", Leq: 52, limit: 60 },
            c: { datetime: "2019-03-30T00:00:00.000Z", Leq: 61, limit: null },
          },
          { a: null, c: null },
        ],
      },
    },
  });
});

test("schedule, holidays, contract and timeline are answered as the operator wrote them", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({
    site: {
      timezone: "Etc/UTC",
      contract: { startAt: "2019-03-01", endAt: "2019-03-31" },
      holidays: [{ date: "2019-03-18", name: "Holiday" }],
      limits: {
        default: { A: 70, Z: 90.25 },
        schedule: [
          { days: ["mon", "holiday"], from: "07:00", to: "24:00", limit: { A: 55 } },
          { days: ["sun"], from: "22:00", to: "06:30", limit: { C: 80 } },
        ],
        exceptions: [
          {
            name: "Works",
            startAt: "2019-03-20T22:00:00Z",
            endAt: "2019-03-21T05:00:00Z",
            limit: { A: 75 },
          },
        ],
      },
    },
    sensors: [{ limits: { default: { C: 85 } } }],
  });
  const response = await graphql(
    `{ project(id: "${tenant.projectId}") {
      contract { startAt endAt }
      schedule { ...all }
      sensors { schedule { ...all } limitTimeline(startAt: "2019-03-18", endAt: "2019-03-18T12:00Z") {
        startAt endAt limit limitSource } }
    } }
    fragment all on LimitSchedule {
      default { A C Z } windows { days from to limit { A C Z } }
      exceptions { name startAt endAt limit { A C Z } } holidays { date name }
    }`,
    { key: tenant.key },
  );
  const holidays = [{ date: "2019-03-18", name: "Holiday" }];
  expect(await response.json()).toEqual({
    data: {
      project: {
        contract: { startAt: "2019-03-01T00:00:00.000Z", endAt: "2019-03-31T23:59:59.000Z" },
        schedule: {
          default: { A: 70, C: null, Z: 90.25 },
          windows: [
            {
              days: ["mon", "holiday"],
              from: "07:00",
              to: "24:00",
              limit: { A: 55, C: null, Z: null },
            },
            { days: ["sun"], from: "22:00", to: "06:30", limit: { A: null, C: 80, Z: null } },
          ],
          exceptions: [
            {
              name: "Works",
              startAt: "2019-03-20T22:00:00.000Z",
              endAt: "2019-03-21T05:00:00.000Z",
              limit: { A: 75, C: null, Z: null },
            },
          ],
          holidays,
        },
        sensors: [
          {
            schedule: {
              default: { A: null, C: 85, Z: null },
              windows: [],
              exceptions: [],
              holidays,
            },
            limitTimeline: [
              {
                startAt: "2019-03-18T00:00:00.000Z",
                endAt: "2019-03-18T07:00:00.000Z",
                limit: 70,
                limitSource: "project_default",
              },
              {
                startAt: "2019-03-18T07:00:00.000Z",
                endAt: "2019-03-18T12:00:00.001Z",
                limit: 55,
                limitSource: "project_holiday",
              },
            ],
          },
        ],
      },
    },
  });
});
