import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { formatRecordingName, parseRecordingName } from "../../src/audio/recording-name.ts";

test("The name of a recording is its sensor's id and its second in UTC", () => {
  for (const [name, sensorId, instant] of [
    ["S4A03895_20190521T220000Z.flac", "S4A03895", "2019-05-21T22:00:00Z"],
    ["yard_2_20190301T060000Z.flac", "yard_2", "2019-03-01T06:00:00Z"],
    ["a_19691231T235959Z.flac", "a", "1969-12-31T23:59:59Z"],
    ["a_19700101T000001Z.flac", "a", "1970-01-01T00:00:01Z"],
    ["a__99991231T235959Z.flac", "a_", "9999-12-31T23:59:59Z"],
    ["a_20200101T000000Z_20200229T120000Z.flac", "a_20200101T000000Z", "2020-02-29T12:00:00Z"],
  ] as const) {
    expect(parseRecordingName(name)).toEqual({ sensorId, second: Date.parse(instant) / 1000 });
  }
});

test("Any other name is not the name of a recording", () => {
  const names = `
    .flac a.flac _20190301T060000Z.flac -a_20190301T060000Z.flac x/a_20190301T060000Z.flac
    a_20190301T060000Z.FLAC a_20190301T060000Z.wav a_20190301T060000Z.flac.flac
    a_20190301T060000.flac a_20190301T060000z.flac a_20190301T060000+0000.flac
    a_20190301060000Z.flac a_20190229T060000Z.flac a_20190301T240000Z.flac
    a_20190301T060060Z.flac a_00000101T000000Z.flac a_2019030１T060000Z.flac`;
  const texts = ["", "a b_20190301T060000Z.flac", "a_20190301T060000Z.flac\n"];
  texts.push(`${"a".repeat(65)}_20190301T060000Z.flac`, ...names.trim().split(/\s+/));
  expect(texts.filter((text) => parseRecordingName(text) !== null)).toEqual([]);
});

test("Every sensor and second has a name that is read back", () => {
  const second = fc.integer({ min: 1, max: Date.parse("9999-12-31T23:59:59Z") / 1000 });
  const sensorId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
  fc.assert(
    fc.property(sensorId, second, (id, at) => {
      const datetime = new Date(at * 1000).toISOString();
      const time = datetime.replace(".000", "").replaceAll(/[-:]/g, "");
      const name = formatRecordingName(id, datetime);
      assert.equal(name, `${id}_${time}.flac`);
      assert.deepEqual(parseRecordingName(name), { sensorId: id, second: at });
    }),
  );
});
