/* Archives in the form that `backup` writes, with other content. */

import type { Hostile } from "./hostile-forms.ts";
import {
  entry,
  escapes,
  manifest,
  manifestOf,
  object,
  projectRows,
  recordingRows,
  rest,
  sensorRows,
  tarOf,
  wholeRows,
} from "../support/archives.ts";

/** Entries with their own manifest. */
const withManifest = (changes: Readonly<Record<string, unknown>>) =>
  tarOf([manifestOf(wholeRows, changes), ...rest]);

/** The whole backup with other lines of its projects. */
const withProjects = (lines: string) =>
  tarOf([manifest, object, entry(projectRows.name, lines), sensorRows, recordingRows]);

const columns = Object.keys(wholeRows.projects[0]);
const tables = (changes: Readonly<Record<string, unknown>>) => [
  { name: "projects", columns, rows: 1, ...changes },
];

export const hostileContents: readonly Hostile[] = [
  ["no manifest", () => tarOf(rest), "it has no header"],
  ["two manifests", () => tarOf([manifest, manifest, ...rest]), "unexpected part"],
  ["an object twice", () => tarOf([manifest, object, ...rest]), "unexpected part"],
  [
    "objects out of order",
    () => tarOf([manifest, entry("recordings/bbbbbbbb", ""), ...rest]),
    "unexpected part",
  ],
  [
    "an object after the rows",
    () => tarOf([manifest, ...rest.slice(1), object]),
    "unexpected part",
  ],
  [
    "an object more than rows",
    () => tarOf([manifest, object, entry("recordings/bbbbbbbb", ""), ...rest.slice(1)]),
    "more recordings",
  ],
  [
    "an object of a backup without recordings",
    () => withManifest({ recordings: false }),
    "unexpected part",
  ],
  [
    "rows out of order",
    () => tarOf([manifest, object, sensorRows, projectRows, recordingRows]),
    "unexpected part",
  ],
  [
    "rows twice",
    () => tarOf([manifest, object, projectRows, projectRows, sensorRows, recordingRows]),
    "unexpected part",
  ],
  [
    "rows of a part that is missing",
    () => tarOf([manifest, object, entry("tables/projects/000002.ndjson", projectRows.content)]),
    "unexpected part",
  ],
  [
    "fewer rows than its header says",
    () => tarOf([manifest, object, projectRows, sensorRows]),
    "recordings has not as many rows",
  ],
  [
    "a name that leads away",
    () => tarOf([manifest, entry("recordings/../../etc/cron.d/x", "")]),
    "unexpected part",
  ],
  [
    "a name that a terminal obeys",
    () => tarOf([manifest, entry(`recordings/${escapes}`, "")]),
    "\\u001b]0;owned\\u0007",
  ],
  ["a release that a terminal obeys", () => withManifest({ release: escapes }), "of no backup"],
  [
    "a table that a terminal obeys",
    () => withManifest({ tables: tables({ name: escapes }) }),
    "of no backup",
  ],
  ["a later format", () => withManifest({ format: "acoustic-backup-2" }), "of no backup"],
  [
    "a later migration",
    () => withManifest({ migration: Date.parse("2100-01-01") }),
    "newer than this release",
  ],
  [
    "a table of a later release",
    () => withManifest({ tables: tables({ name: "spectra" }) }),
    "this release has no spectra.key",
  ],
  [
    "a column of a later release",
    () => withManifest({ tables: tables({ columns: ["mood"] }) }),
    "this release has no projects.mood",
  ],
  [
    "a table that is not carried",
    () => withManifest({ tables: tables({ name: "unclaimed_objects", columns: ["name"] }) }),
    "this release has no unclaimed_objects.name",
  ],
  ["a table twice", () => withManifest({ tables: [...tables({}), ...tables({})] }), "of no backup"],
  [
    "a column twice",
    () => withManifest({ tables: tables({ columns: ["key", "key"] }) }),
    "of no backup",
  ],
  [
    "a negative number of rows",
    () => withManifest({ tables: tables({ rows: -1 }) }),
    "of no backup",
  ],
  [
    "more rows than a number holds",
    () => withManifest({ tables: tables({ rows: 1e300 }) }),
    "of no backup",
  ],
  [
    "a line without an end",
    () => withProjects(projectRows.content.toString().trimEnd()),
    "other lines than rows",
  ],
  ["an empty part of rows", () => withProjects(""), "other lines than rows"],
  [
    "an empty line",
    () => withProjects(`\n${projectRows.content.toString()}`),
    "other lines than rows",
  ],
  ["a line of no JSON", () => withProjects("{\n"), "other lines than rows"],
  ["a line of two rows", () => withProjects("{},{}\n"), "other lines than rows"],
  ["a list for a row", () => withProjects("[]\n"), "other lines than rows"],
  ["a row with other columns", () => withProjects('{"key":1}\n'), "other lines than rows"],
  [
    "rows of a megabyte of line ends",
    () => withProjects("\n".repeat(1_000_000)),
    "other lines than rows",
  ],
  [
    "rows of two megabytes in two lines",
    () => withProjects(`{"key":"${"x".repeat(1_000_000)}"}\n`.repeat(2)),
    "other lines than rows",
  ],
  [
    "a row that is nested four million deep",
    () => withProjects(`{"key":${"[".repeat(4.1e6)}${"]".repeat(4.1e6)}}\n`),
    "other lines than rows",
  ],
  [
    "a row with millions of objects",
    () => withProjects(`{"key":[${"{},".repeat(2e6)}{}]}\n`),
    "other lines than rows",
  ],
];
