import { addRecording } from "../support/recordings.ts";
import { expect, test } from "../support/test.ts";

const seconds = [1_552_176_000, 1_552_176_300];

test("one document reads several leased recordings, and each error is at its own field", async ({
  tenantOf,
  graphql,
  database,
  audioStore,
}) => {
  const { key, projectId, sensorIds, ...tenant } = await tenantOf();
  const [sensorId = ""] = sensorIds;
  await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 61 })));
  for (const second of seconds) {
    await addRecording({ db: database.db, store: audioStore }, sensorId, second);
  }
  const page = await graphql(
    `{ measurements(projectId: "${projectId}", sensorId: "${sensorId}", startAt: "2019-03-10", endAt: "2019-03-11", withAudio: true) { data { audioUrl } } }`,
    { key },
  );
  const { data } = (await page.json()) as {
    data: { measurements: { data: readonly { readonly audioUrl: string }[] } };
  };
  const [first, last] = data.measurements.data.map(({ audioUrl }) => {
    const [id, leaseId] = audioUrl.split("/").toReversed();
    return `recording(leaseId: "${leaseId}", id: "${id}") { sensorId datetime byteLength }`;
  });
  const absent = `recording(leaseId: "absent", id: "${sensorId}.1") { sensorId }`;
  const response = await graphql(`{ a: ${first} b: ${last} c: ${absent} }`, { key });
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({
    data: {
      a: { sensorId, datetime: "2019-03-10T00:00:00.000Z", byteLength: 5000 },
      b: { sensorId, datetime: "2019-03-10T00:05:00.000Z", byteLength: 5000 },
      c: null,
    },
    errors: [{ path: ["c"], extensions: { code: "NOT_FOUND" } }],
  });
});

test("audioUrl and audioExpiresAt are null without withAudio", async ({
  tenantOf,
  graphql,
  database,
  audioStore,
}) => {
  const { key, projectId, sensorIds, ...tenant } = await tenantOf();
  const [sensorId = ""] = sensorIds;
  await tenant.addSamples([{ second: seconds[0] ?? 0, LAeq: 61 }]);
  await addRecording({ db: database.db, store: audioStore }, sensorId, seconds[0] ?? 0);
  const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;
  const audio = "data { audioUrl audioExpiresAt }";
  const response = await graphql(
    `{ sensor(projectId: "${projectId}", id: "${sensorId}") { measurements(${range}) { ${audio} } events(${range}) { ${audio} } } }`,
    { key },
  );
  const without = { data: [{ audioUrl: null, audioExpiresAt: null }] };
  expect(await response.json()).toEqual({
    data: { sensor: { measurements: without, events: without } },
  });
});

test("the schema says nothing of where a recording is stored", async ({ tenantOf, graphql }) => {
  const { key } = await tenantOf();
  const response = await graphql(
    `
      {
        __type(name: "Recording") {
          fields {
            name
          }
        }
      }
    `,
    { key },
  );
  expect(await response.json()).toEqual({
    data: { __type: { fields: ["sensorId", "datetime", "byteLength"].map((name) => ({ name })) } },
  });
});
