import type { Principal } from "#auth/principal.ts";
import type { RequestContext } from "#http/request-context.ts";
import type { OperationContext, OperationServices } from "#operations/operation-context.ts";
import { createReadBudget, type ReadBudget } from "#operations/read-budget.ts";
import { createSensorSettingsLoader } from "#operations/sensor-settings.ts";
import { createAnnotationsLoader } from "#operations/annotations.ts";
import { createAudioLeaser } from "#operations/lease-audio.ts";
import { createRecordingOperations, type RecordingOperations } from "#operations/open-recording.ts";
import { createClassificationsLoader } from "#operations/load-classifications.ts";
import { createEmbeddedMapLoaders, type EmbeddedMapLoaders } from "#operations/embedded-map.ts";
import { createEventLoaders, type EventLoaders } from "#operations/list-events.ts";
import {
  createMeasurementLoaders,
  type MeasurementLoaders,
} from "#operations/list-measurements.ts";
import { createProjectLoaders, type ProjectLoaders } from "#operations/list-projects.ts";
import { createSamplesLoader } from "#operations/load-samples.ts";
import { createTimelineLoaders, type TimelineLoaders } from "#operations/limit-timeline.ts";

/** What the resolvers of one request call. Every operation checks its scope and grants itself. */
export interface GraphqlContext {
  readonly loaders: ProjectLoaders &
    MeasurementLoaders &
    EventLoaders &
    RecordingOperations &
    EmbeddedMapLoaders &
    TimelineLoaders;
  readonly budget: ReadBudget;
}

export function createGraphqlContext(
  { databaseFor, store, ...services }: OperationServices,
  request: RequestContext,
  principal: Principal,
): GraphqlContext {
  const { id: requestId, now, log } = request;
  const context: OperationContext = {
    ...services,
    database: databaseFor(request),
    principal,
    now,
    log,
    requestId,
    budget: createReadBudget(),
  };
  const loadSensorSettings = createSensorSettingsLoader(context);
  const loadSamples = createSamplesLoader(context);
  const loadAnnotations = createAnnotationsLoader(
    createClassificationsLoader(context),
    createAudioLeaser(context),
  );
  return {
    budget: context.budget,
    loaders: {
      ...createProjectLoaders(context),
      ...createMeasurementLoaders(context, loadSensorSettings, loadSamples, loadAnnotations),
      ...createEventLoaders(context, loadSensorSettings, loadAnnotations),
      ...createRecordingOperations(context, store),
      ...createEmbeddedMapLoaders(context, loadSensorSettings, loadSamples),
      ...createTimelineLoaders(context, loadSensorSettings),
    },
  };
}
