import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { levelNames } from "../../acoustics/levels/level-names.ts";
import type { ImportedSample } from "../../ingest/rows/sample-rows.ts";
import type { Look } from "../../ingest/look/look-at.ts";
import { fileWord, shellWord } from "./shell-word.ts";
import { formatTable, shorten } from "./table.ts";

/** A look at a file, for people. Its last line is the command. */
export function describeLook(file: string, look: Look): string {
  const { table, format, instrument, lacksZone } = look;
  const zone = lacksZone ? "their zone is not known" : (format.timeZone ?? "with their offsets");
  const lines = [
    ["encoding", `${look.encoding}, lines end with ${look.lineEnd}`],
    ["delimiter", { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" }[table.delimiter]],
    ["decimal", format.decimal === "," ? "comma" : "point"],
    ["header", `line ${table.line}: ${listOf(table.headers.filter((header) => header !== ""))}`],
    [
      "instrument",
      instrument === null
        ? "none that is known by name"
        : `${instrument.name}: ${instrument.about?.title ?? ""}`,
    ],
    ...look.columns.map(([name, header], index) => [
      index === 0 ? "columns" : "",
      name === header ? name : `${name} is ${shown(header)}`,
    ]),
    ...look.flags.map(({ column, value, reason }, index) => [
      index === 0 ? "flags" : "",
      `${shown(column)} ${shown(value)} excludes the interval: ${reason}`,
    ]),
    ["left out", look.leftOut.length === 0 ? "nothing" : listOf(look.leftOut)],
    ...(look.kind === "samples"
      ? [
          ["times", `${format.dateFormat.text}, the ${format.labels} of an interval, ${zone}`],
          ["interval", look.interval ?? "the rows that were read do not show it"],
        ]
      : [["times", `${format.dateFormat.text}, ${zone}`]]),
    ...look.samples.map((sample, index) => [
      index === 0 ? "samples" : "",
      describeSample(sample, lacksZone),
    ]),
    [
      "rows read",
      { all: "all", ends: "the first and the last ones", start: "the first ones" }[look.read],
    ],
    ...look.unclear.map((text, index) => [index === 0 ? "unclear" : "", shown(text, 300)]),
  ];
  const options = look.options.flatMap(([name, value]) => [`--${name}`, shellWord(value)]);
  const command = ["acoustic", "import", look.kind, ...options, fileWord(file)];
  return [
    shown(file),
    ...formatTable(lines).map((line) => `  ${line}`),
    "",
    command.join(" "),
  ].join("\n");
}

function describeSample({ second, levels }: ImportedSample, lacksZone: boolean): string {
  const at = new Date(second * 1000).toISOString().replace(".000Z", lacksZone ? "" : "Z");
  const shownLevels = levelNames.flatMap((name) => {
    const level = levels[name];
    return level === undefined ? [] : [`${name} ${decibelsOf(level)}`];
  });
  return [at, ...shownLevels].join("  ");
}

function listOf(headers: readonly string[]): string {
  const most = 12;
  const more = headers.length - most;
  const names = headers.slice(0, most).map((header) => shown(header));
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

/** A text of a file without characters that control a terminal. */
function shown(text: string, most = 60): string {
  const printable = text.replaceAll(/\p{C}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
  return shorten(printable, most);
}
