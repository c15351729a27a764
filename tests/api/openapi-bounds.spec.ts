import { createSchema } from "../../src/graphql/schema.ts";
import { composeDocument } from "../../src/rest/openapi/compose-document.ts";
import type { JsonSchema } from "../../src/rest/openapi/json-schema.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { expect, test } from "../support/test.ts";

const document = composeDocument(routes, createSchema());

/** Texts for people, names that others choose, and lists that only the database bounds. */
const unbounded = ["timezone", "type", "title", "detail", "code", "errors"];

test("every text and every list of an answer has its bound, where the server has one", () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const { properties = {} } = schema as { properties?: Record<string, JsonSchema> };
    for (const [member, { type, maxLength, maxItems, const: only }] of Object.entries(properties)) {
      const types = [type].flat();
      if (!types.includes("string") && !types.includes("array")) continue;
      const isBounded = [maxLength, maxItems, only].some((bound) => bound !== undefined);
      expect(isBounded, `${name}.${member}`).toBe(
        only !== undefined || !unbounded.includes(member),
      );
    }
  }
});

test("the longest text of a pattern has the documented length", () => {
  const longest: [text: string, schema: JsonSchema][] = [];
  const inPlace = (of: string) =>
    Object.values(document.paths).flatMap(({ get }) =>
      get.parameters.filter(({ name }) => name === of).map(({ schema }) => schema),
    );
  const id = "a".repeat(64);
  const lease = "0b9ff6a2-6f4e-4d0f-9b52-3f1f4f6c2d11";
  for (const schema of inPlace("projectId")) longest.push([id, schema]);
  for (const schema of inPlace("leaseId")) longest.push([lease, schema]);
  for (const schema of inPlace("recordingId")) longest.push([`${id}.${"9".repeat(12)}`, schema]);
  for (const schema of inPlace("startAt")) {
    longest.push(["2026-03-17T10:00:00.123456789+01:00", schema]);
  }
  const { properties } = document.components.schemas["Sample"] as {
    properties: Record<string, JsonSchema>;
  };
  longest.push([`${id}.${"9".repeat(12)}`, properties["id"] ?? {}]);
  longest.push([`/api/v0/audio/${lease}/${id}.${"9".repeat(12)}`, properties["audioUrl"] ?? {}]);
  longest.push(["2026-03-17T10:00:00.123Z", properties["datetime"] ?? {}]);
  for (const [text, { pattern, maxLength }] of longest) {
    expect(text).toMatch(new RegExp(String(pattern)));
    expect(text).toHaveLength(Number(maxLength));
  }
});

test("ids and addresses of recordings have the patterns of the contract", () => {
  const patternOf = (schema: string, member: string) => {
    const { properties } = document.components.schemas[schema] as {
      properties: Record<string, { pattern: string }>;
    };
    return new RegExp(properties[member]?.pattern ?? "^$");
  };
  for (const [schema, member] of [
    ["Project", "id"],
    ["Sensor", "id"],
    ["SensorFeature", "id"],
    ["EmbeddedMap", "projectId"],
    ["SoundEvent", "sensorId"],
  ] as const) {
    expect("a-1_B").toMatch(patternOf(schema, member));
    for (const none of ["-a", "", "a.1", "x".repeat(65)]) {
      expect(none).not.toMatch(patternOf(schema, member));
    }
  }
  for (const schema of ["Sample", "SoundEvent"]) {
    expect("a-1_B.1552176000").toMatch(patternOf(schema, "id"));
    for (const none of ["a", "a.0", "a.01", "-a.1", "a.b.1", "a.-1", `${"x".repeat(65)}.1`]) {
      expect(none).not.toMatch(patternOf(schema, "id"));
    }
    const path = "/api/v0/audio/0b9ff6a2-6f4e-4d0f-9b52-3f1f4f6c2d11/a.1552176000";
    expect(path).toMatch(patternOf(schema, "audioUrl"));
    for (const none of [path.slice(1), `${path}x`, path.toUpperCase(), `http://a${path}`]) {
      expect(none).not.toMatch(patternOf(schema, "audioUrl"));
    }
  }
});
