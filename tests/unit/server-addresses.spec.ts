import { expect, test } from "../support/expect.ts";
import {
  nameOfDatabase,
  nameOfHost,
  parseServerAddresses,
} from "../../src/system/server-addresses.ts";

const parsed: Readonly<Record<string, ReturnType<typeof parseServerAddresses>>> = {
  "postgres://db/x": {
    hosts: [{ host: "db", port: 5432, url: "postgres://db/x" }],
    sessionKind: null,
    options: [],
  },
  "postgres:///x": {
    hosts: [{ host: "localhost", port: 5432, url: "postgres:///x" }],
    sessionKind: null,
    options: [],
  },
  "postgresql://u:p%40,s@a:5433,b,[::1]:5434/n?sslmode=require&target_session_attrs=primary": {
    hosts: [
      { host: "a", port: 5433, url: "postgresql://u:p%40,s@a:5433/n?sslmode=require" },
      { host: "b", port: 5432, url: "postgresql://u:p%40,s@b/n?sslmode=require" },
      { host: "::1", port: 5434, url: "postgresql://u:p%40,s@[::1]:5434/n?sslmode=require" },
    ],
    sessionKind: "primary",
    options: [
      ["sslmode", "require"],
      ["target_session_attrs", "primary"],
    ],
  },
  "postgres://u:a@b@c/x?target_session_attrs=standby": {
    hosts: [{ host: "c", port: 5432, url: "postgres://u:a%40b@c/x" }],
    sessionKind: "standby",
    options: [["target_session_attrs", "standby"]],
  },
};

for (const [text, addresses] of Object.entries(parsed)) {
  test(`${text} is read host by host`, () => {
    expect(parseServerAddresses(text)).toEqual(addresses);
  });
}

/** An address a line. */
const broken = `
mysql://db/x
postgres:db
postgres://a,,b/x
postgres://a,/x
postgres://,b/x
postgres://a:5432:1,b/x
postgres://a:70000,b/x
postgres://a,b:port/x
postgres://a, b/x
postgres://%2Frun%2Fpostgresql/x`;
for (const text of broken.split("\n")) {
  test(`${JSON.stringify(text)} is no address of servers`, () => {
    expect(parseServerAddresses(text)).toBeNull();
  });
}

test("A host is named with its port, one of IPv6 in brackets", () => {
  expect([nameOfHost({ host: "a", port: 1 }), nameOfHost({ host: "::1", port: 2 })]).toEqual([
    "a:1",
    "[::1]:2",
  ]);
});

for (const [text, name] of [
  ["postgres://u:p%40ss@db:5433/x?sslmode=require", "u@db:5433/x"],
  ["postgres://u:p@ss@a,[::1]:5434/x", "u@a:5432,[::1]:5434/x"],
  ["postgres://db", "db:5432"],
] as const) {
  test(`${text} is named ${name}, without its password and options`, () => {
    expect(nameOfDatabase(text)).toBe(name);
  });
}
