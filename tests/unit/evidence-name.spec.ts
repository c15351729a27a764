import { evidenceName } from "../../src/acoustics/evidence-name.ts";
import { expect, test } from "../support/expect.ts";

test("evidence is named after its project and range", () => {
  const [start, end] = ["2019-03-01T00:00:00.000Z", "2019-03-31T22:59:59.999Z"];
  expect(evidenceName("quay_2", start, end)).toBe(
    "quay_2_20190301T000000Z_20190331T225959Z.tar.gz",
  );
});
