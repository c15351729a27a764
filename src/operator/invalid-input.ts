/**
 * Thrown where what the operator gave cannot be used. Each fault is one line for people, with the
 * file, line and member where there are such. Nothing has been changed when it is thrown.
 */
export class InvalidInput extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "InvalidInput";
    this.faults = faults;
  }
}
