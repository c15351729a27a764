import { readdirSync, readFileSync } from "node:fs";
import {
  buildASTSchema,
  getNamedType,
  getNullableType,
  GraphQLInt,
  isEnumType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  NoDeprecatedCustomRule,
  parse,
  validate,
  validateSchema,
} from "graphql";
import { dashboardDocuments } from "../../src/dashboard/generated/documents.ts";
import { listSizeOf } from "../../src/graphql/document-values.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/test.ts";

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

test("schema.graphql is a valid schema, which a start does not validate again", () => {
  const text = readFileSync(packageFile("schema.graphql"), "utf8");
  expect(validateSchema(buildASTSchema(parse(text)))).toEqual([]);
});

test("every type, field, argument, value and directive of the schema has a description", () => {
  const schema = createSchema();
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  const values = types.flatMap((type) => (isEnumType(type) ? type.getValues() : []));
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  const described: Described[] = [
    ...types,
    ...fields,
    ...values,
    ...directives,
    ...[...fields, ...directives].flatMap(({ args }) => args),
  ];
  expect(described.length).toBeGreaterThan(200);
  expect(described.filter(({ description = "" }) => !description).map(({ name }) => name)).toEqual(
    [],
  );
});

test("every scalar of the schema names its specification", () => {
  const scalars = Object.values(createSchema().getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type));
  expect(scalars.length).toBeGreaterThan(0);
  for (const { name, specifiedByURL } of scalars) expect(specifiedByURL, name).toMatch(/^https:/);
});

test("what is deprecated names its successor, and no document of ours selects it", () => {
  const schema = createSchema();
  const deprecated = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields())
          .filter(({ deprecationReason }) => deprecationReason != null)
          .map((field) => ({ type, field }))
      : [],
  );
  expect(deprecated.map(({ field }) => field.name)).toEqual(["scopes"]);
  for (const { type, field } of deprecated) {
    const successor = /^Use (\w+)\.$/.exec(field.deprecationReason ?? "")?.[1] ?? "";
    expect(Object.keys(type.getFields()), field.name).toContain(successor);
  }
  const routes = packageFile("src/rest/routes");
  const texts = [
    ...dashboardDocuments.map(({ text }) => text),
    ...readdirSync(routes)
      .filter((name) => name.endsWith(".graphql"))
      .map((name) => readFileSync(`${routes}/${name}`, "utf8")),
  ];
  expect(texts.length).toBeGreaterThan(6);
  for (const text of texts) {
    expect(validate(schema, parse(text), [NoDeprecatedCustomRule]), text).toEqual([]);
  }
});

test("cost directives stand where the specification of IBM lets them stand", () => {
  const schema = createSchema();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`;
      const used = field.astNode?.directives?.map((directive) => directive.name.value) ?? [];
      // A list would multiply its own weight, in some analyses and not in others.
      const isList = isListType(getNullableType(field.type));
      if (isInterfaceType(type) || isList) expect(used, name).not.toContain("cost");
      const size = listSizeOf(schema, field);
      if (size === null) continue;
      const { assumedSize, slicingArguments, sizedFields } = size;
      expect(assumedSize === null, name).toBe(slicingArguments.length > 0);
      expect(isList, name).toBe(sizedFields.length === 0);
      for (const sliced of slicingArguments) {
        const argument = field.args.find((each) => each.name === sliced);
        expect(argument && getNullableType(argument.type), `${name}(${sliced})`).toBe(GraphQLInt);
      }
      const inside = getNamedType(field.type);
      for (const sized of sizedFields) {
        const list = isObjectType(inside) ? inside.getFields()[sized] : undefined;
        expect(list && isListType(getNullableType(list.type)), `${name}: ${sized}`).toBe(true);
      }
    }
  }
  const weights = [
    ...readFileSync(packageFile("schema.graphql"), "utf8").matchAll(/@cost\((.*?)\)/g),
  ];
  expect(weights.length).toBeGreaterThan(15);
  for (const [text] of weights) expect(text).toMatch(/^@cost\(weight: "[1-9][0-9]*"\)$/);
});

test("fields that a bucket and an hour of the week share are those of their interface, word by word", () => {
  const schema = createSchema();
  const fieldsOf = (name: string) => {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) throw new TypeError(name);
    return new Map(
      Object.values(type.getFields()).map(({ name: field, type: of, description }) => [
        field,
        `${String(of)}: ${description}`,
      ]),
    );
  };
  const [shared, bucket, hour] = ["SampleStatistics", "Aggregate", "WeekCell"].map(fieldsOf);
  for (const [name, text] of shared ?? []) {
    expect([bucket?.get(name), hour?.get(name)], name).toEqual([text, text]);
  }
  const both = [...(bucket?.keys() ?? [])].filter((name) => hour?.has(name));
  expect(both).toEqual([...(shared?.keys() ?? [])]);
});
