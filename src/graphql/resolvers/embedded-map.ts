import { boundingBox, centerOf, type Location, streetZoom, zoomOf } from "#acoustics/map-view.ts";
import type {
  ResolversTypes,
  SensorFeaturePropertiesResolvers,
} from "#graphql/generated/resolvers.ts";
import type { MappedProject } from "#operations/embedded-map.ts";

/** The map as the schema shows it: GeoJSON, in which longitudes come first. */
export function presentMap({
  project,
  sensors,
}: MappedProject): Awaited<ResolversTypes["EmbeddedMap"]> {
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
        geometry: sensor.location && {
          type: "Point",
          coordinates: coordinatesOf(sensor.location),
        },
        properties: sensor,
      })),
    },
  };
}

export const sensorFeatureProperties: SensorFeaturePropertiesResolvers = {
  latest: (sensor, _args, { loaders }) => loaders.loadLatestLevel(sensor),
};

/** Without sensors the place of the project is shown, and without one the world. */
function presentZoom(center: Location | null, bbox: ReturnType<typeof boundingBox>): number {
  if (center === null) return 0;
  return bbox === null ? streetZoom : zoomOf(center, bbox);
}

function coordinatesOf({ longitude, latitude }: Location): [number, number] {
  return [longitude, latitude];
}
