/** Both may stand beside each other, and judge differently. */
export const limitAndCriterion =
  "A criterion is of the permit and judges a window of time; a limit is of the schedule and judges each sample.";

/** The same for a glance. */
export const limitAndCriterionShort = "Criterion: a window of time · limit: each sample";
