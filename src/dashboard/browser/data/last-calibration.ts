/** The last calibration up to a local day; undefined: none. Calibrations are in the order of their days. */
export function lastCalibration<Calibration extends { readonly date: string }>(
  calibrations: readonly Calibration[] | null | undefined,
  day: string,
): Calibration | undefined {
  return calibrations?.findLast(({ date }) => date <= day);
}
