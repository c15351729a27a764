import type { Reader } from "#operations/operation-context.ts";
import { createReadBudget, type ReadBudget } from "#operations/read-budget.ts";
import { createSensorSettingsLoader } from "#operations/sensor-settings.ts";
import { createAnnotationsLoader } from "#operations/annotations.ts";
import {
  createAudioLeaser,
  createAudioLoaders,
  type AudioLoaders,
} from "#operations/lease-audio.ts";
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

/** What the resolvers of one request read with. Every loader asks for its scope and allow-list itself. */
export interface GraphqlContext {
  readonly loaders: ProjectLoaders &
    MeasurementLoaders &
    EventLoaders &
    AudioLoaders &
    EmbeddedMapLoaders &
    TimelineLoaders;
  /** What the loaders have taken; nobody else takes of it. */
  readonly budget: ReadBudget;
}

export function createGraphqlContext(request: Omit<Reader, "budget">): GraphqlContext {
  const reader: Reader = { ...request, budget: createReadBudget() };
  const loadSensorSettings = createSensorSettingsLoader(reader);
  const loadSamples = createSamplesLoader(reader);
  const loadAnnotations = createAnnotationsLoader(
    createClassificationsLoader(reader),
    createAudioLeaser(reader),
  );
  return {
    budget: reader.budget,
    loaders: {
      ...createProjectLoaders(reader),
      ...createMeasurementLoaders(reader, loadSensorSettings, loadSamples, loadAnnotations),
      ...createEventLoaders(reader, loadSensorSettings, loadAnnotations),
      ...createAudioLoaders(reader),
      ...createEmbeddedMapLoaders(reader, loadSensorSettings, loadSamples),
      ...createTimelineLoaders(reader, loadSensorSettings),
    },
  };
}
