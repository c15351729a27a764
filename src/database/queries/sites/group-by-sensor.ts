/** Rows by the number of their sensor, in their order. */
export function groupBySensor<Row extends { readonly sensorNo: number }>(
  rows: readonly Row[],
): Map<Row["sensorNo"], Row[]> {
  const found = new Map<Row["sensorNo"], Row[]>();
  for (const row of rows) {
    const ofSensor = found.get(row.sensorNo);
    if (ofSensor === undefined) found.set(row.sensorNo, [row]);
    else ofSensor.push(row);
  }
  return found;
}
