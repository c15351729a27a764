import { type Check, demandEqual, read } from "../check.ts";
import type { Json } from "../server-client.ts";

const projectMembers = ["id", "name", "description", "timezone", "location", "contract"];
const sensorMembers = ["id", "name", "serialNumber", "model", "location"];

/** Projects, sensors and maps. */
export const resourceChecks: readonly Check[] = [
  {
    rule: "S 4.1, C 2",
    name: "the list has projects in the order of their ids",
    async run(target) {
      const { data, ...rest } = await read(target, "/projects");
      demandEqual(rest, {}, "members beside data");
      for (const project of data) demandEqual(Object.keys(project), projectMembers, "a project");
      demandOrder(data);
    },
  },
  {
    rule: "S 4.2, C 2",
    name: "the details are those of the list, with sensors in the order of their ids",
    async run(target) {
      const { data: list } = await read(target, "/projects");
      const { data } = await read(target, `/projects/${target.project}`);
      const { sensors, ...project } = data;
      demandEqual(
        project,
        list.find(({ id }: Json) => id === target.project),
        "the project",
      );
      for (const sensor of sensors) demandEqual(Object.keys(sensor), sensorMembers, "a sensor");
      demandOrder(sensors);
    },
  },
  {
    rule: "S 4.7, C 2",
    name: "the map has a feature for each sensor with a location",
    async run(target) {
      const { data } = await read(target, `/projects/${target.project}/embedded-map`);
      const { projectId, zoom, sensors, bbox, center } = data;
      demandEqual(projectId, target.project, "projectId");
      demandEqual(Number.isInteger(zoom) && zoom >= 0 && zoom <= 19, true, "a zoom from 0 to 19");
      demandEqual(sensors.type, "FeatureCollection", "type");
      demandEqual(center === null || center.length === 2, true, "a center");
      for (const { type, geometry, properties } of sensors.features) {
        demandEqual([type, typeof properties.name], ["Feature", "string"], "a feature");
        if (geometry !== null) demandWithin(geometry.coordinates, bbox);
        if (properties.latest == null || properties.latest.limit === null) continue;
        const { Leq, limit, over } = properties.latest;
        demandEqual(over, Math.round((Leq - limit) * 100) / 100, "over of latest");
      }
      demandOrder(sensors.features);
    },
  },
];

/** A box may reach over the antimeridian. */
function demandWithin([lon, lat]: Json, [west, south, east, north]: Json): void {
  demandEqual(south <= lat && lat <= north, true, "a latitude within bbox");
  const isWithin = west <= east ? west <= lon && lon <= east : lon >= west || lon <= east;
  demandEqual(isWithin, true, "a longitude within bbox");
}

function demandOrder(records: readonly { readonly id: string }[]): void {
  const ids = records.map(({ id }) => id);
  demandEqual(
    ids,
    ids.toSorted((left, right) => (left < right ? -1 : 1)),
    "the order of ids",
  );
}
