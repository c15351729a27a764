import { test } from "playwright/test";
import { expect } from "../support/expect.ts";
import { createProgress } from "../../src/cli/text/progress.ts";

function record(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { written, clock, progress: createProgress({ isTTY, write }, () => clock.now) };
}

test("on a terminal a bar is redrawn in place and removed", () => {
  const { written, clock, progress } = record(true);
  progress.clear();
  clock.now = 99;
  progress.show(0.2, "too early");
  clock.now = 100;
  progress.show(0.5, "a.csv");
  clock.now = 200;
  progress.show(1, "a.csv");
  progress.clear();
  progress.clear();
  expect(written).toEqual([
    "\r\u001b[2K[###############...............]  50 % a.csv",
    "\r\u001b[2K[##############################] 100 % a.csv",
    "\r\u001b[2K",
  ]);
});

test("a bar fits in one row of the terminal", () => {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  const clock = { now: 0 };
  const progress = createProgress({ isTTY: true, columns: 50, write }, () => clock.now);
  clock.now = 100;
  progress.show(0.5, "a-file-with-a-long-name.csv");
  expect(written).toEqual(["\r\u001b[2K[###############...............]  50 % a-file-wit"]);
});

test("without a terminal a line is written every two seconds", () => {
  const { written, clock, progress } = record(false);
  for (clock.now = 0; clock.now <= 4500; clock.now += 500) {
    progress.show(clock.now / 5000, "a.csv");
  }
  progress.clear();
  expect(written).toEqual(["40 % a.csv\n", "80 % a.csv\n"]);
});
