import { expect, test } from "../../support/expect.ts";
import { hourLine } from "../../../src/dashboard/browser/plots/level-data.ts";
import { namesOf } from "../../../src/dashboard/browser/plots/level-names.tsx";
import { shownIn } from "../../../src/dashboard/browser/plots/level-picture.ts";
import { frameOf } from "../../../src/dashboard/browser/plots/level-shapes.ts";
import { rangeOfDays } from "../../../src/dashboard/browser/time/range.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";

// Two days of 100 pixels each, with a pixel a decibel.
const zone = zoneOf("Europe/Dublin");
const range = rangeOfDays(17_966, 17_967, zone);
const noon = range.first + 86_400;
const edges = { left: 0, right: 200, top: 0, bottom: 100 };
const frame = frameOf(edges, range, { low: 0, high: 100 }, 1);
const room = { left: 0, right: 0, top: 0, bottom: 0 };
const look = { room, widthOf: (text: string) => 6 * text.length };

test("the name of a limit stands above its line, and below it where levels are above its ends and its middle", () => {
  const ends = [noon + 7200, range.last - 7200];
  const namesWith = (above: readonly number[]) => {
    const picture = shownIn({
      data: hourLine([range.first + 7200, ...above].map((second) => [second, 55])),
      range,
      zone,
      unit: "dB(A)",
      limits: [
        { first: range.first, end: noon, limit: 50, label: "50" },
        { first: noon, end: range.last + 1, limit: 40, label: "40" },
      ],
    });
    return namesOf(picture, frame, look);
  };
  // The first one goes to the end of its line, where no level is above it.
  expect(namesWith([...ends, noon + 43_200])).toEqual([
    { text: "50", x: 85, y: 45 },
    { text: "40", x: 103, y: 72 },
  ]);
  expect(namesWith(ends)[1]).toEqual({ text: "40", x: 144, y: 55 });
});

test("on paper, the name of a holiday that does not fit is left out", () => {
  const names = ["Easter", "A long name of a holiday"];
  const picture = shownIn({
    data: hourLine([]),
    range,
    zone,
    unit: "dB(A)",
    limits: [],
    holidays: [range.from, range.to].map((date, index) => ({ date, name: names[index] ?? "" })),
  });
  const textsOf = (namesWhole: boolean) =>
    namesOf(picture, frame, { ...look, namesWhole }).map(({ text }) => text);
  expect(textsOf(false)).toEqual(["Easter", "A long name of…"]);
  expect(textsOf(true)).toEqual(["Easter"]);
});
