import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../support/expect.ts";
import { definedStatements } from "../../src/database/client/statement.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { tableOf } from "../support/table.ts";
import { commandIssues, statementIssues } from "../support/statement-rules.ts";

/** Statements with their values, which have these issues. */
for (const [title, text = "", values = "", issues = ""] of tableOf(`
  one sensor is named | select from "samples" where "samples"."sensor_no" = $1::integer | [7] | []
  each table of telemetry is of that sensor | select from "audio_leases" lease left join "recordings" recording on recording.sensor_no = $1::integer where lease.sensor_no = $2::integer | [7, 7] | []
  what is inserted names its sensor itself | insert into "audio_leases" (sensor_no) select $1::integer from "recordings" where sensor_no = $2 | [7, 7] | []
  no telemetry is named | select from "sensors" where sensor_no = any ($1::integer[]) | ["{1}"] | []
  a list of sensors is no number | select from "samples" where "samples"."sensor_no" = any ($1::integer[]) | ["{1}"] | ["1 tables of telemetry, but 0 numbers of a sensor"]
  a grant is no condition on telemetry | select from "samples" where exists (select from "api_key_sensors" granted where granted.key_id = $1 and granted.sensor_no = $2::integer) | ["k", 7] | ["1 tables of telemetry, but 0 numbers of a sensor"]
  a row of sensors is no telemetry | select from "samples" join "sensors" using (sensor_no) where "sensors"."sensor_no" = $1::integer | [7] | ["1 tables of telemetry, but 0 numbers of a sensor"]
  a table of telemetry is joined with another one of any sensor | select from "audio_leases" lease join "recordings" recording using (sensor_no) where lease.sensor_no = $1::integer | [7] | ["2 tables of telemetry, but 1 numbers of a sensor"]
  two sensors are joined | select from "samples" a, "samples" b where a.sensor_no = $1 and b.sensor_no = $2 | [7, 8] | ["different sensors: 7, 8"]
  a list is read with LATERAL | select from unnest($1) no cross join lateral (select from "samples" where sensor_no = no limit 1) s | ["{7}"] | ["1 tables of telemetry, but 0 numbers of a sensor", "LATERAL"]
  rows are locked | select from "recordings" where sensor_no = $1 for no key update | [7] | ["row locks"]
`)) {
  test(`the rules of statements detect whether ${title}`, () => {
    expect(statementIssues(text, JSON.parse(values) as unknown[])).toEqual(JSON.parse(issues));
  });
}

for (const [title, text = "", issues = ""] of tableOf(`
  a sub-select without columns | select exists (select from "samples") as value | ["exists (select from …)"]
  one with a column | select exists (select 1 from "samples") as value | []
  LATERAL over the samples of each sensor | select * from sensors cross join lateral (select datetime from samples where sensor_no = sensors.sensor_no limit 1) newest | ["LATERAL"]
  LATERAL over one sensor | select * from models cross join lateral (select label from "classifications" where sensor_no = $1 and model_no = models.model_no) found | []
  rows of a sub-select as JSON | select row_to_json(stored)::text as line from (select "datetime" from "samples") stored | ["no names of columns"]
  rows of the table as JSON | select row_to_json(stored)::text as line from "samples" stored | []
  a lock of the rows of sensors | select from "sensors" where sensor_no = any ($1::integer[]) for key share | ["a lock of all rows"]
  a change under a condition with the clock | update api_keys set last_used_at = used.at from used where last_used_at > clock_timestamp() + interval '1 minute' | ["a volatile condition of a change"]
  a change under a condition with the time of the statement | update api_keys set last_used_at = now() where last_used_at > statement_timestamp() | []
`)) {
  test(`a statement of a command on Citus: ${title}`, () => {
    expect(commandIssues(text)).toEqual(JSON.parse(issues));
  });
}

test("each named statement about telemetry names one sensor in each of its tables", async () => {
  const folder = packageFile("src/database/queries");
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".ts"))) await import(join(folder, file));
  const statements = definedStatements();
  expect(statements.length).toBeGreaterThan(50);
  const issues = statements.flatMap(({ name, text, values }) =>
    [...statementIssues(text, values), ...commandIssues(text)].map((issue) => [name, issue]),
  );
  // The command `status` reads the recordings of all sensors.
  const ofStatus = ["select-recording-figures", "1 tables of telemetry, but 0 numbers of a sensor"];
  expect(issues).toEqual([ofStatus]);
});
