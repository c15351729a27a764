import type { WindowEvidenceQuery } from "../../graphql/generated/window-evidence.ts";

type Evidence = NonNullable<WindowEvidenceQuery["sensor"]>;

/** The verdict of one window with its reference times. */
export type WindowAnswer = NonNullable<Evidence["assessments"]>["data"][number];
