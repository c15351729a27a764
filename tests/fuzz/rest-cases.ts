import fc from "fast-check";
import type {
  OpenApiDocument,
  Operation,
  Parameter,
} from "../../src/rest/openapi/document-types.ts";
import type { Field } from "./client.ts";
import { fieldsBeside } from "./fields.ts";
import { type KeyUse, keyUse } from "./key-fields.ts";
import { credential, escapeText, oddText, written } from "./odd-texts.ts";
import { textOf } from "./parameter-texts.ts";
import type { Site } from "./site.ts";

export interface RestCase {
  readonly method: string;
  readonly target: string;
  readonly key: KeyUse;
  readonly fields: readonly Field[];
  readonly body: string | null;
}

/** Requests to every operation of a document, most of them as it says, the others wrong somewhere. */
export function restCases(document: OpenApiDocument, site: Site): fc.Arbitrary<RestCase> {
  const base = document.servers[0]?.url ?? "";
  const operations = Object.entries(document.paths).map(([template, { get }]) =>
    fc.record({
      method,
      target: distorted(
        fc
          .tuple(pathOf(template, get, site), queryOf(get, site))
          .map(([path, query]) => `${base}${path}${query}`),
      ),
      key: keyUse(site),
      fields: fieldsBeside(get.parameters.filter(({ in: place }) => place === "header")),
      body: fc.option(fc.constantFrom("", "{}", "x".repeat(3000)), { freq: 20 }),
    }),
  );
  return fc.oneof(...operations);
}

const method = fc.oneof(
  { weight: 24, arbitrary: fc.constant("GET") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "HEAD",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "QUERY",
    ),
  },
);

function pathOf(template: string, { parameters }: Operation, site: Site): fc.Arbitrary<string> {
  const ids = parameters.filter(({ in: place }) => place === "path");
  const usual = ids.map((id) => {
    const values = site.values[id.name] ?? [];
    return written(textOf(id, values)).map((text) => [id.name, text] as const);
  });
  const any = fc
    .tuple(...usual)
    .map((texts) =>
      texts.reduce((path, [name, text]) => path.replace(`{${name}}`, () => text), template),
    );
  const known = knownPaths(template, site);
  return fc.oneof(any, {
    weight: 2,
    arbitrary: known.length > 0 ? fc.constantFrom(...known) : any,
  });
}

/** Paths of the template that name something of one project, or of the leases of the key `full`. */
function knownPaths(template: string, { tenants, audioPaths }: Site): string[] {
  if (template.startsWith("/audio/")) return audioPaths.map((path) => path.replace("/api/v0", ""));
  return tenants.flatMap(({ projectId, sensorIds }) =>
    sensorIds.map((id) => template.replace("{projectId}", projectId).replace("{sensorId}", id)),
  );
}

type Pair = readonly [name: string, value: string];

function queryOf({ parameters }: Operation, site: Site): fc.Arbitrary<string> {
  const documented = parameters.filter(({ in: place }) => place === "query");
  const given = documented.map((parameter) =>
    fc.option(pairOf(parameter, site.values[parameter.name]), {
      nil: null,
      freq: parameter.required ? 40 : 1,
    }),
  );
  const usual = fc.tuple(...given).map((pairs) => pairs.filter((pair) => pair !== null));
  const wrong = fc.oneof(
    fc.tuple(written(oddText), written(oddText)),
    credential,
    ...documented.map((parameter) => pairOf(parameter)),
    ...documented.map((parameter) =>
      pairOf(parameter).map(([name, value]): Pair => [name.toUpperCase(), value]),
    ),
  );
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant<Pair[]>([]) },
    { weight: 1, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(usual, extra).map(([right, more]) => {
    const pairs = [...right, ...more].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  });
}

function pairOf(parameter: Parameter, values?: readonly string[]): fc.Arbitrary<Pair> {
  const text = fc.oneof(
    { weight: 15, arbitrary: textOf(parameter, values).map(escapeText) },
    { weight: 1, arbitrary: written(textOf(parameter, values)) },
  );
  return text.map((value) => [parameter.name, value]);
}

/** Ways to write a target that no client of ours uses. */
const distortions: readonly ((target: string) => string)[] = [
  (target) => `http://elsewhere${target}`,
  (target) => `/${target}`,
  (target) => `${target}/`,
  (target) => target.replace("?", "/?"),
  (target) => target.replace("?", "??"),
  (target) => target.replaceAll("&", ";"),
  (target) => `${target}&&`,
  (target) => `${target}#x`,
  (target) => target.replace("/v0", "/V0"),
  (target) => target.replace("/v0", "/%760"),
  (target) => target.replace("/v0", ""),
  (target) => target.replace("/v0/", "/v0/./"),
  (target) => target.replace("/v0/", "/v0/x/../"),
  (target) => `${target}${"x".repeat(17_000)}`,
  ...["/", "*x", "/docs", "/docs/none", "/openapi.json", "/graphql", "/health/live"].map(
    (elsewhere) => () => elsewhere,
  ),
];

function distorted(target: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const distorting = fc.tuple(target, fc.nat(distortions.length - 1));
  return fc.oneof(
    { weight: 30, arbitrary: target },
    { weight: 1, arbitrary: distorting.map(([right, way]) => distortions[way]?.(right) ?? right) },
  );
}
