import { expect, test } from "../support/expect.ts";
import {
  dateFormatHelp,
  isoFormat,
  parseDateFormat,
} from "../../src/acoustics/time/date-format.ts";

const cases: readonly [format: string | null, text: string, meant: string | null][] = [
  [null, "2026-03-29T10:00:00", "2026-03-29T10:00:00.000"],
  [null, "2026-03-29 10:00:00", "2026-03-29T10:00:00.000"],
  [null, "2026-03-29 10:00", "2026-03-29T10:00:00.000"],
  [null, "2026-03-29 10:00:00.25+02:00", "2026-03-29T08:00:00.250Z"],
  [null, "2026-03-29  10:00", "2026-03-29T10:00:00.000"],
  [null, "2026-03-29 ", null],
  [null, " 2026-03-29 10:00", null],
  ["DD/MM/YYYY HH:mm", "02/03/2019T04:05", "2019-03-02T04:05:00.000"],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019 04:05", "2019-03-02T04:05:00.000"],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019 04:05:06", "2019-03-02T04:05:06.000"],
  ["DD/MM/YYYY HH:mm[:ss]", "2/3/2019 4:05:06", "2019-03-02T04:05:06.000"],
  ["DD/MM/YYYY HH:mm[:ss]", "13/25/2019 04:05", null],
  ["DD/MM/YYYY HH:mm[:ss]", "31/02/2019 04:05", null],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019 24:00", "2019-03-03T00:00:00.000"],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019 24:00:00", "2019-03-03T00:00:00.000"],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019 24:00:01", null],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019 24:01", null],
  [null, "2026-03-29T24:00Z", "2026-03-30T00:00:00.000Z"],
  [null, "2026-12-31 24:00:00", "2027-01-01T00:00:00.000"],
  [null, "2026-03-29T25:00Z", null],
  [null, "2026-02-29 10:00:00", null],
  [null, "2024-02-29 10:00:00", "2024-02-29T10:00:00.000"],
  [null, "2026-13-29 10:00:00", null],
  [null, "2026-03-29 10:0a:00", null],
  ["MM/DD/YYYY h:mm:ss A", "3/17/2026 12:00:00 AM", "2026-03-17T00:00:00.000"],
  ["MM/DD/YYYY h:mm:ss A", "3/17/2026 12:00:00 PM", "2026-03-17T12:00:00.000"],
  ["MM/DD/YYYY h:mm:ss A", "3/17/2026 1:00:00 pm", "2026-03-17T13:00:00.000"],
  ["MM/DD/YYYY h:mm:ss A", "3/17/2026 13:00:00 PM", null],
  ["MM/DD/YYYY h:mm:ss A", "3/17/2026 0:30:00 AM", null],
  ["DD.MM.YYYY h:mm A", "17.3.2026  11:55 AM", "2026-03-17T11:55:00.000"],
  ["DD/MM/YYYY h:mm:ss A", "17/3/2026 1:00:00 p. m.", "2026-03-17T13:00:00.000"],
  ["DD/MM/YYYY h:mm:ss A", "17/3/2026 1:00:00 p.\u00c2\u00a0m.", "2026-03-17T13:00:00.000"],
  ["DD/MM/YYYY h:mm:ss A", "17/3/2026 1:00:00 p.\u00a0m.", "2026-03-17T13:00:00.000"],
  ["MM/DD/YYYY h:mm:ss A", "3/17/2026, 1:00:00\u00e2\u0080\u00afPM", "2026-03-17T13:00:00.000"],
  ["DD/MM/YYYY HH:mm", "17/03/2026,10:00", null],
  ["unix", "1773741600", "2026-03-17T10:00:00.000Z"],
  ["unix", "1773741600.5", "2026-03-17T10:00:00.500Z"],
  ["unix", "1773741600,25", "2026-03-17T10:00:00.250Z"],
  ["unix-ms", "1773741600123", "2026-03-17T10:00:00.123Z"],
  ["unix-ms", "1773741600123.9", "2026-03-17T10:00:00.123Z"],
  ["unix", "1.77E9", null],
  ["unix", "1773741600123", null],
  ["unix-ms", "1773741600", null],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/2019", null],
  ["DD/MM/YYYY HH:mm[:ss]", "02.03.2019 04:05", null],
  ["DD/MM/YYYY HH:mm[:ss]", "02/03/19 04:05", null],
  ["DD/MM/YYYY HH:mm[:ss]", "2019-03-02T04:05:00Z", null],
  ["MM/DD/YYYY HH:mm", "02/03/2019 04:05", "2019-02-03T04:05:00.000"],
  ["MM/DD/YYYY HH:mm", "02/03/2019 04:05:06", null],
  ["YYYY/MM/DD HH:mm:ss", "2019/03/02 04:05:06.9999", "2019-03-02T04:05:06.999"],
  ["YYYY/MM/DD HH:mm:ss", "2019/03/02 04:05:06,5", "2019-03-02T04:05:06.500"],
  ["YYYY/MM/DD HH:mm:ss", "2019/03/02 04:05", null],
  ["YYYY-MM-DD HH:mm:ss", "2019-03-02 04:05:06", "2019-03-02T04:05:06.000"],
  ["DD.MM.YYYY HH:mm:ss", "02.03.2019 04:05:06", "2019-03-02T04:05:06.000"],
  ["DD/MM/YYYY HH:mm", "02/03/2019 04:05Z", "2019-03-02T04:05:00.000Z"],
  ["DD/MM/YYYY HH:mm", "02/03/2019 04:05 +01:00", "2019-03-02T03:05:00.000Z"],
];

for (const [format, text, meant] of cases) {
  test(`${text} in the form ${format ?? "of ISO 8601"} is ${meant ?? "no time"}`, () => {
    const time = (format === null ? isoFormat : parseDateFormat(format))?.parse(text) ?? null;
    const shown =
      time === null
        ? null
        : new Date(time.milliseconds).toISOString().slice(0, 23) + (time.hasOffset ? "Z" : "");
    expect(shown).toBe(meant);
  });
}

test("a refusal names each order of the date that is read", () => {
  const orders = ["DD/MM/YYYY", "MM/DD/YYYY", "YYYY/MM/DD", "YYYY/DD/MM"];
  for (const order of orders) expect(parseDateFormat(`${order} HH:mm`)).not.toBeNull();
  expect(orders.filter((order) => !dateFormatHelp.includes(order))).toEqual([]);
});

test("a form has a day, a month and a year, one mark between them, and a clock", () => {
  const forms = ["DD/DD/YYYY HH:mm", "DD/MM-YYYY HH:mm", "DD/MM/YYYY", "HH:mm", "DD/MM/YY HH:mm"];
  forms.push("DD/MM/YYYY hh:mm", "", "DD/MM/YYYY HH:mm:ss ", "MM/MM/YYYY HH:mm");
  expect(forms.filter((text) => parseDateFormat(text) !== null)).toEqual([]);
});
