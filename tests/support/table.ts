/** The rows of a table that is written as text: a row a line, `|` between spaces between its cells. */
export function tableOf(text: string): string[][] {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.split(/ \|(?= |$)/).map((cell) => cell.trim()));
}
