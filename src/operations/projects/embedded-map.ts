import {
  boundingBox,
  centerOf,
  type Location,
  streetZoom,
  zoomOf,
} from "../../acoustics/map-view.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";

/** The map of a project in the form of the answer. The latest levels are read per sensor. */
export type PresentedMap = ReturnType<typeof presentMap>;

/** The map of a granted project. Scope `v0:embedded-map:read`, and no other. Throws `forbidden`, `not_found`. */
export async function getEmbeddedMap(
  { principal, loaders }: OperationContext,
  projectId: string,
): Promise<PresentedMap> {
  requireScopes(principal, ["v0:embedded-map:read"]);
  const project = await loaders.projectById(projectId);
  if (project === null) throw RequestError.of("not_found");
  return presentMap(project, await loaders.sensorsOfProject(project));
}

/** In GeoJSON (RFC 7946), the longitude is the first number. */
function presentMap(project: ProjectRecord, sensors: readonly SensorRecord[]) {
  const bbox = boundingBox(sensors.flatMap(({ location }) => location ?? []));
  const center = project.location ?? (bbox && centerOf(bbox));
  return {
    projectId: project.id,
    name: project.name,
    timezone: project.timezone,
    center: center && coordinatesOf(center),
    bbox,
    zoom: presentZoom(center, bbox),
    sensors: {
      type: "FeatureCollection",
      features: sensors.map((sensor) => ({
        type: "Feature",
        id: sensor.id,
        geometry: sensor.location && { type: "Point", coordinates: coordinatesOf(sensor.location) },
        properties: sensor,
      })),
    },
  };
}

/** Without located sensors the map shows the streets around the project; without a center, the world. */
function presentZoom(center: Location | null, bbox: ReturnType<typeof boundingBox>): number {
  if (center === null) return 0;
  return bbox === null ? streetZoom : zoomOf(center, bbox);
}

function coordinatesOf({ longitude, latitude }: Location): [number, number] {
  return [longitude, latitude];
}
