import type { Reader } from "./loaders/reader.ts";
import { createReadBudget, type ReadBudget } from "./read-budget.ts";
import { createConfigurationLoader } from "./loaders/configurations.ts";
import { createAttachmentsLoader } from "./loaders/attachments.ts";
import { createAudioLeaser, createAudioLoaders, type AudioLoaders } from "./loaders/audio.ts";
import { createClassificationsLoader } from "./loaders/classifications.ts";
import { createEmbeddedMapLoaders, type EmbeddedMapLoaders } from "./loaders/embedded-map.ts";
import { createEventLoaders, type EventLoaders } from "./loaders/events.ts";
import { createMeasurementLoaders, type MeasurementLoaders } from "./loaders/measurements.ts";
import { createProjectLoaders, type ProjectLoaders } from "./loaders/projects.ts";
import { createSamplesLoader } from "./loaders/samples.ts";
import { createTimelineLoaders, type TimelineLoaders } from "./loaders/timeline.ts";

/** What the resolvers of one request read with. Every loader asks for its scope and allow-list itself. */
export interface RequestContext {
  readonly loaders: ProjectLoaders &
    MeasurementLoaders &
    EventLoaders &
    AudioLoaders &
    EmbeddedMapLoaders &
    TimelineLoaders;
  /** What the loaders have taken; nobody else takes of it. */
  readonly budget: ReadBudget;
}

export function createRequestContext(request: Omit<Reader, "budget">): RequestContext {
  const reader: Reader = { ...request, budget: createReadBudget() };
  const loadConfiguration = createConfigurationLoader(reader);
  const loadSamples = createSamplesLoader(reader);
  const loadAttachments = createAttachmentsLoader(
    createClassificationsLoader(reader),
    createAudioLeaser(reader),
  );
  return {
    budget: reader.budget,
    loaders: {
      ...createProjectLoaders(reader),
      ...createMeasurementLoaders(reader, loadConfiguration, loadSamples, loadAttachments),
      ...createEventLoaders(reader, loadConfiguration, loadAttachments),
      ...createAudioLoaders(reader),
      ...createEmbeddedMapLoaders(reader, loadConfiguration, loadSamples),
      ...createTimelineLoaders(reader, loadConfiguration),
    },
  };
}
