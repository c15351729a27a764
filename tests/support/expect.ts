import { expect as compare } from "expect";
import { expect as recorded } from "playwright/test";

/**
 * The runner's `expect` records a step with a stack for each call: a fifth of the processor time of `npm test`.
 * This one has the same comparisons without steps. With a message, and to poll, it is the runner's own.
 */
function expectWithoutStep<T>(actual: T): ReturnType<typeof compare<T>>;
function expectWithoutStep<T>(actual: T, message: string): ReturnType<typeof recorded<T>>;
function expectWithoutStep<T>(actual: T, message?: string): unknown {
  return message === undefined ? compare(actual) : recorded(actual, message);
}

export const expect = Object.assign(expectWithoutStep, compare, { poll: recorded.poll });

export { test } from "playwright/test";
