/* Archives in the form that `backup` writes, with other content. */

import { type Hostile, hostilesOf } from "./hostile-forms.ts";
import {
  type Entry,
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

const columns = Object.keys(wholeRows.projects[0]);
const withTable = (changes: Readonly<Record<string, unknown>>) =>
  withManifest({ tables: [{ name: "projects", columns, rows: 1, ...changes }] });
const name = (text: string) => entry(`recordings/${text}`, "");

/** The words of a refusal → titles of archives, and their parts. */
const parts: Readonly<Record<string, Readonly<Record<string, readonly Entry[]>>>> = {
  "it has no header": { "no manifest": rest },
  "unexpected part": {
    "two manifests": [manifest, manifest, ...rest],
    "an object twice": [manifest, object, ...rest],
    "objects out of order": [manifest, name("bbbbbbbb"), ...rest],
    "an object after the rows": [manifest, ...rest.slice(1), object],
    "rows out of order": [manifest, object, sensorRows, projectRows, recordingRows],
    "rows twice": [manifest, object, projectRows, projectRows, sensorRows, recordingRows],
    "rows of a part that is missing": [
      manifest,
      object,
      entry("tables/projects/000002.ndjson", projectRows.content),
    ],
    "a name that leads away": [manifest, name("../../etc/cron.d/x")],
  },
  "more recordings": {
    "an object more than rows": [manifest, object, name("bbbbbbbb"), ...rest.slice(1)],
  },
  "recordings has not as many rows": {
    "fewer rows than its header says": [manifest, object, projectRows, sensorRows],
  },
  "\\u001b]0;owned\\u0007": { "a name that a terminal obeys": [manifest, name(escapes)] },
};

/** The same for archives that have another manifest. */
const manifests: Readonly<Record<string, Readonly<Record<string, () => Buffer>>>> = {
  "unexpected part": {
    "an object of a backup without recordings": () => withManifest({ recordings: false }),
  },
  "of no backup": {
    "a release that a terminal obeys": () => withManifest({ release: escapes }),
    "a later format": () => withManifest({ format: "acoustic-backup-2" }),
    "a table that a terminal obeys": () => withTable({ name: escapes }),
    "a table twice": () =>
      withManifest({ tables: [1, 2].map(() => ({ name: "projects", columns, rows: 1 })) }),
    "a column twice": () => withTable({ columns: ["id", "id"] }),
    "a negative number of rows": () => withTable({ rows: -1 }),
    "more rows than a number holds": () => withTable({ rows: 1e300 }),
  },
  "newer than this release": {
    "a later migration": () => withManifest({ migration: Date.parse("2100-01-01") }),
  },
  "this release has no spectra.project_no": {
    "a table of a later release": () => withTable({ name: "spectra" }),
  },
  "this release has no projects.mood": {
    "a column of a later release": () => withTable({ columns: ["mood"] }),
  },
  "this release has no unclaimed_objects.name": {
    "a table that is not carried": () =>
      withTable({ name: "unclaimed_objects", columns: ["name"] }),
  },
};

/** Lines in place of those of the projects, which are refused as other lines than rows. */
const lines: Readonly<Record<string, () => string>> = {
  "a line without an end": () => projectRows.content.toString().trimEnd(),
  "an empty part of rows": () => "",
  "an empty line": () => `\n${projectRows.content.toString()}`,
  "a line of no JSON": () => "{\n",
  "a line of two rows": () => "{},{}\n",
  "a list for a row": () => "[]\n",
  "a row with other columns": () => '{"project_no":1}\n',
  "rows of a megabyte of line ends": () => "\n".repeat(1_000_000),
  "rows of two megabytes in two lines": () =>
    `{"project_no":"${"x".repeat(1_000_000)}"}\n`.repeat(2),
  "a row that is nested four million deep": () =>
    `{"project_no":${"[".repeat(4.1e6)}${"]".repeat(4.1e6)}}\n`,
  "a row with millions of objects": () => `{"project_no":[${"{},".repeat(2e6)}{}]}\n`,
};

/** The whole backup with other lines of its projects. */
const withLines = (text: string) =>
  tarOf([manifest, object, entry(projectRows.name, text), sensorRows, recordingRows]);

export const hostileContents: readonly Hostile[] = [
  ...Object.entries(parts).flatMap(([says, archives]) =>
    Object.entries(archives).map(([title, all]): Hostile => [title, () => tarOf(all), says]),
  ),
  ...hostilesOf(manifests),
  ...Object.entries(lines).map(([title, text]): Hostile => [
    title,
    () => withLines(text()),
    "other lines than rows",
  ]),
];
