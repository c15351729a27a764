import { signal } from "@preact/signals";
import type { SiteQuery } from "../graphql/generated/site.ts";

/** A project as the key may see it. */
export type ProjectFacts = NonNullable<SiteQuery["projects"]>[number];
export type SensorFacts = ProjectFacts["sensors"][number];

/** All that the key may see; null before it is known. */
export const projects = signal<readonly ProjectFacts[] | null>(null);
