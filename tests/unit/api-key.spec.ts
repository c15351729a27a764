import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { composeApiKey, parseApiKey, parseKeyId, resemblesApiKey } from "../../src/auth/api-key.ts";

const ascending = (from: number, length: number) => Uint8Array.from({ length }, (_, i) => from + i);

/** Keys composed by another program from the words of the contract, with its own CRC-32. */
const known: readonly (readonly [string, Uint8Array, Uint8Array, string])[] = [
  [
    "zeros",
    new Uint8Array(12),
    new Uint8Array(32),
    "amk0.0000000000000000.000000000000000000000000000000000000000000000B9is",
  ],
  [
    "ones",
    new Uint8Array(12).fill(255),
    new Uint8Array(32).fill(255),
    "amk0.f2SI9UJPXvb7vdJ1.yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp112UMMv",
  ],
  [
    "ascending bytes",
    ascending(0, 12),
    ascending(100, 32),
    "amk0.0065eoDiDgza8qaZ.No287qEH4uQv9vBo5cxQTXAw02KFtzjuPbCrH1FrBEB3BA1j7",
  ],
  [
    "a checksum that begins with zeros",
    ascending(0, 12),
    Uint8Array.from({ length: 32 }, (_, i) => [2, 174][i - 30] ?? 0),
    "amk0.0065eoDiDgza8qaZ.00000000000000000000000000000000000000000B4000KeW",
  ],
];

for (const [title, idBytes, secretBytes, text] of known) {
  test(`A key of ${title} is ${text}`, () => {
    const key = { id: text.slice(5, 21), text };
    expect(composeApiKey(idBytes, secretBytes)).toEqual(key);
    expect(parseApiKey(text)).toEqual(key);
  });
}

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
  const [, , , text] = known[2] ?? [];
  const cuts = Array.from({ length: 71 }, (_, length) => (text ?? "").slice(0, length));
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
    expect(parseApiKey(spoil(known[2]?.[3] ?? ""))).toBeNull();
  });
}

test("A key is made of 12 and 32 random bytes and of nothing else", () => {
  for (const [id, secret] of [
    [11, 32],
    [13, 32],
    [12, 31],
    [12, 33],
    [0, 0],
  ] as const) {
    expect(() => composeApiKey(new Uint8Array(id), new Uint8Array(secret))).toThrow(RangeError);
  }
});

test("A key id is 16 letters and digits", () => {
  expect(parseKeyId("0065eoDiDgza8qaZ")).toBe("0065eoDiDgza8qaZ");
  const others = [
    "",
    "0065eoDiDgza8qa",
    "0065eoDiDgza8qaZ0",
    "0065eoDiDgza8qa-",
    "0065eoDiDgza8qaZ\n",
  ];
  expect(others.map(parseKeyId)).toEqual(others.map(() => null));
});

test("A text that contains a key, whole or cut, is recognised", () => {
  const text = known[2]?.[3] ?? "";
  const telling = [text, text.slice(0, 9), `Bearer ${text}`, `?key=${text}&x=1`];
  expect(telling.map(resemblesApiKey)).toEqual(telling.map(() => true));
  expect(["", "amk0", "dublin.noise", "2019-03-31"].map(resemblesApiKey)).toEqual([
    false,
    false,
    false,
    false,
  ]);
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
