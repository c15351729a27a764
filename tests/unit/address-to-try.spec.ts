import { expect, test } from "../support/expect.ts";
import { addressToTry } from "../../src/demo/address-to-try.ts";

for (const [host, port, address] of [
  ["127.0.0.1", 8080, "http://127.0.0.1:8080"],
  ["0.0.0.0", 8080, "http://127.0.0.1:8080"],
  ["0", 80, "http://127.0.0.1:80"],
  ["::", 8080, "http://[::1]:8080"],
  ["0:0:0:0:0:0:0:0", 8080, "http://[::1]:8080"],
  ["::1", 8080, "http://[::1]:8080"],
  ["fe80::1", 8080, "http://[fe80::1]:8080"],
  ["gateway.local", 8080, "http://gateway.local:8080"],
] as const) {
  test(`a listener on ${host} is tried at ${address}`, () => {
    expect(addressToTry(host, port)).toBe(address);
  });
}
