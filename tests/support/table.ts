/** The rows of a table that is written as text: one row on each line, with ` | ` between its cells. */
export function tableOf(text: string): string[][] {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.split(/ \|(?= |$)/).map((cell) => cell.trim()));
}
