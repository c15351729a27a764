import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { tableOf } from "../support/table.ts";
import { composeApiKey, parseApiKey, parseKeyId, resemblesApiKey } from "../../src/auth/api-key.ts";

const ascending = (from: number, length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => from + index)).toString("hex");

/** Keys composed by another program from the words of the contract, with its own CRC-32: id | secret | key. */
const known = tableOf(`
  zeros | ${"00".repeat(12)} | ${"00".repeat(32)} | amk0.0000000000000000.000000000000000000000000000000000000000000000B9is
  ones | ${"ff".repeat(12)} | ${"ff".repeat(32)} | amk0.f2SI9UJPXvb7vdJ1.yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp112UMMv
  ascending bytes | ${ascending(0, 12)} | ${ascending(100, 32)} | amk0.0065eoDiDgza8qaZ.No287qEH4uQv9vBo5cxQTXAw02KFtzjuPbCrH1FrBEB3BA1j7
  a checksum that begins with zeros | ${ascending(0, 12)} | ${"00".repeat(30)}02ae | amk0.0065eoDiDgza8qaZ.00000000000000000000000000000000000000000B4000KeW
`);

for (const [title, id = "", secret = "", text = ""] of known) {
  test(`A key of ${title} is ${text}`, () => {
    const key = { id: text.slice(5, 21), text };
    expect(composeApiKey(Buffer.from(id, "hex"), Buffer.from(secret, "hex"))).toEqual(key);
    expect(parseApiKey(text)).toEqual(key);
  });
}

const whole = known[2]?.[3] ?? "";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const keys = fc.tuple(bytes(12), bytes(32)).map(([id, secret]) => composeApiKey(id, secret));

test("Every composed key has the grammar and is parsed back", () => {
  fc.assert(
    fc.property(keys, (key) => {
      assert.match(key.text, /^amk0\.[0-9A-Za-z]{16}\.[0-9A-Za-z]{49}$/);
      assert.deepEqual(parseApiKey(key.text), key);
      assert.equal(parseKeyId(key.id), key.id);
    }),
  );
});

test("The last digits are the CRC-32 of all before them", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  fc.assert(
    fc.property(keys, ({ text }) => {
      assert.equal(numberOfBase62(text.slice(-6)), crc32(text.slice(0, -6)));
    }),
  );
});

test("A key with any one character changed is refused", () => {
  const printable = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
  const letters = fc.constantFrom(
    ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  );
  fc.assert(
    fc.property(
      keys,
      fc.nat({ max: 70 }),
      fc.oneof(printable, letters),
      ({ text }, place, character) => {
        fc.pre(text[place] !== character);
        assert.equal(parseApiKey(text.slice(0, place) + character + text.slice(place + 1)), null);
      },
    ),
    { numRuns: 5000 },
  );
});

test("A key cut short at any place is refused", () => {
  const cuts = Array.from({ length: 71 }, (_, length) => whole.slice(0, length));
  expect(cuts.map(parseApiKey)).toEqual(cuts.map(() => null));
});

const spoilt: readonly (readonly [string, (text: string) => string])[] = [
  ["a character more", (text) => `${text}0`],
  ["a blank before it", (text) => ` ${text}`],
  ["a blank after it", (text) => `${text} `],
  ["a line end after it", (text) => `${text}\n`],
  ["its prefix in capitals", (text) => text.replace("amk0", "AMK0")],
  ["the prefix of another version", (text) => text.replace("amk0", "amk1")],
  ["another separator", (text) => text.replaceAll(".", "_")],
  ["its scheme still before it", (text) => `Bearer ${text}`],
  ["a part missing", (text) => text.replace(/\.[^.]+\./, ".")],
];

for (const [title, spoil] of spoilt) {
  test(`A key with ${title} is refused`, () => {
    expect(parseApiKey(spoil(whole))).toBeNull();
  });
}

test("A key is made of 12 and 32 random bytes and of nothing else", () => {
  for (const lengths of ["11 32", "13 32", "12 31", "12 33", "0 0"]) {
    const [id, secret] = lengths.split(" ").map((length) => new Uint8Array(Number(length)));
    expect(
      () => composeApiKey(id ?? new Uint8Array(), secret ?? new Uint8Array()),
      lengths,
    ).toThrow(RangeError);
  }
});

test("A key id is 16 letters and digits", () => {
  expect(parseKeyId("0065eoDiDgza8qaZ")).toBe("0065eoDiDgza8qaZ");
  const others = ["0065eoDiDgza8qa", "0065eoDiDgza8qaZ0", "0065eoDiDgza8qa-", "0065eoDiDgza8qaZ\n"];
  expect(["", ...others].filter((text) => parseKeyId(text) !== null)).toEqual([]);
});

test("A text that contains a key, whole or cut, is recognised", () => {
  const telling = [whole, whole.slice(0, 9), `Bearer ${whole}`, `?key=${whole}&x=1`];
  expect(telling.map(resemblesApiKey)).toEqual(telling.map(() => true));
  expect(["", "amk0", "dublin.noise", "2019-03-31"].filter(resemblesApiKey)).toEqual([]);
});

/** CRC-32 of IEEE 802.3, bit by bit. */
function crc32(text: string): number {
  let register = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      register = (register >>> 1) ^ (register & 1 ? 0xedb88320 : 0);
    }
  }
  return ~register >>> 0;
}

function numberOfBase62(digits: string): number {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return [...digits].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0);
}
