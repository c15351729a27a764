import { criterionOf } from "../support/criterion.ts";
/** A criterion of the eleven hours of a working day. */
export const works = criterionOf("works LAeq 07:00-18:00 65", { name: "Construction" });

export const workingDays = ["mon", "tue", "wed", "thu", "fri"];
