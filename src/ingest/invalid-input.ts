/**
 * Thrown where the operator's input cannot be used; nothing was changed then. Each issue is one line
 * for people and names the file, line and member that it is about.
 */
export class InvalidInput extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join("\n"));
    this.name = "InvalidInput";
    this.issues = issues;
  }
}

/** Thrown where a file can be read and never be imported as it is, whatever happens around it. */
export class UnusableFile extends InvalidInput {}

/** Thrown where a file could be imported if there were a sensor that it names. */
export class UnknownSensor extends UnusableFile {}
