import { signal } from "@preact/signals";

/** The words that a person types into a report. They are in no address and are kept nowhere. */
export const reportWords = {
  title: signal(""),
  author: signal(""),
  remark: signal(""),
};
