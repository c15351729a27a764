import assert from "node:assert/strict";
import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isCompositeType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
} from "graphql";

/** A field on the way from the root of a document to the field of a test. */
export interface Step {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
}

export type Way = readonly Step[];

/** The ids in the arguments of a document. */
export interface Ids {
  readonly projectId: string;
  readonly sensorId: string;
  readonly leaseId: string;
  readonly recordingId: string;
}

/** Every way from the root to a field with a resolver, through each type at most once. */
export function waysToResolvers(
  type: GraphQLObjectType,
  way: Way,
  passed = new Set([type]),
): Way[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const here = [...way, { name: `${type.name}.${field.name}`, field }];
    const hasResolver = field.resolve !== undefined && field.resolve !== defaultFieldResolver;
    const inside = getNamedType(field.type);
    const below =
      isObjectType(inside) && !passed.has(inside)
        ? waysToResolvers(inside, here, new Set([...passed, inside]))
        : [];
    return hasResolver ? [here, ...below] : below;
  });
}

export function lastName(way: Way): string {
  return way.at(-1)?.name ?? "";
}

/** True if a way leads through a list whose sensors can be named. */
export function canName(way: Way): boolean {
  return way.some(({ name }) => name === "Project.sensors");
}

/** The document that selects the last field of a path; `isNamed` names the sensor in lists of sensors. */
export function print(way: Way, ids: Ids, { withAudio = false, isNamed = false } = {}): string {
  const last = way.at(-1)?.field;
  const isComposite = last !== undefined && isCompositeType(getNamedType(last.type));
  return way.reduceRight(
    (inside, { name, field }) => {
      const values = field.args.filter(isRequiredArgument).map((argument) => {
        const value = argumentOf(name, argument.name, ids);
        const isEnum = isEnumType(getNamedType(argument.type));
        return `${argument.name}: ${isEnum ? value : JSON.stringify(value)}`;
      });
      if (withAudio && field === last) values.push("withAudio: true");
      if (isNamed && name === "Project.sensors")
        values.push(`ids: [${JSON.stringify(ids.sensorId)}]`);
      const list = values.length === 0 ? "" : `(${values.join(", ")})`;
      return `{ ${field.name}${list}${inside} }`;
    },
    isComposite ? " { __typename }" : "",
  );
}

function argumentOf(field: string, argument: string, ids: Ids): string {
  const values: Readonly<Record<string, string>> = {
    ...ids,
    "Query.project id": ids.projectId,
    "Query.sensor id": ids.sensorId,
    "Query.recording id": ids.recordingId,
    // A recording has the id of its sample.
    "Sensor.sample id": ids.recordingId,
    startAt: "2019-03-10",
    endAt: "2019-03-11",
    at: "2019-03-10",
    bucket: "hour",
  };
  const value = values[`${field} ${argument}`] ?? values[argument];
  assert(value !== undefined, `this test has no value for ${argument} of ${field}`);
  return value;
}

/** The value of the last field of a way, in the first item of each list. */
export function valueAt(data: unknown, way: Way): unknown {
  return way.reduce<unknown>((value, { field }) => {
    const item: unknown = Array.isArray(value) ? value[0] : value;
    return (item as Readonly<Record<string, unknown>>)[field.name];
  }, data);
}
