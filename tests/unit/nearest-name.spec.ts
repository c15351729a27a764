import { expect, test } from "../support/expect.ts";
import { misspelledNames } from "../../src/config.ts";

for (const [name, meant] of [
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATABASEURL", "DATABASE_URL"],
  ["database_url", "DATABASE_URL"],
  ["DATADIR", "DATA_DIR"],
  ["DATA_DIRS", "DATA_DIR"],
  ["AUDIO_STOR", "AUDIO_STORE"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["INTERNAL_PROT", "INTERNAL_PORT"],
] as const) {
  test(`${name} is nearly ${meant}`, () => {
    expect(misspelledNames({ [name]: "x" })).toEqual([
      `${name} is no variable of acoustic: is ${meant} meant?`,
    ]);
  });
}

test("the common variables of an environment, and neighbours of short names, are near to none", () => {
  const names =
    "PATH HOME HOSTNAME HOSTTYPE PORTAL POST PORTS GHOST HOSTS SHELL USER LANG TERM PWD EDITOR DATA DATE META_DIR DATABASE " +
    "TEST_DATABASE_URL EXTERNAL_PORT EXTERNAL_HOST LOGNAME LOG_FILE AWS_PROFILE AWS_ACCESS_KEY NODE_ENV INVOCATION_ID PGHOST " +
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_TIMEOUT OTEL_TRACES_EXPORTER OTEL_SDK_DISABLED OTEL_LOG_LEVEL " +
    "PGDATABASE DATABASE_USER DATABASE_NAME DATABASE_HOST JOURNAL_STREAM STATE_DIRECTORY port host";
  const environment = Object.fromEntries(names.split(" ").map((name) => [name, "x"]));
  expect(misspelledNames(environment)).toEqual([]);
});

test("a near name is passed over where it is empty, or where the known one is set as well", () => {
  expect(misspelledNames({ DATADIR: "" })).toEqual([]);
  expect(misspelledNames({ DATADIR: "/a", DATA_DIR: "/b" })).toEqual([]);
});
