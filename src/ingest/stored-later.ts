/** Thrown where a file is complete in the database and not all of it could be stored now. */
export class StoredLater extends Error {
  constructor(file: string, cause: unknown) {
    super(
      `${file}: all of its rows are kept; the next command or \`acoustic serve\` stores the rest`,
      {
        cause,
      },
    );
    this.name = "StoredLater";
  }
}
