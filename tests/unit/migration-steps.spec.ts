import { test } from "playwright/test";
import { expect } from "../support/expect.ts";
import { changedTables } from "../../src/database/client/migration-steps.ts";

test("tables are locked in one order, also those that are only referred to", () => {
  const migration = (...sql: string[]) => ({ sql, bps: true, folderMillis: 0, hash: "" });
  expect(
    changedTables([
      migration('CREATE INDEX "a" ON "samples" USING btree ("datetime");'),
      migration('ALTER TABLE "sensor_latest" ADD FOREIGN KEY ("a") REFERENCES "public"."api_keys"'),
      migration('drop table "unknown"', 'alter table "sensors" drop column "x"'),
    ]),
  ).toEqual(["sensors", "api_keys", "samples", "sensor_latest", "unknown"]);
});
