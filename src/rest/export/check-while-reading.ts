import type { GrantedSensorNo } from "../../database/queries/keys/granted-sensors.ts";
import type { SampleReader } from "../../database/queries/samples/sample-columns.ts";
import type { SampleSource } from "../../operations/aggregates/each-sample.ts";

/**
 * A source for an answer that takes minutes: beside each statement that reads samples, `mayGoOn` checks that the
 * answer may still be given. What is granted no more is an error then, and never the end of the samples.
 */
export function checkWhileReading(
  source: SampleSource,
  mayGoOn: (sensorNo: GrantedSensorNo) => Promise<boolean>,
): SampleSource {
  const read: SampleReader["read"] = async (search) => {
    const [columns, isAllowed] = await Promise.all([
      source.reader.read(search),
      mayGoOn(search.sensorNo),
    ]);
    if (!isAllowed) throw new Error(`sensor number ${search.sensorNo} may be read no more`);
    return columns;
  };
  return { ...source, reader: { ...source.reader, read } };
}
