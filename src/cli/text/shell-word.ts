/** A word for a shell. A text to be replaced, such as `<sensor>`, stays as it is. */
export function shellWord(text: string): string {
  if (/^(?:[\w./:+=#%-]+|<\w+>|LAeq=<column>)$/.test(text)) return text;
  if (!/\p{C}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const bytes = [...Buffer.from(text)].map((byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCodePoint(byte)
      : String.raw`\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `$'${bytes.join("")}'`;
}

/** The path of a file for a shell, never an option. */
export function fileWord(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}
