// Generated from schema.graphql and src/dashboard/browser/graphql/site.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
export type SiteQueryVariables = { [key: string]: never };

export type SiteQuery = {
  readonly projects: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly timezone: string;
    readonly contract: { readonly startAt: string; readonly endAt: string } | null;
    readonly classification: { readonly model: string } | null;
    readonly criteria: ReadonlyArray<{ readonly id: string }>;
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly serialNumber: string | null;
      readonly model: string | null;
      readonly endAt: string | null;
      readonly location: { readonly latitude: number; readonly longitude: number } | null;
    }>;
  }> | null;
};

export const siteDocument: TypedDocument<SiteQuery, SiteQueryVariables> = {
  name: "Site",
  text: `query Site{projects{id name description timezone contract{startAt endAt}classification{model}criteria{id}sensors{id name serialNumber model endAt location{latitude longitude}}}}`,
};
