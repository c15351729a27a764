import type { GrantedSensorNo } from "../../database/queries/keys/granted-sensors.ts";
import type { SampleSource } from "../../operations/aggregates/each-sample.ts";

type MayGoOn = (sensorNo: GrantedSensorNo) => Promise<boolean>;

/**
 * A source for an answer that takes minutes: beside each statement that reads samples, `mayGoOn` checks that the
 * answer may still be given. What is granted no more is an error then, and never the end of the samples.
 */
export function checkWhileReading(source: SampleSource, mayGoOn: MayGoOn): SampleSource {
  const { reader } = source;
  const read: typeof reader.read = (search) =>
    whileAllowed(reader.read(search), search.sensorNo, mayGoOn);
  return { ...source, reader: { ...reader, read } };
}

/** The result of a statement about a sensor. Rejects if the answer may be given no more. */
export async function whileAllowed<Result>(
  reading: Promise<Result>,
  sensorNo: GrantedSensorNo,
  mayGoOn: MayGoOn,
): Promise<Result> {
  const [result, isAllowed] = await Promise.all([reading, mayGoOn(sensorNo)]);
  if (!isAllowed) throw new Error(`sensor number ${sensorNo} may be read no more`);
  return result;
}
