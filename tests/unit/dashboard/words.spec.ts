import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

const table = (name: string) =>
  JSON.parse(readFileSync(`src/dashboard/browser/words/${name}.json`, "utf8")) as Record<
    string,
    string
  >;

test("each language of the report has the words and values of the English one", () => {
  const valuesOf = (words: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(words).map(([name, text]) => [name, text.match(/\{\w+\}/g)?.toSorted() ?? []]),
    );
  const english = valuesOf({ ...table("page"), ...table("en") });
  for (const language of ["de", "fr", "es"]) {
    const words = table(language);
    expect(valuesOf(words)).toEqual(english);
    for (const [name, count] of [
      ["weekdays.short", 7],
      ["months.short", 12],
      ["months", 12],
    ] as const) {
      expect(words[name]?.split(" ")).toHaveLength(count);
    }
  }
});

test("French has no plain space before a colon or the like", () => {
  expect(Object.entries(table("fr")).filter(([, text]) => / [:;!?»]/.test(text))).toEqual([]);
});

test("a list of what counts nowhere repeats its ni, and a length belongs to a noun", () => {
  expect(table("fr")["method.validOnly"]).toMatch(/ni .*, ni .*, ni .*, ni [^,]*\.$/);
  expect(table("es")["method.validOnly"]).toMatch(/ni .*, ni .*, ni .*, ni [^,]*\.$/);
  expect(table("fr")["criterion.block"]).toBe("{level} de chaque période de {length}");
  expect(table("es")["state.exceeded"]).toBe("fuera del límite");
});

test("one has its own form, and the state of a window the same for each count", () => {
  const endings = ["de", "es", "fr"].map((language) => {
    const words = table(language);
    return [words["gaps.line.one"], words["gaps.line.many"]].map((text) => text?.split(", ")[1]);
  });
  expect(endings).toEqual([
    ["{count} fehlt", "{count} fehlen"],
    ["falta {count}", "faltan {count}"],
    ["{count} manquante", "{count} manquantes"],
  ]);
  const inflected =
    /^(?:läuft|noch im Gang|indécis|dépassé|respecté|coupé|superado|cumplido|cortado)(?: |$)/;
  const states = ["de", "es", "fr"].flatMap((language) => Object.entries(table(language)));
  expect(
    states.filter(([name, text]) => name.startsWith("state.") && inflected.test(text)),
  ).toEqual([]);
});
