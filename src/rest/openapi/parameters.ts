import {
  type GraphQLSchema,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { z } from "zod";
import { requestIdPattern } from "#http/request-context.ts";
import type { Route } from "#rest/define-route.ts";
import { pathParameters } from "#rest/path-parameters.ts";
import type { Parameter } from "./document-types.ts";
import { patternText } from "./json-schema.ts";

/** What the arguments that the variables of a document are handed to say of themselves. */
export type VariableDescriptions = ReadonlyMap<string, string>;

export function describeVariables(
  schema: GraphQLSchema,
  document: OperationDefinitionNode,
): VariableDescriptions {
  const descriptions = new Map<string, string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable: ({ name }) => {
        if (types.getDirective() != null) return;
        const description = types.getArgument()?.description;
        if (description != null) descriptions.set(name.value, description);
      },
    }),
  );
  return descriptions;
}

/** Everything that a request of a route may carry but its key, in the order of the request. */
export function composeParameters(
  route: Pick<Route, "path" | "parameters">,
  descriptions: VariableDescriptions,
): Parameter[] {
  const describe = (name: string) => {
    const description = descriptions.get(name);
    if (description === undefined) throw new Error(`nothing in the schema describes ${name}`);
    return description;
  };
  const path = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) =>
    pathParameter(name as keyof typeof pathParameters, describe(name)),
  );
  const query = Object.entries(route.parameters.shape).map(([name, schema]) =>
    queryParameter(name, schema, describe(name)),
  );
  return [...path, ...query, requestIdParameter];
}

function pathParameter(name: keyof typeof pathParameters, description: string): Parameter {
  const { pattern, example } = pathParameters[name];
  const schema = { type: "string", pattern: patternText(pattern) };
  return { name, in: "path", required: true, description, schema, example };
}

/** Described as the value that the text becomes: `limit` is a number and `withAudio` a boolean. */
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
  description: "An id for the request; one of another form is replaced.",
  schema: { type: "string", pattern: patternText(requestIdPattern) },
};
