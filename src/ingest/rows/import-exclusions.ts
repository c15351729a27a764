import { unguardFormula } from "../../system/formulas.ts";
import { greatestNote, greatestReason } from "../../acoustics/assessment/exclusions.ts";
import {
  analyzeExclusions,
  type ExclusionBatch,
  selectStoredNotes,
  upsertExclusions,
} from "../../database/queries/exclusions/stored-exclusions.ts";
import { decodeCell, quoteCell } from "../csv/csv-format.ts";
import type { CsvTable, SensorSecond } from "../csv/csv-table.ts";
import { requiredColumns } from "../csv/header-names.ts";

/** A row of a file of exclusions. */
export interface ImportedExclusion extends SensorSecond {
  /** The second after the last one. */
  readonly end: number;
  readonly reason: string;
  /** Empty: none. */
  readonly note: string;
}

/** Files of exclusions (docs/contract.md, P6). A sensor has one row per start, end and reason. */
export const exclusionsTable: CsvTable<ImportedExclusion> = {
  name: "exclusions",
  start: "start_at",
  required: requiredColumns.exclusions,
  optional: ["note"],

  createRowParser({ cellOf, secondOf }) {
    const [endOf, reasonOf, noteOf] = [cellOf("end_at"), cellOf("reason"), cellOf("note")];
    return ({ sensorNo, second }, cells, reasons) => {
      const end = secondOf("end_at", endOf(cells));
      if (typeof end === "string") reasons.push(end);
      else if (reasons.length === 0 && end <= second) {
        reasons.push(`end_at ${quoteCell(endOf(cells))} is not after start_at`);
      }
      const reason = unguardFormula(decodeCell(reasonOf(cells)));
      if (!reasonPattern.test(reason) || reason.trim() === "") {
        reasons.push(
          `reason ${quoteCell(reasonOf(cells))} is no text of 1 to ${greatestReason} characters without control characters`,
        );
      }
      const note = unguardFormula(decodeCell(noteOf(cells)));
      if (!notePattern.test(note)) {
        reasons.push(
          `note ${quoteCell(noteOf(cells))} is no text of at most ${greatestNote} characters without control characters`,
        );
      }
      return { sensorNo, second, end: Number(end), reason, note };
    };
  },

  identityOf: identityOfExclusion,
  contentOf: ({ note }) => note,

  createWriter: (transaction) => ({
    write: async (rows) => ({
      ...(await upsertExclusions(transaction, exclusionBatch(rows))),
      ...noEffects,
    }),
    finish: async () => undefined,
  }),

  createTrial(db) {
    const earlier = new Map<string, string>();
    return {
      async write(rows) {
        const stored = await selectStoredNotes(db, exclusionBatch(rows));
        const counts = { inserted: 0, updated: 0, unchanged: 0 };
        for (const [index, row] of rows.entries()) {
          const [identity, { note }] = [identityOfExclusion(row), row];
          const before = earlier.get(identity) ?? stored.get(index);
          if (before === undefined) counts.inserted += 1;
          else counts[before === note ? "unchanged" : "updated"] += 1;
          earlier.set(identity, note);
        }
        return { ...counts, ...noEffects };
      },
      finish: async () => undefined,
    };
  },

  analyze: analyzeExclusions,
};

const noEffects = { emptiedLevels: 0, excluded: 0 };

const reasonPattern = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${greatestReason}}$`, "u");

/** A row is a line of its file, so that a note has no line ends. */
const notePattern = new RegExp(`^[^\\p{Cc}\\p{Cs}]{0,${greatestNote}}$`, "u");

export function exclusionBatch(rows: readonly ImportedExclusion[]): ExclusionBatch {
  return {
    sensorNos: rows.map(({ sensorNo }) => sensorNo),
    seconds: rows.map(({ second }) => second),
    ends: rows.map(({ end }) => end),
    reasons: rows.map(({ reason }) => reason),
    notes: rows.map(({ note }) => note),
  };
}

/** Reasons contain no line end. */
export function identityOfExclusion({ sensorNo, second, end, reason }: ImportedExclusion): string {
  return `${sensorNo}\n${second}\n${end}\n${reason}`;
}
