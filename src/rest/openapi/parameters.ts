import {
  type GraphQLSchema,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { z } from "zod";
import { pathParameters, type Route } from "../define-route.ts";
import { firstParagraph } from "./answer-schemas.ts";
import type { Parameter } from "./document-types.ts";
import { patternText } from "./json-schema.ts";

/** The parameters of a route, without the key. Each has the description of the argument that gets its variable. */
export function composeParameters(
  route: Pick<Route, "path" | "parameters" | "present">,
  schema: GraphQLSchema,
  document: OperationDefinitionNode,
): Parameter[] {
  const descriptions = describeVariables(schema, document);
  const describe = (name: string) => {
    const description = descriptions.get(name);
    if (description === undefined) throw new Error(`nothing in the schema describes ${name}`);
    return description;
  };
  return [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) =>
      pathParameter(name as keyof typeof pathParameters, describe(name)),
    ),
    ...Object.entries(route.parameters.shape).map(([name, parser]) =>
      queryParameter(name, parser, describe(name)),
    ),
    requestIdParameter,
    ...(route.present === null ? [rangeParameter] : []),
  ];
}

/** The descriptions of the arguments that get the variables of a document, by variable. */
function describeVariables(
  schema: GraphQLSchema,
  document: OperationDefinitionNode,
): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable: ({ name }) => {
        if (types.getDirective() != null) return;
        const description = types.getArgument()?.description;
        // The text after the first paragraph is about GraphQL.
        if (description != null) descriptions.set(name.value, firstParagraph(description));
      },
    }),
  );
  return descriptions;
}

function pathParameter(name: keyof typeof pathParameters, description: string): Parameter {
  const { pattern, maxLength, example } = pathParameters[name];
  // The example belongs to the schema, so that pages do not write it into their fields.
  const schema = { type: "string", pattern: patternText(pattern), maxLength, examples: [example] };
  return { name, in: "path", required: true, description, schema };
}

/** Has the schema of the parsed value: `limit` is a number and `withAudio` a boolean. */
function queryParameter(name: string, parser: z.ZodType, description: string): Parameter {
  const {
    $schema: _,
    examples: [example] = [],
    description: form,
    ...schema
  } = z.toJSONSchema(parser, { io: "output", unrepresentable: "any" });
  return {
    name,
    in: "query",
    required: !parser.safeParse(undefined).success,
    description: form === undefined ? description : `${description} ${form}`,
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

const requestIdParameter: Parameter = {
  name: "X-Request-Id",
  in: "header",
  required: false,
  // Without a pattern: no value is refused.
  description:
    "An id for the request: 8 to 64 letters, digits, dots, dashes and underscores. Another text is replaced by a UUID.",
  schema: { type: "string" },
};

const rangeParameter: Parameter = {
  name: "Range",
  in: "header",
  required: false,
  description:
    "One range of bytes (RFC 9110, 14.2). Several ranges or an invalid one are answered with the whole recording.",
  schema: { type: "string" },
  example: "bytes=0-1023",
};
