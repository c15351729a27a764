import {
  checksByOperation,
  checksOf,
  demand,
  demandEqual,
  demandInstant,
  demandMembers,
  demandProblem,
  type Json,
  NotChecked,
  type Operation,
  read,
  type Target,
} from "../check.ts";

const projectMembers = ["id", "name", "description", "timezone", "location", "contract"];
const sensorMembers = ["id", "name", "serialNumber", "model", "location"];

/** Projects, sensors and maps. */
const projectChecks = checksOf({
  async "S 4.1, C 2: the list has projects in the order of their ids"(target) {
    const { data } = await read(target, "/projects");
    for (const project of data) {
      demandMembers(project, projectMembers, "a project");
      demandLocation(project.location);
      demandContract(project);
    }
    demandOrder(data);
  },
  async "S 4.2, C 2: the details are those of the list, with sensors in the order of their ids"(
    target,
  ) {
    const { data: list } = await read(target, "/projects");
    const { data } = await read(target, `/projects/${target.project}`);
    const { sensors } = data;
    const listed = list.find(({ id }: Json) => id === target.project);
    for (const name of projectMembers)
      demandEqual(data[name], listed[name], `${name} of a project`);
    for (const sensor of sensors) {
      demandMembers(sensor, sensorMembers, "a sensor");
      demandLocation(sensor.location);
    }
    demandOrder(sensors);
  },
  async "S 4.7, C 2: the map has a feature for each sensor, at its location"(target) {
    const { data: project } = await read(target, `/projects/${target.project}`);
    const { data } = await read(target, `/projects/${target.project}/embedded-map`);
    const { projectId, zoom, sensors, bbox, center, name, timezone } = data;
    demandEqual(
      [projectId, name, timezone],
      [project.id, project.name, project.timezone],
      "projectId, name and timezone",
    );
    demandEqual(Number.isInteger(zoom) && zoom >= 0 && zoom <= 19, true, "a zoom from 0 to 19");
    demandEqual(sensors.type, "FeatureCollection", "type");
    demandCenter(center, project.location, bbox);
    demandEqual(
      sensors.features.map(({ type, id, geometry, properties }: Json) => [
        type,
        id,
        geometry && [geometry.type, geometry.coordinates],
        properties.name,
      ]),
      project.sensors.map(({ id, location, name: sensorName }: Json) => [
        "Feature",
        id,
        location && ["Point", positionOf(location)],
        sensorName,
      ]),
      "features",
    );
    for (const { geometry } of sensors.features) {
      if (geometry !== null) demandWithin(geometry.coordinates, bbox);
    }
  },
});

const contractChecks = checksByOperation({
  "S 8.3, C 2.2: records of a project whose contract is null are 503": demandNoContract,
});

export const resourceChecks = [...projectChecks, ...contractChecks];

/** The location of a project is the center of its map; without one, the center is in the box of the sensors. */
function demandCenter(center: Json, location: Json, bbox: Json): void {
  if (location !== null) demandEqual(center, positionOf(location), "center");
  else if (bbox === null) demandEqual(center, null, "center");
  else demandWithin(center, bbox);
}

/** Positions as in RFC 7946: the longitude is the first number. */
function positionOf({ latitude, longitude }: Json): Json {
  return [longitude, latitude];
}

function demandLocation(location: Json): void {
  if (location === null) return;
  const { latitude, longitude } = location;
  demandEqual(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, true, "a location");
}

function demandContract({ contract, timezone }: Json): void {
  if (contract === null) return;
  const { startAt, endAt } = contract;
  demandInstant(startAt, "startAt of a contract");
  demandInstant(endAt, "endAt of a contract");
  demandEqual(isTimeZone(timezone), true, `the time zone ${timezone}`);
}

function isTimeZone(name: unknown): boolean {
  try {
    if (typeof name === "string") new Intl.DateTimeFormat("en", { timeZone: name }).format();
    return typeof name === "string";
  } catch {
    return false;
  }
}

async function demandNoContract(target: Target, operation: Operation): Promise<void> {
  const { data: projects } = await read(target, "/projects");
  for (const { id, contract } of projects) {
    if (contract !== null) continue;
    const { sensors } = (await read(target, `/projects/${id}`)).data;
    const [sensor] = sensors;
    if (sensor === undefined) continue;
    const range = "startAt=2000-01-01&endAt=2100-01-01&cursor=1";
    const path = `/projects/${id}/sensors/${sensor.id}/${operation}?${range}`;
    const answer = await target.client.send(path);
    demandProblem(answer, 503, "contract_unavailable");
    const seconds = answer.headers.get("retry-after") ?? "";
    demand(/^[1-9][0-9]*$/.test(seconds), answer, "a Retry-After in seconds");
    return;
  }
  throw new NotChecked("no project of the key is without a contract");
}

/** A box may cross the antimeridian. */
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
