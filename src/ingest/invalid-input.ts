/** Thrown for unusable input, before any change. Each issue is a line that names file, line and member. */
export class InvalidInput extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join("\n"));
    this.name = "InvalidInput";
    this.issues = issues;
  }
}

/** Thrown for a readable file whose content can never be imported. */
export class UnusableFile extends InvalidInput {}

/** Thrown for a file that could be imported if `apply` had created its sensors. */
export class UnknownSensor extends UnusableFile {}
