import assert from "node:assert/strict";
import fc from "fast-check";
import { guardFormula, unguardFormula } from "../../src/system/formulas.ts";
import { expect, test } from "../support/test.ts";

test("an export guards a text that a spreadsheet would read as a formula, and no other", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@a"]) {
    expect(guardFormula(text)).toBe(`'${text}`);
  }
  for (const text of ["", "rain", "a=1", "'", "'rain"]) expect(guardFormula(text)).toBe(text);
});

test("every text comes back from its cell, and a text that was typed stays", () => {
  const texts = fc.string({ unit: fc.constantFrom("'", "=", "-", "\t", "a") });
  fc.assert(fc.property(texts, (text) => assert.equal(unguardFormula(guardFormula(text)), text)));
  for (const text of ["=1", "'rain", "rain"]) expect(unguardFormula(text)).toBe(text);
});
