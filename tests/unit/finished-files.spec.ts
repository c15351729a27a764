import { expect, test } from "../support/expect.ts";
import { createFinishedFiles, type SeenFile } from "../../src/ingest/drop-folder/finished-files.ts";

const file = (path: string, changes: Partial<SeenFile> = {}): SeenFile => ({
  path,
  byteLength: 10,
  modifiedAt: 1,
  inode: path,
  ...changes,
});

/** Paths that are complete at each look: its time in seconds, and the files that it finds. */
function looks(...seen: readonly (readonly [at: number, ...files: SeenFile[]])[]) {
  const finished = createFinishedFiles<SeenFile>(5000);
  return seen.map(([at, ...files]) => finished.update(files, at * 1000).map(({ path }) => path));
}

test("a file is complete when its size and time have stood still for the settle time", () => {
  const a = file("a.csv");
  expect(looks([0, a], [4.9, a], [5, a], [6, a])).toEqual([[], [], ["a.csv"], ["a.csv"]]);
});

for (const [what, changes] of [
  ["size", { byteLength: 11 }],
  ["time", { modifiedAt: 2 }],
  ["file", { inode: "another" }],
] as const) {
  test(`another ${what} begins the settle time again`, () => {
    const [a, changed] = [file("a.csv"), file("a.csv", changes)];
    const seen = looks([0, a], [4, changed], [8.9, changed], [9, changed]);
    expect(seen).toEqual([[], [], [], ["a.csv"]]);
  });
}

test("a slow upload is never complete while it grows, however long it takes", () => {
  const growing = Array.from(
    { length: 100 },
    (_, index) => [index * 4, file("a.csv", { byteLength: index })] as const,
  );
  expect(looks(...growing).flat()).toEqual([]);
});

test("a file that was taken away and comes back begins again", () => {
  const a = file("a.csv");
  expect(looks([0, a], [4, file("b.csv")], [6, a], [10, a])).toEqual([[], [], [], []]);
});

test("a file that was seen as .part is complete once it is renamed, and stays so", () => {
  const part = file("a.csv.part", { inode: "1" });
  const whole = file("a.csv", { inode: "1" });
  expect(looks([0, part], [1, whole])).toEqual([[], ["a.csv"]]);
  expect(looks([0, file("upload.PART", { inode: "1" })], [1, whole])).toEqual([[], ["a.csv"]]);
  expect(looks([0, part], [60, part])).toEqual([[], []]);
  // Another file of that name is not the one that was renamed.
  expect(looks([0, part], [1, part, file("a.csv", { inode: "2" })])).toEqual([[], []]);
});

for (const [what, changes] of [
  ["size", { byteLength: 11 }],
  ["time", { modifiedAt: 2 }],
] as const) {
  test(`a file of another ${what} with the inode of a .part that has gone is a new upload`, () => {
    const part = file("a.csv.part", { inode: "1" });
    const upload = file("b.csv", { inode: "1", ...changes });
    expect(looks([0, part], [1, upload], [5.9, upload], [6, upload])).toEqual([
      [],
      [],
      [],
      ["b.csv"],
    ]);
  });
}

test("the oldest file comes first, then the order of names", () => {
  const files = [file("b"), file("a"), file("c", { modifiedAt: 0 })];
  expect(looks([0, ...files], [5, ...files])[1]).toEqual(["c", "a", "b"]);
});

test("a claimed file keeps its turn among files of the same time", () => {
  const [claimed, b] = [file("importing/c.csv"), file("b.csv")];
  expect(looks([0, claimed, b, file("d.csv")], [5, claimed, b, file("d.csv")])[1]).toEqual([
    "b.csv",
    "importing/c.csv",
    "d.csv",
  ]);
  const a = file("importing/a.csv");
  expect(looks([0, b, a], [5, b, a])[1]).toEqual(["importing/a.csv", "b.csv"]);
});
