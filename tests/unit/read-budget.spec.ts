import { expect, test } from "../support/expect.ts";
import { createReadBudget } from "../../src/operations/read-budget.ts";

const tooMuch = expect.objectContaining({
  code: "invalid_request",
  message:
    "A request may search at most 10,000,000 samples for events: request shorter ranges or fewer sensors at once.",
});

test("searches may together look at ten million samples, and not at one more", () => {
  const budget = createReadBudget();
  budget.chargeSearch(9_999_999);
  budget.chargeSearch(1);
  expect(() => budget.chargeSearch(1)).toThrow(tooMuch);
});

test("what a search has taken and not looked at can be taken again", () => {
  const budget = createReadBudget();
  budget.chargeSearch(10_000_000);
  budget.refundSearch(150_000);
  budget.chargeSearch(150_000);
  expect(() => budget.chargeSearch(1)).toThrow(tooMuch);
});
