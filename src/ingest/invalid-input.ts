/**
 * Thrown where what the operator gave cannot be used. Each issue is one line for people, with the
 * file, line and member where there are such. Nothing has been changed when it is thrown.
 */
export class InvalidInput extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join("\n"));
    this.name = "InvalidInput";
    this.issues = issues;
  }
}
