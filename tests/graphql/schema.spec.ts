import { isEnumType, isIntrospectionType, isObjectType, isSpecifiedDirective } from "graphql";
import { createSchema } from "../../src/graphql/schema.ts";
import { expect, test } from "../support/test.ts";

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

test("every type, field, argument, value and directive of the schema has a description", () => {
  const schema = createSchema();
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const fields = types.flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
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

test("withAudio, audioUrl and audioExpiresAt say that audio is null unless it is asked for", () => {
  const schema = createSchema();
  const fieldOf = (type: string, name: string) => {
    const named = schema.getType(type);
    return isObjectType(named) ? named.getFields()[name] : undefined;
  };
  for (const type of ["Sample", "SoundEvent"]) {
    for (const name of ["audioUrl", "audioExpiresAt"]) {
      expect(fieldOf(type, name)?.description).toContain(
        "unless the page is asked for with `withAudio: true`",
      );
    }
  }
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  );
  const withAudio = fields.flatMap(({ args }) => args.filter(({ name }) => name === "withAudio"));
  expect(withAudio).toHaveLength(5);
  for (const { description } of withAudio) {
    expect(description).toMatch(/`audioUrl` and `audioExpiresAt`\s+of every record are null/);
  }
});
