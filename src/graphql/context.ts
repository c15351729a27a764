import type { Reader } from "./loaders/reader.ts";
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
}

export function createRequestContext(reader: Reader): RequestContext {
  const loadConfiguration = createConfigurationLoader(reader);
  const loadSamples = createSamplesLoader(reader);
  const loadAttachments = createAttachmentsLoader(
    createClassificationsLoader(reader),
    createAudioLeaser(reader),
  );
  return {
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
