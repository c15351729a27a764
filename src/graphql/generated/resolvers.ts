// Generated from schema.graphql by `npm run generate`. Do not edit.
import type { Instant } from "#acoustics/time/instant.ts";
import type { Decibels } from "#acoustics/levels/decibel.ts";
import type { Cursor } from "#acoustics/paging.ts";
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from "graphql";
import type { ProjectRecord } from "#database/queries/projects.ts";
import type { SensorRecord } from "#database/queries/sensors.ts";
import type { OperationContext } from "#operations/operation-context.ts";
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string };
  String: { input: string; output: string };
  Boolean: { input: boolean; output: boolean };
  Int: { input: number; output: number };
  Float: { input: number; output: number };
  /**
   * An instant. In answers always UTC, `YYYY-MM-DDTHH:mm:ss.sssZ`. As an argument `YYYY-MM-DD` or
   * `YYYY-MM-DDTHH:mm[:ss[.fraction]]` with `Z`, `±HH:mm`, `±HHmm`, `±HH` or nothing (nothing is UTC; a
   * bare date is its first instant in UTC). Fractions are cut to the millisecond.
   */
  Instant: { input: Instant; output: string };
  /** A day of a project's local calendar, `YYYY-MM-DD`. */
  LocalDate: { input: string; output: string };
  /** A wall-clock time, `HH:mm`; `24:00` is the end of the day. */
  LocalTime: { input: string; output: string };
  /** A level in dB, or a difference of levels: a number with at most two decimals, exact. */
  Decibel: { input: never; output: Decibels };
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  UnixSecond: { input: Cursor; output: Cursor };
};

/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Direction of time in a page. */
export type Order =
  /** Oldest first. */
  | "asc"
  /** Newest first. */
  | "desc";

/** A day on which a window of a schedule starts. */
export type LimitDay =
  /** Monday. */
  | "mon"
  /** Tuesday. */
  | "tue"
  /** Wednesday. */
  | "wed"
  /** Thursday. */
  | "thu"
  /** Friday. */
  | "fri"
  /** Saturday. */
  | "sat"
  /** Sunday. */
  | "sun"
  /** A date among the project's holidays. */
  | "holiday";

/** What decides an applicable limit, in order of precedence: the first that matches wins. */
export type LimitSource =
  /** An exception of the sensor. */
  | "sensor_exception"
  /** An exception of the project. */
  | "project_exception"
  /** A window of the sensor that starts on a holiday. */
  | "sensor_holiday"
  /** A window of the project that starts on a holiday. */
  | "project_holiday"
  /** A window of the sensor's schedule. */
  | "sensor_schedule"
  /** A window of the project's schedule. */
  | "project_schedule"
  /** The sensor's default. */
  | "sensor_default"
  /** The project's default. */
  | "project_default"
  /** No limit applies. */
  | "none";

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type Query = {
  /** The projects allowed for the key, ordered by id. Scope `v0:projects:read`. */
  readonly projects: Maybe<ReadonlyArray<Project>>;
  /** One allowed project. Scope `v0:projects:read`. `NOT_FOUND`. */
  readonly project: Maybe<Project>;
  /** One allowed sensor of an allowed project. Scope `v0:projects:read`. `NOT_FOUND`. */
  readonly sensor: Maybe<Sensor>;
  /**
   * One page of a sensor's samples. Scope `v0:data:read`; with `withAudio` also `v0:audio:read`. `NOT_FOUND`, `INVALID_REQUEST`,
   * `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly measurements: Maybe<MeasurementsPage>;
  /**
   * One page of a sensor's sound events. Scope `v0:events:read`; with `withAudio` also `v0:audio:read`. `NOT_FOUND`, `INVALID_REQUEST`,
   * `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly events: Maybe<SoundEventsPage>;
  /**
   * The recording that a lease of the same key covers. Scopes `v0:audio:read` and that of the page that
   * issued the lease. `NOT_FOUND`, also for a lease that has expired.
   */
  readonly recording: Maybe<Recording>;
  /** The map of an allowed project. Scope `v0:embedded-map:read`. `NOT_FOUND`. */
  readonly embeddedMap: Maybe<EmbeddedMap>;
};

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryProjectArgs = {
  id: Scalars["ID"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QuerySensorArgs = {
  projectId: Scalars["ID"]["input"];
  id: Scalars["ID"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryMeasurementsArgs = {
  projectId: Scalars["ID"]["input"];
  sensorId: Scalars["ID"]["input"];
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  limit?: Scalars["Int"]["input"];
  orderBy?: Order;
  fweighting?: FrequencyWeighting;
  cursor?: Scalars["UnixSecond"]["input"];
  withAudio?: Scalars["Boolean"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryEventsArgs = {
  projectId: Scalars["ID"]["input"];
  sensorId: Scalars["ID"]["input"];
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  limit?: Scalars["Int"]["input"];
  orderBy?: Order;
  fweighting?: FrequencyWeighting;
  cursor?: Scalars["UnixSecond"]["input"];
  withAudio?: Scalars["Boolean"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryRecordingArgs = {
  leaseId: Scalars["ID"]["input"];
  id: Scalars["ID"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null, and an error at its path says
 * why in `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document asks for too much;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the service cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryEmbeddedMapArgs = {
  projectId: Scalars["ID"]["input"];
};

/** A place where sensors measure under one contract. */
export type Project = {
  /** Chosen by the operator: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. */
  readonly id: Scalars["ID"]["output"];
  /** Name for people. */
  readonly name: Scalars["String"]["output"];
  /** What the project is about. */
  readonly description: Maybe<Scalars["String"]["output"]>;
  /** IANA time zone in which the limits' wall clock runs. */
  readonly timezone: Scalars["String"]["output"];
  /** Position of the project. */
  readonly location: Maybe<Location>;
  /** The contract period; null where its configuration is missing or invalid. */
  readonly contract: Maybe<Contract>;
  /** The allowed sensors of the project, ordered by id. Scope `v0:projects:read`. */
  readonly sensors: ReadonlyArray<Sensor>;
  /**
   * Limits of the whole project, with its holidays. Limits of a sensor take precedence. Scope
   * `v0:projects:read`.
   */
  readonly schedule: LimitSchedule;
};

/** A sound level meter. */
export type Sensor = {
  /** Chosen by the operator, unique in the whole installation. */
  readonly id: Scalars["ID"]["output"];
  /** Name for people. */
  readonly name: Scalars["String"]["output"];
  /** Serial number of the instrument. */
  readonly serialNumber: Maybe<Scalars["String"]["output"]>;
  /** Model or class of the instrument. */
  readonly model: Maybe<Scalars["String"]["output"]>;
  /** Position of the sensor. */
  readonly location: Maybe<Location>;
  /** Limits of this sensor alone; they take precedence over the project's. Scope `v0:projects:read`. */
  readonly schedule: LimitSchedule;
  /**
   * The limit over a range of at most 366 days, as contiguous segments. Scope `v0:projects:read`.
   * `INVALID_REQUEST`, also for the whole request if its timelines have too many segments together: each takes
   * one record for a day, and one for two segments. `CONTRACT_UNAVAILABLE`.
   */
  readonly limitTimeline: Maybe<ReadonlyArray<LimitSegment>>;
  /**
   * The last sample inside the contract that has an equivalent level of the weighting; null if there is none.
   * Its recording is not leased: `audioUrl` and `audioExpiresAt` are null. Scope `v0:data:read`.
   * `CONTRACT_UNAVAILABLE`.
   */
  readonly latest: Maybe<Sample>;
  /**
   * One page of samples. Scope `v0:data:read`; with `withAudio` also `v0:audio:read`. `INVALID_REQUEST`,
   * `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly measurements: Maybe<MeasurementsPage>;
  /**
   * One page of sound events. Scope `v0:events:read`; with `withAudio` also `v0:audio:read`. `INVALID_REQUEST`,
   * `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly events: Maybe<SoundEventsPage>;
};

/** A sound level meter. */
export type SensorLimitTimelineArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  fweighting?: FrequencyWeighting;
};

/** A sound level meter. */
export type SensorLatestArgs = {
  fweighting?: FrequencyWeighting;
};

/** A sound level meter. */
export type SensorMeasurementsArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  limit?: Scalars["Int"]["input"];
  orderBy?: Order;
  fweighting?: FrequencyWeighting;
  cursor?: Scalars["UnixSecond"]["input"];
  withAudio?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorEventsArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  limit?: Scalars["Int"]["input"];
  orderBy?: Order;
  fweighting?: FrequencyWeighting;
  cursor?: Scalars["UnixSecond"]["input"];
  withAudio?: Scalars["Boolean"]["input"];
};

/** A position in WGS 84, degrees. */
export type Location = {
  /** Degrees north, -90 to 90. */
  readonly latitude: Scalars["Float"]["output"];
  /** Degrees east, -180 to 180. */
  readonly longitude: Scalars["Float"]["output"];
};

/** The period whose data and events may be read; both bounds are included. */
export type Contract = {
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** Last instant. */
  readonly endAt: Scalars["Instant"]["output"];
};

/** Limits as the operator wrote them, of a project or of a sensor. */
export type LimitSchedule = {
  /** Applies when nothing else matches; null without a default. */
  readonly default: Maybe<LimitLevels>;
  /** Recurring windows, in order of precedence. */
  readonly windows: ReadonlyArray<LimitWindow>;
  /** Windows of absolute time, in order of precedence; they take precedence over everything else. */
  readonly exceptions: ReadonlyArray<LimitException>;
  /** Dates of the project on which windows with the day `holiday` start. */
  readonly holidays: ReadonlyArray<Holiday>;
};

/** A limit for each frequency weighting; null for a weighting without one. */
export type LimitLevels = {
  /** Limit of A-weighted levels. */
  readonly A: Maybe<Scalars["Decibel"]["output"]>;
  /** Limit of C-weighted levels. */
  readonly C: Maybe<Scalars["Decibel"]["output"]>;
  /** Limit of Z-weighted levels. */
  readonly Z: Maybe<Scalars["Decibel"]["output"]>;
};

/**
 * A window of the wall clock, `from <= wall clock < to`, on each of its days. A window with `to <= from`
 * runs into the next day and belongs to the day on which it starts; with equal ends it lasts 24 hours.
 */
export type LimitWindow = {
  /** Days on which the window starts. */
  readonly days: ReadonlyArray<LimitDay>;
  /** First wall-clock time. */
  readonly from: Scalars["LocalTime"]["output"];
  /** End, excluded; `24:00` is the end of the day. */
  readonly to: Scalars["LocalTime"]["output"];
  /** Limits inside the window. */
  readonly limit: LimitLevels;
};

/** Limits that apply at `startAt <= t < endAt`. */
export type LimitException = {
  /** Name for people. */
  readonly name: Maybe<Scalars["String"]["output"]>;
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /** Limits of the exception. */
  readonly limit: LimitLevels;
};

/** A holiday of a project. */
export type Holiday = {
  /** Local date. */
  readonly date: Scalars["LocalDate"]["output"];
  /** Name for people. */
  readonly name: Maybe<Scalars["String"]["output"]>;
};

/** A period in which one limit applies: `startAt <= t < endAt`. */
export type LimitSegment = {
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End, excluded. That of the last segment is one millisecond after the range. */
  readonly endAt: Scalars["Instant"]["output"];
  /** The limit in dB; null if none applies. */
  readonly limit: Maybe<Scalars["Decibel"]["output"]>;
  /** What decides it. */
  readonly limitSource: LimitSource;
};

/** What was read, and whether it was cut. */
export type PageMeta = {
  /** Whether the requested range was cut to the contract period. */
  readonly clamped: Scalars["Boolean"]["output"];
  /** The range actually used; null where the request does not overlap the contract. */
  readonly effectiveRange: Maybe<EffectiveRange>;
};

/** The range actually used; both bounds are included. */
export type EffectiveRange = {
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** Last instant. */
  readonly endAt: Scalars["Instant"]["output"];
};

/** One page of samples. */
export type MeasurementsPage = {
  /** The samples, in the requested order. */
  readonly data: ReadonlyArray<Sample>;
  /** Cursor of the next page; null exactly when nothing follows. */
  readonly cursor: Maybe<Scalars["UnixSecond"]["output"]>;
  /** What was read. */
  readonly meta: PageMeta;
};

/** An acoustic measurement over one interval. A level that the meter did not report is null. */
export type Sample = {
  /** `<sensorId>.<unix second>`. */
  readonly id: Scalars["ID"]["output"];
  /** Start of the interval, on a whole second. */
  readonly datetime: Scalars["Instant"]["output"];
  /** The requested weighting, which `Leq` and `limit` follow. */
  readonly fweighting: FrequencyWeighting;
  /** Equivalent level of the requested weighting: `LAeq`, `LCeq` or `LZeq`. */
  readonly Leq: Maybe<Scalars["Decibel"]["output"]>;
  /** A-weighted equivalent level. */
  readonly LAeq: Maybe<Scalars["Decibel"]["output"]>;
  /** C-weighted equivalent level. */
  readonly LCeq: Maybe<Scalars["Decibel"]["output"]>;
  /** Z-weighted equivalent level. */
  readonly LZeq: Maybe<Scalars["Decibel"]["output"]>;
  /** A-weighted maximum, time weighting F. */
  readonly LAFmax: Maybe<Scalars["Decibel"]["output"]>;
  /** A-weighted minimum, time weighting F. */
  readonly LAFmin: Maybe<Scalars["Decibel"]["output"]>;
  /** C-weighted peak. */
  readonly LCpeak: Maybe<Scalars["Decibel"]["output"]>;
  /** A-weighted level exceeded for 10 % of the interval. */
  readonly LA10: Maybe<Scalars["Decibel"]["output"]>;
  /** A-weighted level exceeded for 50 % of the interval. */
  readonly LA50: Maybe<Scalars["Decibel"]["output"]>;
  /** A-weighted level exceeded for 90 % of the interval. */
  readonly LA90: Maybe<Scalars["Decibel"]["output"]>;
  /** By the project's current model; null without one of enough confidence. */
  readonly classification: Maybe<Classification>;
  /** The limit by today's schedule; null if none applies. */
  readonly limit: Maybe<Scalars["Decibel"]["output"]>;
  /** What decides the limit. */
  readonly limitSource: LimitSource;
  /** When the limit was calculated: one instant for the whole page. */
  readonly limitRecalculatedAt: Scalars["Instant"]["output"];
  /**
   * Path of the recording; null without one, and where none can be leased.
   *
   * Null as well unless the page is asked for with `withAudio: true`.
   */
  readonly audioUrl: Maybe<Scalars["String"]["output"]>;
  /**
   * When that path expires; null exactly where `audioUrl` is.
   *
   * Null as well unless the page is asked for with `withAudio: true`.
   */
  readonly audioExpiresAt: Maybe<Scalars["Instant"]["output"]>;
};

/** A FLAC recording that a lease covers. */
export type Recording = {
  /** The sensor that recorded it. */
  readonly sensorId: Scalars["ID"]["output"];
  /** Start of the recording: that of its sample's interval. */
  readonly datetime: Scalars["Instant"]["output"];
  /** Length of the whole recording in bytes. */
  readonly byteLength: Scalars["Float"]["output"];
};

/** The classification of a sample by a model. */
export type Classification = {
  /** The label that the model gave. */
  readonly label: Scalars["String"]["output"];
  /** Confidence of the model, 0 to 1. */
  readonly confidence: Scalars["Float"]["output"];
  /** Name of the model. */
  readonly model: Scalars["String"]["output"];
};

/** One page of sound events. */
export type SoundEventsPage = {
  /** The events, in the requested order. A page may have fewer than `limit` and still be followed by another. */
  readonly data: ReadonlyArray<SoundEvent>;
  /** Cursor of the next page; null exactly when nothing follows. */
  readonly cursor: Maybe<Scalars["UnixSecond"]["output"]>;
  /** What was read. */
  readonly meta: PageMeta;
};

/** A sample whose equivalent level exceeds the limit by today's schedule. */
export type SoundEvent = {
  /** Id of its sample. */
  readonly id: Scalars["ID"]["output"];
  /** The sensor that measured it. */
  readonly sensorId: Scalars["ID"]["output"];
  /** Start of the sample's interval. */
  readonly datetime: Scalars["Instant"]["output"];
  /** By the project's current model; null without one of enough confidence. */
  readonly classification: Maybe<Classification>;
  /** Equivalent level of the requested weighting. */
  readonly Leq: Scalars["Decibel"]["output"];
  /** The limit that was exceeded. */
  readonly limit: Scalars["Decibel"]["output"];
  /** `Leq - limit`, above zero. */
  readonly over: Scalars["Decibel"]["output"];
  /** What decides the limit. */
  readonly limitSource: LimitSource;
  /** When the limit was calculated: one instant for the whole page. */
  readonly limitRecalculatedAt: Scalars["Instant"]["output"];
  /** The requested weighting. */
  readonly fweighting: FrequencyWeighting;
  /**
   * Path of the recording; null without one, and where none can be leased.
   *
   * Null as well unless the page is asked for with `withAudio: true`.
   */
  readonly audioUrl: Maybe<Scalars["String"]["output"]>;
  /**
   * When that path expires; null exactly where `audioUrl` is.
   *
   * Null as well unless the page is asked for with `withAudio: true`.
   */
  readonly audioExpiresAt: Maybe<Scalars["Instant"]["output"]>;
};

/** The map of a project (RFC 7946). */
export type EmbeddedMap = {
  /** The project. */
  readonly projectId: Scalars["ID"]["output"];
  /** Name of the project. */
  readonly name: Scalars["String"]["output"];
  /** Its IANA time zone. */
  readonly timezone: Scalars["String"]["output"];
  /** Longitude and latitude: the project's, else the middle of `bbox`, else null. */
  readonly center: Maybe<ReadonlyArray<Scalars["Float"]["output"]>>;
  /** West, south, east, north of the allowed sensors (RFC 7946, 5); null where none has a location. */
  readonly bbox: Maybe<ReadonlyArray<Scalars["Float"]["output"]>>;
  /** Zoom level that shows `bbox`, 0 to 19. */
  readonly zoom: Scalars["Int"]["output"];
  /** The allowed sensors. */
  readonly sensors: SensorFeatureCollection;
};

/** A GeoJSON FeatureCollection. */
export type SensorFeatureCollection = {
  /** `FeatureCollection`. */
  readonly type: Scalars["String"]["output"];
  /** One feature a sensor. */
  readonly features: ReadonlyArray<SensorFeature>;
};

/** A GeoJSON Feature. */
export type SensorFeature = {
  /** `Feature`. */
  readonly type: Scalars["String"]["output"];
  /** Id of the sensor. */
  readonly id: Scalars["ID"]["output"];
  /** Null where the sensor has no location. */
  readonly geometry: Maybe<PointGeometry>;
  /** What the map shows of the sensor. */
  readonly properties: SensorFeatureProperties;
};

/** A GeoJSON Point. */
export type PointGeometry = {
  /** `Point`. */
  readonly type: Scalars["String"]["output"];
  /** Longitude, latitude. */
  readonly coordinates: ReadonlyArray<Scalars["Float"]["output"]>;
};

/** What the map shows of a sensor. */
export type SensorFeatureProperties = {
  /** Name of the sensor. */
  readonly name: Scalars["String"]["output"];
  /** Its last sample with an `LAeq` inside the contract; null if there is none. Scope `v0:data:read`. */
  readonly latest: Maybe<LatestLevel>;
};

/** The last A-weighted level of a sensor. */
export type LatestLevel = {
  /** Start of the sample's interval. */
  readonly datetime: Scalars["Instant"]["output"];
  /** A-weighted equivalent level. */
  readonly Leq: Scalars["Decibel"]["output"];
  /** The limit by today's schedule; null if none applies. */
  readonly limit: Maybe<Scalars["Decibel"]["output"]>;
  /** `Leq - limit`, negative below the limit; null without a limit. */
  readonly over: Maybe<Scalars["Decibel"]["output"]>;
};

export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<
  TResult,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> =
  | ResolverFn<TResult, TParent, TContext, TArgs>
  | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<
  TResult,
  TKey extends string,
  TParent,
  TContext,
  TArgs,
> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<
  TResult,
  TKey extends string,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<
  TTypes,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo,
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<
  T = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<
  TResult = Record<PropertyKey, never>,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>;

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Instant: ResolverTypeWrapper<Scalars["Instant"]["output"]>;
  LocalDate: ResolverTypeWrapper<Scalars["LocalDate"]["output"]>;
  LocalTime: ResolverTypeWrapper<Scalars["LocalTime"]["output"]>;
  Decibel: ResolverTypeWrapper<Scalars["Decibel"]["output"]>;
  UnixSecond: ResolverTypeWrapper<Scalars["UnixSecond"]["output"]>;
  FrequencyWeighting: FrequencyWeighting;
  Order: Order;
  LimitDay: LimitDay;
  LimitSource: LimitSource;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars["ID"]["output"]>;
  Int: ResolverTypeWrapper<Scalars["Int"]["output"]>;
  Boolean: ResolverTypeWrapper<Scalars["Boolean"]["output"]>;
  Project: ResolverTypeWrapper<ProjectRecord>;
  String: ResolverTypeWrapper<Scalars["String"]["output"]>;
  Sensor: ResolverTypeWrapper<SensorRecord>;
  Location: ResolverTypeWrapper<Location>;
  Float: ResolverTypeWrapper<Scalars["Float"]["output"]>;
  Contract: ResolverTypeWrapper<Contract>;
  LimitSchedule: ResolverTypeWrapper<LimitSchedule>;
  LimitLevels: ResolverTypeWrapper<LimitLevels>;
  LimitWindow: ResolverTypeWrapper<LimitWindow>;
  LimitException: ResolverTypeWrapper<LimitException>;
  Holiday: ResolverTypeWrapper<Holiday>;
  LimitSegment: ResolverTypeWrapper<LimitSegment>;
  PageMeta: ResolverTypeWrapper<PageMeta>;
  EffectiveRange: ResolverTypeWrapper<EffectiveRange>;
  MeasurementsPage: ResolverTypeWrapper<MeasurementsPage>;
  Sample: ResolverTypeWrapper<Sample>;
  Recording: ResolverTypeWrapper<Recording>;
  Classification: ResolverTypeWrapper<Classification>;
  SoundEventsPage: ResolverTypeWrapper<SoundEventsPage>;
  SoundEvent: ResolverTypeWrapper<SoundEvent>;
  EmbeddedMap: ResolverTypeWrapper<
    Omit<EmbeddedMap, "sensors"> & { sensors: ResolversTypes["SensorFeatureCollection"] }
  >;
  SensorFeatureCollection: ResolverTypeWrapper<
    Omit<SensorFeatureCollection, "features"> & {
      features: ReadonlyArray<ResolversTypes["SensorFeature"]>;
    }
  >;
  SensorFeature: ResolverTypeWrapper<
    Omit<SensorFeature, "properties"> & { properties: ResolversTypes["SensorFeatureProperties"] }
  >;
  PointGeometry: ResolverTypeWrapper<PointGeometry>;
  SensorFeatureProperties: ResolverTypeWrapper<SensorRecord>;
  LatestLevel: ResolverTypeWrapper<LatestLevel>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Instant: Scalars["Instant"]["output"];
  LocalDate: Scalars["LocalDate"]["output"];
  LocalTime: Scalars["LocalTime"]["output"];
  Decibel: Scalars["Decibel"]["output"];
  UnixSecond: Scalars["UnixSecond"]["output"];
  Query: Record<PropertyKey, never>;
  ID: Scalars["ID"]["output"];
  Int: Scalars["Int"]["output"];
  Boolean: Scalars["Boolean"]["output"];
  Project: ProjectRecord;
  String: Scalars["String"]["output"];
  Sensor: SensorRecord;
  Location: Location;
  Float: Scalars["Float"]["output"];
  Contract: Contract;
  LimitSchedule: LimitSchedule;
  LimitLevels: LimitLevels;
  LimitWindow: LimitWindow;
  LimitException: LimitException;
  Holiday: Holiday;
  LimitSegment: LimitSegment;
  PageMeta: PageMeta;
  EffectiveRange: EffectiveRange;
  MeasurementsPage: MeasurementsPage;
  Sample: Sample;
  Recording: Recording;
  Classification: Classification;
  SoundEventsPage: SoundEventsPage;
  SoundEvent: SoundEvent;
  EmbeddedMap: Omit<EmbeddedMap, "sensors"> & {
    sensors: ResolversParentTypes["SensorFeatureCollection"];
  };
  SensorFeatureCollection: Omit<SensorFeatureCollection, "features"> & {
    features: ReadonlyArray<ResolversParentTypes["SensorFeature"]>;
  };
  SensorFeature: Omit<SensorFeature, "properties"> & {
    properties: ResolversParentTypes["SensorFeatureProperties"];
  };
  PointGeometry: PointGeometry;
  SensorFeatureProperties: SensorRecord;
  LatestLevel: LatestLevel;
};

export type ListSizeDirectiveArgs = {
  assumedSize: Scalars["Int"]["input"];
};

export type ListSizeDirectiveResolver<
  Result,
  Parent,
  ContextType = OperationContext,
  Args = ListSizeDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type FormDirectiveArgs = {
  name: Scalars["String"]["input"];
};

export type FormDirectiveResolver<
  Result,
  Parent,
  ContextType = OperationContext,
  Args = FormDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ConstantDirectiveArgs = {
  value: Scalars["String"]["input"];
};

export type ConstantDirectiveResolver<
  Result,
  Parent,
  ContextType = OperationContext,
  Args = ConstantDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export interface InstantScalarConfig extends GraphQLScalarTypeConfig<
  ResolversTypes["Instant"],
  any
> {
  name: "Instant";
}

export interface LocalDateScalarConfig extends GraphQLScalarTypeConfig<
  ResolversTypes["LocalDate"],
  any
> {
  name: "LocalDate";
}

export interface LocalTimeScalarConfig extends GraphQLScalarTypeConfig<
  ResolversTypes["LocalTime"],
  any
> {
  name: "LocalTime";
}

export interface DecibelScalarConfig extends GraphQLScalarTypeConfig<
  ResolversTypes["Decibel"],
  any
> {
  name: "Decibel";
}

export interface UnixSecondScalarConfig extends GraphQLScalarTypeConfig<
  ResolversTypes["UnixSecond"],
  any
> {
  name: "UnixSecond";
}

export type QueryResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Query"] = ResolversParentTypes["Query"],
> = {
  projects?: Resolver<Maybe<ReadonlyArray<ResolversTypes["Project"]>>, ParentType, ContextType>;
  project?: Resolver<
    Maybe<ResolversTypes["Project"]>,
    ParentType,
    ContextType,
    RequireFields<QueryProjectArgs, "id">
  >;
  sensor?: Resolver<
    Maybe<ResolversTypes["Sensor"]>,
    ParentType,
    ContextType,
    RequireFields<QuerySensorArgs, "projectId" | "id">
  >;
  measurements?: Resolver<
    Maybe<ResolversTypes["MeasurementsPage"]>,
    ParentType,
    ContextType,
    RequireFields<
      QueryMeasurementsArgs,
      | "projectId"
      | "sensorId"
      | "startAt"
      | "endAt"
      | "limit"
      | "orderBy"
      | "fweighting"
      | "cursor"
      | "withAudio"
    >
  >;
  events?: Resolver<
    Maybe<ResolversTypes["SoundEventsPage"]>,
    ParentType,
    ContextType,
    RequireFields<
      QueryEventsArgs,
      | "projectId"
      | "sensorId"
      | "startAt"
      | "endAt"
      | "limit"
      | "orderBy"
      | "fweighting"
      | "cursor"
      | "withAudio"
    >
  >;
  recording?: Resolver<
    Maybe<ResolversTypes["Recording"]>,
    ParentType,
    ContextType,
    RequireFields<QueryRecordingArgs, "leaseId" | "id">
  >;
  embeddedMap?: Resolver<
    Maybe<ResolversTypes["EmbeddedMap"]>,
    ParentType,
    ContextType,
    RequireFields<QueryEmbeddedMapArgs, "projectId">
  >;
};

export type ProjectResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Project"] = ResolversParentTypes["Project"],
> = {
  id?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes["Location"]>, ParentType, ContextType>;
  contract?: Resolver<Maybe<ResolversTypes["Contract"]>, ParentType, ContextType>;
  sensors?: Resolver<ReadonlyArray<ResolversTypes["Sensor"]>, ParentType, ContextType>;
  schedule?: Resolver<ResolversTypes["LimitSchedule"], ParentType, ContextType>;
};

export type SensorResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Sensor"] = ResolversParentTypes["Sensor"],
> = {
  id?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  serialNumber?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  location?: Resolver<Maybe<ResolversTypes["Location"]>, ParentType, ContextType>;
  schedule?: Resolver<ResolversTypes["LimitSchedule"], ParentType, ContextType>;
  limitTimeline?: Resolver<
    Maybe<ReadonlyArray<ResolversTypes["LimitSegment"]>>,
    ParentType,
    ContextType,
    RequireFields<SensorLimitTimelineArgs, "startAt" | "endAt" | "fweighting">
  >;
  latest?: Resolver<
    Maybe<ResolversTypes["Sample"]>,
    ParentType,
    ContextType,
    RequireFields<SensorLatestArgs, "fweighting">
  >;
  measurements?: Resolver<
    Maybe<ResolversTypes["MeasurementsPage"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorMeasurementsArgs,
      "startAt" | "endAt" | "limit" | "orderBy" | "fweighting" | "cursor" | "withAudio"
    >
  >;
  events?: Resolver<
    Maybe<ResolversTypes["SoundEventsPage"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorEventsArgs,
      "startAt" | "endAt" | "limit" | "orderBy" | "fweighting" | "cursor" | "withAudio"
    >
  >;
};

export type LocationResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Location"] = ResolversParentTypes["Location"],
> = {
  latitude?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  longitude?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
};

export type ContractResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Contract"] = ResolversParentTypes["Contract"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
};

export type LimitScheduleResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitSchedule"] = ResolversParentTypes["LimitSchedule"],
> = {
  default?: Resolver<Maybe<ResolversTypes["LimitLevels"]>, ParentType, ContextType>;
  windows?: Resolver<ReadonlyArray<ResolversTypes["LimitWindow"]>, ParentType, ContextType>;
  exceptions?: Resolver<ReadonlyArray<ResolversTypes["LimitException"]>, ParentType, ContextType>;
  holidays?: Resolver<ReadonlyArray<ResolversTypes["Holiday"]>, ParentType, ContextType>;
};

export type LimitLevelsResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitLevels"] = ResolversParentTypes["LimitLevels"],
> = {
  A?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  C?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Z?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
};

export type LimitWindowResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitWindow"] = ResolversParentTypes["LimitWindow"],
> = {
  days?: Resolver<ReadonlyArray<ResolversTypes["LimitDay"]>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
  to?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes["LimitLevels"], ParentType, ContextType>;
};

export type LimitExceptionResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitException"] =
    ResolversParentTypes["LimitException"],
> = {
  name?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes["LimitLevels"], ParentType, ContextType>;
};

export type HolidayResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Holiday"] = ResolversParentTypes["Holiday"],
> = {
  date?: Resolver<ResolversTypes["LocalDate"], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
};

export type LimitSegmentResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitSegment"] = ResolversParentTypes["LimitSegment"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitSource?: Resolver<ResolversTypes["LimitSource"], ParentType, ContextType>;
};

export type PageMetaResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["PageMeta"] = ResolversParentTypes["PageMeta"],
> = {
  clamped?: Resolver<ResolversTypes["Boolean"], ParentType, ContextType>;
  effectiveRange?: Resolver<Maybe<ResolversTypes["EffectiveRange"]>, ParentType, ContextType>;
};

export type EffectiveRangeResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["EffectiveRange"] =
    ResolversParentTypes["EffectiveRange"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
};

export type MeasurementsPageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["MeasurementsPage"] =
    ResolversParentTypes["MeasurementsPage"],
> = {
  data?: Resolver<ReadonlyArray<ResolversTypes["Sample"]>, ParentType, ContextType>;
  cursor?: Resolver<Maybe<ResolversTypes["UnixSecond"]>, ParentType, ContextType>;
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
};

export type SampleResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Sample"] = ResolversParentTypes["Sample"],
> = {
  id?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  datetime?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  fweighting?: Resolver<ResolversTypes["FrequencyWeighting"], ParentType, ContextType>;
  Leq?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAeq?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LCeq?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LZeq?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAFmax?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAFmin?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LCpeak?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LA10?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LA50?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LA90?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  classification?: Resolver<Maybe<ResolversTypes["Classification"]>, ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitSource?: Resolver<ResolversTypes["LimitSource"], ParentType, ContextType>;
  limitRecalculatedAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  audioUrl?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  audioExpiresAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
};

export type RecordingResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Recording"] = ResolversParentTypes["Recording"],
> = {
  sensorId?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  datetime?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  byteLength?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
};

export type ClassificationResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Classification"] =
    ResolversParentTypes["Classification"],
> = {
  label?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  model?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
};

export type SoundEventsPageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SoundEventsPage"] =
    ResolversParentTypes["SoundEventsPage"],
> = {
  data?: Resolver<ReadonlyArray<ResolversTypes["SoundEvent"]>, ParentType, ContextType>;
  cursor?: Resolver<Maybe<ResolversTypes["UnixSecond"]>, ParentType, ContextType>;
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
};

export type SoundEventResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SoundEvent"] = ResolversParentTypes["SoundEvent"],
> = {
  id?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  sensorId?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  datetime?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  classification?: Resolver<Maybe<ResolversTypes["Classification"]>, ParentType, ContextType>;
  Leq?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  over?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  limitSource?: Resolver<ResolversTypes["LimitSource"], ParentType, ContextType>;
  limitRecalculatedAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  fweighting?: Resolver<ResolversTypes["FrequencyWeighting"], ParentType, ContextType>;
  audioUrl?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  audioExpiresAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
};

export type EmbeddedMapResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["EmbeddedMap"] = ResolversParentTypes["EmbeddedMap"],
> = {
  projectId?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  center?: Resolver<Maybe<ReadonlyArray<ResolversTypes["Float"]>>, ParentType, ContextType>;
  bbox?: Resolver<Maybe<ReadonlyArray<ResolversTypes["Float"]>>, ParentType, ContextType>;
  zoom?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  sensors?: Resolver<ResolversTypes["SensorFeatureCollection"], ParentType, ContextType>;
};

export type SensorFeatureCollectionResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SensorFeatureCollection"] =
    ResolversParentTypes["SensorFeatureCollection"],
> = {
  type?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  features?: Resolver<ReadonlyArray<ResolversTypes["SensorFeature"]>, ParentType, ContextType>;
};

export type SensorFeatureResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SensorFeature"] = ResolversParentTypes["SensorFeature"],
> = {
  type?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  id?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  geometry?: Resolver<Maybe<ResolversTypes["PointGeometry"]>, ParentType, ContextType>;
  properties?: Resolver<ResolversTypes["SensorFeatureProperties"], ParentType, ContextType>;
};

export type PointGeometryResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["PointGeometry"] = ResolversParentTypes["PointGeometry"],
> = {
  type?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  coordinates?: Resolver<ReadonlyArray<ResolversTypes["Float"]>, ParentType, ContextType>;
};

export type SensorFeaturePropertiesResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SensorFeatureProperties"] =
    ResolversParentTypes["SensorFeatureProperties"],
> = {
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  latest?: Resolver<Maybe<ResolversTypes["LatestLevel"]>, ParentType, ContextType>;
};

export type LatestLevelResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LatestLevel"] = ResolversParentTypes["LatestLevel"],
> = {
  datetime?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  Leq?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  over?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  Instant?: GraphQLScalarType;
  LocalDate?: GraphQLScalarType;
  LocalTime?: GraphQLScalarType;
  Decibel?: GraphQLScalarType;
  UnixSecond?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
  Sensor?: SensorResolvers<ContextType>;
  Location?: LocationResolvers<ContextType>;
  Contract?: ContractResolvers<ContextType>;
  LimitSchedule?: LimitScheduleResolvers<ContextType>;
  LimitLevels?: LimitLevelsResolvers<ContextType>;
  LimitWindow?: LimitWindowResolvers<ContextType>;
  LimitException?: LimitExceptionResolvers<ContextType>;
  Holiday?: HolidayResolvers<ContextType>;
  LimitSegment?: LimitSegmentResolvers<ContextType>;
  PageMeta?: PageMetaResolvers<ContextType>;
  EffectiveRange?: EffectiveRangeResolvers<ContextType>;
  MeasurementsPage?: MeasurementsPageResolvers<ContextType>;
  Sample?: SampleResolvers<ContextType>;
  Recording?: RecordingResolvers<ContextType>;
  Classification?: ClassificationResolvers<ContextType>;
  SoundEventsPage?: SoundEventsPageResolvers<ContextType>;
  SoundEvent?: SoundEventResolvers<ContextType>;
  EmbeddedMap?: EmbeddedMapResolvers<ContextType>;
  SensorFeatureCollection?: SensorFeatureCollectionResolvers<ContextType>;
  SensorFeature?: SensorFeatureResolvers<ContextType>;
  PointGeometry?: PointGeometryResolvers<ContextType>;
  SensorFeatureProperties?: SensorFeaturePropertiesResolvers<ContextType>;
  LatestLevel?: LatestLevelResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = OperationContext> = {
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  form?: FormDirectiveResolver<any, any, ContextType>;
  constant?: ConstantDirectiveResolver<any, any, ContextType>;
};
