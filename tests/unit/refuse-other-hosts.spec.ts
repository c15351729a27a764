import { hostNamesOf, isKnownHost } from "../../src/http/requests/refuse-other-hosts.ts";
import { expect, test } from "../support/test.ts";

test("only a loopback address without names, and any address with names, restricts its host", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) {
    expect([...(hostNamesOf({ host, names: [] }) ?? [])], host).toEqual(["localhost"]);
  }
  for (const host of ["0.0.0.0", "::", "10.0.0.5", "gateway.example"]) {
    expect(hostNamesOf({ host, names: [] }), host).toBeNull();
  }
  const named = hostNamesOf({ host: "0.0.0.0", names: ["Noise.example"] });
  expect([...(named ?? [])]).toEqual(["localhost", "noise.example"]);
});

const names = new Set(["localhost", "noise.example"]);

const known =
  "127.0.0.1 127.0.0.1:8081 10.1.2.3 [::1] [::1]:8081 localhost:8081 LOCALHOST noise.example Noise.Example:80 noise.example.:443";
for (const field of known.split(" ")) {
  test(`the host ${field} is known`, () => {
    expect(isKnownHost(field, names)).toBe(true);
  });
}

for (const field of ["evil.example", "localhost.evil.example:8081", "127.0.0.1.evil.example", ""]) {
  test(`the host "${field}" is not known`, () => {
    expect(isKnownHost(field, names)).toBe(false);
  });
}
