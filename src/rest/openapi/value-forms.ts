import { type GraphQLField, Kind } from "graphql";
import { audioPathPattern } from "#operations/audio-lease.ts";
import { confidences } from "#acoustics/classification.ts";
import { latitudes, longitudes, zoomLevels } from "#acoustics/map-view.ts";
import { idPattern, sampleIdPattern } from "#acoustics/ids.ts";
import { type JsonSchema, patternText } from "./json-schema.ts";

/**
 * What `@form` and `@constant` say of a field of the schema besides its type, as the rules of the domain
 * have it. Throws for a form that nothing defines.
 */
export function formOf(field: GraphQLField<unknown, unknown>): JsonSchema {
  const constant = argumentOf(field, "constant");
  const name = argumentOf(field, "form");
  if (name === null) return constant === null ? {} : { const: constant };
  const form = forms[name];
  if (form === undefined) throw new Error(`nothing defines the form ${name}`);
  return form;
}

const latitude = between(latitudes);
const longitude = between(longitudes);

const forms: Readonly<Record<string, JsonSchema>> = {
  id: { pattern: patternText(idPattern) },
  sampleId: { pattern: patternText(sampleIdPattern) },
  audioPath: { pattern: patternText(audioPathPattern) },
  latitude,
  longitude,
  // GeoJSON has longitudes first (RFC 7946, 3.1.1 and 5).
  position: tupleOf(longitude, latitude),
  box: tupleOf(longitude, latitude, longitude, latitude),
  zoom: between(zoomLevels),
  confidence: between(confidences),
};

function between({ lowest, highest }: { lowest: number; highest: number }): JsonSchema {
  return { minimum: lowest, maximum: highest };
}

/** Exactly these numbers. */
function tupleOf(...items: readonly JsonSchema[]): JsonSchema {
  return {
    prefixItems: items.map((item) => ({ type: "number", ...item })),
    minItems: items.length,
    maxItems: items.length,
  };
}

/** The one argument of a directive at a field. */
function argumentOf({ astNode }: GraphQLField<unknown, unknown>, directive: string): string | null {
  const found = astNode?.directives?.find(({ name }) => name.value === directive);
  const value = found?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? value.value : null;
}
