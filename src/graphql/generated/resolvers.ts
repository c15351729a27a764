// Generated from schema.graphql by `npm run generate`. Do not edit.
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Decibels } from "../../acoustics/levels/decibel.ts";
import type { Cursor } from "../../acoustics/paging.ts";
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from "graphql";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import type { SampleRecord } from "../../operations/measurements/present-samples.ts";
import type { OperationContext } from "../../operations/operation-context.ts";
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
   * An instant (RFC 3339). In answers always UTC, `YYYY-MM-DDTHH:mm:ss.sssZ`. As an argument `YYYY-MM-DD` or
   * `YYYY-MM-DDTHH:mm[:ss[.fraction]]` with `Z`, `±HH:mm`, `±HHmm`, `±HH` or nothing (nothing is UTC; a
   * bare date is its first instant in UTC). Fractions are cut to the millisecond.
   */
  Instant: { input: Instant; output: string };
  /** A day of a project's local calendar, `YYYY-MM-DD` (RFC 3339, full-date). */
  LocalDate: { input: string; output: string };
  /** A wall-clock time, `HH:mm`; `24:00` is the end of the day (ISO 8601-1:2019/Amd 1:2022). */
  LocalTime: { input: string; output: string };
  /**
   * An instant as the wall clock of the project shows it, with its offset from UTC: `YYYY-MM-DDTHH:mm:ss±HH:mm`, or
   * `±HH:mm:ss` where the offset has seconds (Temporal, ECMAScript).
   */
  LocalDateTime: { input: string; output: string };
  /** A level in dB, or a difference of levels: a JSON number (RFC 8259) with at most two decimals, exact. */
  Decibel: { input: number; output: Decibels };
  /** Whole seconds since 1970-01-01T00:00:00Z, as a JSON number (POSIX.1-2017, 4.16). */
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

/** A part of a range over which samples are added up, in the project's local time. */
export type Bucket =
  /** Begins with each minute of the wall clock, and at every clock change. */
  | "minute"
  /** Begins at each multiple of five minutes since midnight on the wall clock, and at every clock change. */
  | "five_minutes"
  /** Begins at each multiple of fifteen minutes since midnight on the wall clock, and at every clock change. */
  | "quarter_hour"
  /** Begins with each hour of the wall clock, and at every clock change: a repeated hour is two buckets. */
  | "hour"
  /** From the first instant whose wall clock shows a date to that of the next date that exists. */
  | "day"
  /** Seven such days from Monday (ISO 8601). */
  | "week"
  /** The days of a calendar month. */
  | "month"
  /** The days of a calendar year. */
  | "year"
  /** One bucket: the effective range. */
  | "range"
  /** The segments of `limitTimeline`, cut to whole seconds: one limit and one source each. At most 366 days. */
  | "limit";

/** The levels that a meter reports for each sample. */
export type LevelName =
  /** A-weighted equivalent level. */
  | "LAeq"
  /** C-weighted equivalent level. */
  | "LCeq"
  /** Z-weighted equivalent level. */
  | "LZeq"
  /** A-weighted maximum, time weighting F. */
  | "LAFmax"
  /** A-weighted minimum, time weighting F. */
  | "LAFmin"
  /** C-weighted peak. */
  | "LCpeak"
  /** A-weighted level exceeded for 10 % of the sample. */
  | "LA10"
  /** A-weighted level exceeded for 50 % of the sample. */
  | "LA50"
  /** A-weighted level exceeded for 90 % of the sample. */
  | "LA90";

/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

/** Owner of the rule that a limit comes from. */
export type LimitOwner =
  /** The sensor. */
  | "sensor"
  /** Its project. */
  | "project";

/** The kind of a rule. */
export type LimitRuleKind =
  /** A window of absolute time. */
  | "exception"
  /** A recurring window of the wall clock. */
  | "window"
  /** The rule that applies when nothing else matches. */
  | "default";

/** Source of an applicable limit, in order of precedence: the first that matches wins. */
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
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
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
   * One page of a sensor's samples. Scope `v0:data:read`; with `withAudio` also `v0:audio:read`. `NOT_FOUND`,
   * `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly measurements: Maybe<MeasurementsPage>;
  /**
   * One page of a sensor's sound events. Scope `v0:events:read`; with `withAudio` also `v0:audio:read`. `NOT_FOUND`,
   * `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly events: Maybe<SoundEventsPage>;
  /**
   * The recording that a lease of the same key covers. Scopes `v0:audio:read` and that of the page that
   * issued the lease. An expired lease is not found. `NOT_FOUND`.
   */
  readonly recording: Maybe<Recording>;
  /** The map of an allowed project. Scope `v0:embedded-map:read`. `NOT_FOUND`. */
  readonly embeddedMap: Maybe<EmbeddedMap>;
  /** The API key of this request; null only with an error. Needs no scope. */
  readonly viewer: Maybe<Viewer>;
};

/**
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryProjectArgs = {
  id: Scalars["ID"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QuerySensorArgs = {
  projectId: Scalars["ID"]["input"];
  id: Scalars["ID"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
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
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
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
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryRecordingArgs = {
  leaseId: Scalars["ID"]["input"];
  id: Scalars["ID"]["input"];
};

/**
 * Everything that an API key may read. A field that cannot be answered is null. An error at its path has the reason in
 * `extensions.code`:
 *
 * - `UNAUTHORIZED`: the API key is missing or not in force. No field is answered.
 * - `FORBIDDEN`: the key lacks a scope; `extensions.requiredScopes` names those that are needed.
 * - `NOT_FOUND`: an id is unknown, ill-formed or not granted to the key, or two ids do not belong together.
 *   All of these are the same error.
 * - `INVALID_REQUEST`: the document or an argument is wrong, or the document exceeds a bound;
 *   `extensions.errors` names each argument with what is wrong.
 * - `CURSOR_OUT_OF_RANGE`: the cursor lies outside the effective range.
 * - `CONTRACT_UNAVAILABLE`: the contract of the project is missing or invalid.
 * - `UNAVAILABLE`: the gateway cannot answer now.
 *
 * Every field may be `UNAVAILABLE`. Fields name their other errors below, where they have any besides
 * `FORBIDDEN` for their scope.
 */
export type QueryEmbeddedMapArgs = {
  projectId: Scalars["ID"]["input"];
};

/** A scope of an API key. Its text, in REST, commands and errors, has colons and dashes, which no name in GraphQL has. */
export type Scope =
  /** `v0:projects:read`: projects, sensors, their limits and criteria. */
  | "projects_read"
  /** `v0:data:read`: samples, and everything that is worked out from them. */
  | "data_read"
  /** `v0:events:read`: sound events and episodes. */
  | "events_read"
  /** `v0:audio:read`: recordings, beside the scope of the page that leases them. */
  | "audio_read"
  /** `v0:embedded-map:read`: the map of a project. */
  | "embedded_map_read";

/** An API key, as its bearer may see it. */
export type Viewer = {
  /** The public part of the key, which logs show. */
  readonly keyId: Scalars["ID"]["output"];
  /** The name that the operator gave it. */
  readonly name: Scalars["String"]["output"];
  /** The scopes of the key, in the order of the specification. */
  readonly grantedScopes: ReadonlyArray<Scope>;
  /**
   * The same scopes as texts, such as `v0:data:read`.
   * @deprecated Use grantedScopes.
   */
  readonly scopes: ReadonlyArray<Scalars["String"]["output"]>;
  /** End of its validity; null if it does not expire. */
  readonly expiresAt: Maybe<Scalars["Instant"]["output"]>;
};

/** A place where sensors measure under one contract. */
export type Project = {
  /** Chosen by the operator: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. */
  readonly id: Scalars["ID"]["output"];
  /** Name for people. */
  readonly name: Scalars["String"]["output"];
  /** Purpose of the project, for people. */
  readonly description: Maybe<Scalars["String"]["output"]>;
  /** IANA time zone in which the limits' wall clock runs. */
  readonly timezone: Scalars["String"]["output"];
  /** Position of the project. */
  readonly location: Maybe<Location>;
  /** The contract period; null where its configuration is missing or invalid. */
  readonly contract: Maybe<Contract>;
  /**
   * The permit that the project is assessed for, as the operator declares it; null without one. Scope `v0:projects:read`.
   * `INVALID_REQUEST`.
   */
  readonly permit: Maybe<Permit>;
  /** The model whose classifications are served; null where the site file names none: then nothing has a classification. */
  readonly classification: Maybe<ClassificationModel>;
  /** The allowed sensors of the project, ordered by id. Scope `v0:projects:read`. */
  readonly sensors: ReadonlyArray<Sensor>;
  /**
   * Limits of the whole project, with its holidays. Limits of a sensor take precedence. Scope
   * `v0:projects:read`. `INVALID_REQUEST` over budget: two rules or holidays cost a record.
   */
  readonly schedule: LimitSchedule;
  /**
   * The criteria of the project's permits, in the order of the site file. Scope `v0:projects:read`. `INVALID_REQUEST` over
   * budget: each criterion and each sensor that it names cost a record.
   */
  readonly criteria: ReadonlyArray<Criterion>;
  /**
   * The newest versions of the project's site, newest first, at most 100. `asOf` of other fields selects among all
   * versions. Scope `v0:projects:read`. `INVALID_REQUEST` over budget: each version and each of its changes cost a record.
   */
  readonly versions: ReadonlyArray<SiteVersion>;
  /**
   * One page of the sound events of all allowed sensors of the project, ordered by second and then by the id of the
   * sensor, both in the direction of `orderBy`. Scope `v0:events:read`; with `withAudio` or `withRecording` also
   * `v0:audio:read`. Costs as many records as `events` of a sensor, and 20 more for each sensor that is searched.
   * `NOT_FOUND` for one of `sensors`, `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`, `CURSOR_OUT_OF_RANGE`.
   */
  readonly events: Maybe<ProjectEventsPage>;
};

/** A place where sensors measure under one contract. */
export type ProjectPermitArgs = {
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A place where sensors measure under one contract. */
export type ProjectSensorsArgs = {
  ids?: InputMaybe<ReadonlyArray<Scalars["ID"]["input"]>>;
};

/** A place where sensors measure under one contract. */
export type ProjectEventsArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  limit?: Scalars["Int"]["input"];
  orderBy?: Order;
  fweighting?: FrequencyWeighting;
  cursor?: InputMaybe<Scalars["String"]["input"]>;
  sensors?: InputMaybe<ReadonlyArray<Scalars["ID"]["input"]>>;
  labels?: InputMaybe<ReadonlyArray<Scalars["String"]["input"]>>;
  minOver?: InputMaybe<Scalars["Decibel"]["input"]>;
  sources?: InputMaybe<ReadonlyArray<LimitSource>>;
  withRecording?: InputMaybe<Scalars["Boolean"]["input"]>;
  withAudio?: Scalars["Boolean"]["input"];
};

/** A model that labels sounds. Its labels are served from a confidence on. */
export type ClassificationModel = {
  /** Name of the model, under which classifications are imported. */
  readonly model: Scalars["String"]["output"];
  /** The least confidence of a label that is served, 0 to 1. */
  readonly minConfidence: Scalars["Float"]["output"];
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
  /**
   * The last instant at which it measures, as the operator declares it; null without one. A sensor is `ended` after it,
   * and no longer silent. Samples after it are served.
   */
  readonly endAt: Maybe<Scalars["Instant"]["output"]>;
  /** Place of the microphone, as the operator declares it; null without it. Scope `v0:projects:read`. `INVALID_REQUEST`. */
  readonly microphone: Maybe<Microphone>;
  /**
   * Performance class of the instrument, 1 or 2 (IEC 61672-1:2013, 1), as the operator declares it; null without it. Scope
   * `v0:projects:read`. `INVALID_REQUEST`.
   */
  readonly class: Maybe<Scalars["Int"]["output"]>;
  /**
   * Calibrations of the instrument, as the operator declares them, in order of date. Scope `v0:projects:read`.
   * `INVALID_REQUEST` over budget: each costs a record.
   */
  readonly calibrations: Maybe<ReadonlyArray<Calibration>>;
  /**
   * Limits of only this sensor; they take precedence over the project's. Scope `v0:projects:read`. `INVALID_REQUEST` over
   * budget: two rules or holidays cost a record.
   */
  readonly schedule: LimitSchedule;
  /**
   * The limit over a range of at most 366 days, as contiguous segments. Scope `v0:projects:read`.
   * `INVALID_REQUEST`, also for the whole request if its timelines have too many segments together: each costs
   * one record for a day, and one for two segments. `CONTRACT_UNAVAILABLE`.
   */
  readonly limitTimeline: Maybe<ReadonlyArray<LimitSegment>>;
  /**
   * The last sample inside the contract and not after now that has an equivalent level of the weighting; null if there
   * is none.
   * Its recording is not leased: `audioUrl` and `audioExpiresAt` are null. Scope `v0:data:read`.
   * `CONTRACT_UNAVAILABLE`.
   */
  readonly latest: Maybe<Sample>;
  /**
   * One sample inside the contract. Its recording is not leased: `audioUrl` and `audioExpiresAt` are null. Scope
   * `v0:data:read`. `NOT_FOUND` for an id that is ill-formed, of another sensor, outside the contract, or of no sample.
   * `CONTRACT_UNAVAILABLE`.
   */
  readonly sample: Maybe<Sample>;
  /**
   * First and last sample of the sensor inside the contract, and the weightings of its samples. Scope `v0:data:read`.
   * Costs a record. `CONTRACT_UNAVAILABLE`.
   */
  readonly extent: Maybe<Extent>;
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
  /**
   * The interval of the sensor's samples. It depends on no argument of other fields. Scope `v0:data:read`.
   * `INVALID_REQUEST` over budget: it costs 51 records. `CONTRACT_UNAVAILABLE`.
   */
  readonly interval: Maybe<SampleInterval>;
  /**
   * The samples of a range added up over buckets of local time. A whole sample belongs to the bucket in which it starts.
   * Scope `v0:data:read`. `INVALID_REQUEST` also for a range that could have more than 1,100,000 samples, or has more than
   * `maxBuckets` buckets, and with `bucket: limit` for more than 366 days. Costs a record for 20 samples that the range
   * could have, one for each bucket, and with `validOnly` one for 20 stretches of exclusions. `CONTRACT_UNAVAILABLE`.
   */
  readonly aggregates: Maybe<AggregatePage>;
  /**
   * `aggregates` over the shortest buckets of local time that are not shorter than the interval of the samples and at most
   * `maxPoints`, to be drawn: `LeqMax` and `LeqMin` are the envelope. Scope, errors and records as `aggregates`.
   * `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`.
   */
  readonly series: Maybe<AggregatePage>;
  /**
   * Noise indicators by local day, A-weighted (2002/49/EC, annex I). Scope `v0:data:read`. Records as `aggregates`, with
   * five for each day. `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`.
   */
  readonly indicators: Maybe<IndicatorPage>;
  /**
   * The 168 hours of the week by the wall clock, each over all such hours of the range. Scope `v0:data:read`. Records as
   * `aggregates`. `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`.
   */
  readonly weekProfile: Maybe<WeekProfile>;
  /**
   * Distribution of one level of the samples, by duration. Scope `v0:data:read`. Records as `aggregates`, without buckets.
   * `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`.
   */
  readonly distribution: Maybe<Distribution>;
  /**
   * Count, coverage and gaps of the sensor's samples, whatever levels they have. Scope `v0:data:read`. Records as
   * `aggregates`, without buckets. `INVALID_REQUEST`, `CONTRACT_UNAVAILABLE`.
   */
  readonly availability: Maybe<Availability>;
  /**
   * The windows of the project's criteria that overlap the range, each with its verdict on the permit. The range cuts no
   * window. They are ordered by date, then as in the site file. A criterion that names other sensors has no window here.
   * Scopes `v0:projects:read` and `v0:data:read`. `INVALID_REQUEST` also for an unknown id among `criteria`, for a range
   * that could have more than 1,100,000 samples, and for more than 10,000 windows. Costs a record for 20 samples that the
   * range could have, and one for each window. `CONTRACT_UNAVAILABLE`.
   */
  readonly assessments: Maybe<AssessmentPage>;
  /**
   * Consecutive events joined: those of `events` with no more than `joinSeconds` from the end of one to the start of the
   * next. An episode that overlaps the range is listed whole, inside the contract. Scope `v0:events:read`.
   * `INVALID_REQUEST` also for a range that could have more than 1,100,000 samples, and for more than 10,000 episodes.
   * Costs a record for 20 samples that the range could have, and one for each episode. `CONTRACT_UNAVAILABLE`.
   */
  readonly episodes: Maybe<EpisodePage>;
  /**
   * The limit at an instant, in or out of the contract, and the rules that match there. No telemetry is read. Scope
   * `v0:projects:read`. `INVALID_REQUEST` over budget: it costs a record, one more for each rule after the tenth, and once
   * in a request ten more for the schedule. `CONTRACT_UNAVAILABLE`.
   */
  readonly limitAt: Maybe<LimitExplanation>;
  /**
   * The exclusions that overlap a range inside the contract, each whole, in order of start, end and reason. Scope
   * `v0:data:read`. `INVALID_REQUEST` also for more than 10,000, and over budget: each costs four records, a field 20.
   * `CONTRACT_UNAVAILABLE`.
   */
  readonly exclusions: Maybe<ReadonlyArray<Exclusion>>;
};

/** A sound level meter. */
export type SensorMicrophoneArgs = {
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A sound level meter. */
export type SensorClassArgs = {
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A sound level meter. */
export type SensorCalibrationsArgs = {
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A sound level meter. */
export type SensorLimitTimelineArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  fweighting?: FrequencyWeighting;
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A sound level meter. */
export type SensorLatestArgs = {
  fweighting?: FrequencyWeighting;
};

/** A sound level meter. */
export type SensorSampleArgs = {
  id: Scalars["ID"]["input"];
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

/** A sound level meter. */
export type SensorAggregatesArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  bucket: Bucket;
  fweighting?: FrequencyWeighting;
  minCoverage?: Scalars["Float"]["input"];
  maxBuckets?: Scalars["Int"]["input"];
  validOnly?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorSeriesArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  fweighting?: FrequencyWeighting;
  minCoverage?: Scalars["Float"]["input"];
  maxPoints?: Scalars["Int"]["input"];
  validOnly?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorIndicatorsArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  minCoverage?: Scalars["Float"]["input"];
  validOnly?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorWeekProfileArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  fweighting?: FrequencyWeighting;
  minCoverage?: Scalars["Float"]["input"];
  validOnly?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorDistributionArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  level?: LevelName;
  binWidth?: Scalars["Decibel"]["input"];
  percents?: ReadonlyArray<Scalars["Float"]["input"]>;
  validOnly?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorAvailabilityArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
};

/** A sound level meter. */
export type SensorAssessmentsArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  criteria?: InputMaybe<ReadonlyArray<Scalars["ID"]["input"]>>;
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A sound level meter. */
export type SensorEpisodesArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
  fweighting?: FrequencyWeighting;
  joinSeconds?: Scalars["Int"]["input"];
  minSeconds?: Scalars["Int"]["input"];
  validOnly?: Scalars["Boolean"]["input"];
};

/** A sound level meter. */
export type SensorLimitAtArgs = {
  at: Scalars["Instant"]["input"];
  fweighting?: FrequencyWeighting;
  asOf?: InputMaybe<Scalars["Instant"]["input"]>;
};

/** A sound level meter. */
export type SensorExclusionsArgs = {
  startAt: Scalars["Instant"]["input"];
  endAt: Scalars["Instant"]["input"];
};

/** A criterion of a permit: a limit on a level over reference times, in a window of each of its dates. */
export type Criterion = {
  /** Chosen by the operator, unique in the project. */
  readonly id: Scalars["ID"]["output"];
  /** Name for people. */
  readonly name: Scalars["String"]["output"];
  /** `LAeq`, `LCeq` or `LZeq`: their energy mean; `LAFmax` or `LCpeak`: the highest. */
  readonly level: LevelName;
  /** Days on whose dates it has a window. A date of the holidays counts as `holiday` and not as its weekday. */
  readonly days: ReadonlyArray<LimitDay>;
  /** Start of the window of a date on the wall clock. */
  readonly from: Scalars["LocalTime"]["output"];
  /** End of the window, excluded; on the next date if it is not later than `from`. */
  readonly to: Scalars["LocalTime"]["output"];
  /** Kind of the reference times that the limit is compared with. */
  readonly over: ReferenceKind;
  /** Length of a `block` or `rolling` reference time; else null. */
  readonly overSeconds: Maybe<Scalars["Int"]["output"]>;
  /** The limit of a reference time. */
  readonly limit: Scalars["Decibel"]["output"];
  /** The number of reference times of one window that may exceed the limit. */
  readonly allowed: Scalars["Int"]["output"];
  /** Coverage of a reference time below which its limit cannot count as kept, 0 to 1. */
  readonly minCoverage: Scalars["Float"]["output"];
  /** The step to which a level is rounded before it is compared: 0.01, 0.1 or 1 dB. */
  readonly round: Scalars["Decibel"]["output"];
  /** Its first local date; null: no bound. */
  readonly startAt: Maybe<Scalars["LocalDate"]["output"]>;
  /** Its last local date; null: no bound. */
  readonly endAt: Maybe<Scalars["LocalDate"]["output"]>;
  /** Its sensors that the key may read; null: it applies to all sensors of the project. */
  readonly sensors: Maybe<ReadonlyArray<Scalars["ID"]["output"]>>;
  /** Decibels that are added to samples before their level is formed. */
  readonly adjustments: ReadonlyArray<Adjustment>;
};

/** Kind of the reference times of a criterion, whose levels are compared with the limit. */
export type ReferenceKind =
  /** The window itself. */
  | "window"
  /** Stretches of one length, one after another from the start of the window. */
  | "block"
  /** The stretch of one length that begins with each sample. */
  | "rolling"
  /** Each sample. */
  | "sample";

/** Decibels that are added to the samples of some times. */
export type Adjustment = {
  /** Name for people. */
  readonly name: Scalars["String"]["output"];
  /** Days on which it begins, as those of the criterion. */
  readonly days: ReadonlyArray<LimitDay>;
  /** First wall-clock time; null: the whole of each of `days`. */
  readonly from: Maybe<Scalars["LocalTime"]["output"]>;
  /** End, excluded; on the next date if it is not later than `from`. */
  readonly to: Maybe<Scalars["LocalTime"]["output"]>;
  /** Added decibels, -30 to 30 dB. */
  readonly add: Scalars["Decibel"]["output"];
};

/** A site that was in force from an instant until the next version. */
export type SiteVersion = {
  /** Number, from 1. */
  readonly version: Scalars["Int"]["output"];
  /** Instant from which it is in force. */
  readonly appliedAt: Scalars["Instant"]["output"];
  /**
   * Paths of the changed members, the first 500, such as `criteria.works-day.limit`, without those of sensors that the key
   * may not read.
   */
  readonly changes: ReadonlyArray<Scalars["String"]["output"]>;
};

/** A stretch of time whose samples do not count. */
export type Exclusion = {
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /** Reason, 1 to 64 characters. */
  readonly reason: Scalars["String"]["output"];
  /** Note on the exclusion; null without one. */
  readonly note: Maybe<Scalars["String"]["output"]>;
};

/** First and last sample of a sensor inside the contract, and the weightings of its samples. */
export type Extent = {
  /** Start of the first sample, whatever levels it has; null without samples. */
  readonly firstAt: Maybe<Scalars["Instant"]["output"]>;
  /** Start of the last sample, whatever levels it has; null without samples. */
  readonly lastAt: Maybe<Scalars["Instant"]["output"]>;
  /** The weightings of which a sample has an equivalent level, in the order A, C, Z. */
  readonly weightings: ReadonlyArray<FrequencyWeighting>;
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

/** The permit that a project is assessed for. */
export type Permit = {
  /** Its number, as the authority writes it; 1 to 200 characters. */
  readonly number: Scalars["String"]["output"];
  /** The authority that issued it; null without one. */
  readonly authority: Maybe<Scalars["String"]["output"]>;
};

/** Place of the microphone of a sensor. */
export type Microphone = {
  /** Metres above the ground, 0 to 1000; null without it. Strategic maps are of 4 m (Directive 2002/49/EC, Annex I, 1). */
  readonly height: Maybe<Scalars["Float"]["output"]>;
  /** Its mounting, for people, such as the distance from a façade (ISO 1996-2:2017, 9); null without it. */
  readonly mounting: Maybe<Scalars["String"]["output"]>;
};

/** A calibration of an instrument, or a check of it with a sound calibrator (ISO 1996-2:2017, 5.2). */
export type Calibration = {
  /** Local date. */
  readonly date: Scalars["LocalDate"]["output"];
  /** Level in dB that the instrument showed at its sound calibrator (IEC 60942); null without it. */
  readonly level: Maybe<Scalars["Decibel"]["output"]>;
  /** Note on it, such as who made it; null without one. */
  readonly note: Maybe<Scalars["String"]["output"]>;
};

/** Limits as the operator wrote them, of a project or of a sensor. */
export type LimitSchedule = {
  /** Limits that apply when nothing else matches; null without a default. */
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
  /** Source of the limit. */
  readonly limitSource: LimitSource;
};

/** The range that was read. */
export type PageMeta = {
  /** True if the requested range was cut to the contract period. */
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

/** End of a page of a sensor. */
export type PageInfo = {
  /** True if another page follows. */
  readonly hasNextPage: Scalars["Boolean"]["output"];
  /** The `cursor` of the page: the argument of the next one; null exactly where none follows. */
  readonly endCursor: Maybe<Scalars["UnixSecond"]["output"]>;
};

/** End of a page of a project's events. */
export type ProjectEventsPageInfo = {
  /** True if another page follows. */
  readonly hasNextPage: Scalars["Boolean"]["output"];
  /** The `cursor` of the page: the argument of the next one, to be sent as it is; null exactly where none follows. */
  readonly endCursor: Maybe<Scalars["String"]["output"]>;
};

/** One page of samples. */
export type MeasurementsPage = {
  /** The samples, in the requested order. */
  readonly data: ReadonlyArray<Sample>;
  /** Cursor of the next page; null exactly when nothing follows. */
  readonly cursor: Maybe<Scalars["UnixSecond"]["output"]>;
  /** The same cursor, and a flag for a next page. */
  readonly pageInfo: PageInfo;
  /** The range that was read. */
  readonly meta: PageMeta;
};

/** An acoustic measurement over one interval. A level that the meter did not report is null. */
export type Sample = {
  /** `<sensorId>.<unix second>`, the same for each weighting: a cache needs `fweighting` beside it. */
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
  /** Classification by the project's current model; null without one of enough confidence. */
  readonly classification: Maybe<Classification>;
  /** The limit by today's schedule; null if none applies. */
  readonly limit: Maybe<Scalars["Decibel"]["output"]>;
  /** Source of the limit. */
  readonly limitSource: LimitSource;
  /** Instant of the calculation of the limit, the same for the whole page. */
  readonly limitRecalculatedAt: Scalars["Instant"]["output"];
  /**
   * Path of the recording; null without one, and where none can be leased.
   *
   * Null as well unless the page is requested with `withAudio: true`.
   */
  readonly audioUrl: Maybe<Scalars["String"]["output"]>;
  /**
   * Instant at which that path expires; null exactly where `audioUrl` is.
   *
   * Null as well unless the page is requested with `withAudio: true`.
   */
  readonly audioExpiresAt: Maybe<Scalars["Instant"]["output"]>;
  /** `Leq - limit`, negative below the limit; null without either. */
  readonly over: Maybe<Scalars["Decibel"]["output"]>;
  /**
   * The rules behind the limit at the sample's instant, for its weighting. Scope `v0:projects:read`, beside that of the
   * sample. `INVALID_REQUEST` over budget: it costs a record, one more for each rule after the tenth, and once in a
   * request ten more for the schedule.
   */
  readonly limitExplanation: Maybe<LimitExplanation>;
  /**
   * Properties of the sample's recording, without a lease; null where a page with audio would have no `audioUrl`: without
   * a recording, past its retention, and where the audio store was found not to have it. Scope `v0:audio:read`, beside
   * that of the sample. It costs no record.
   */
  readonly recording: Maybe<RecordingInfo>;
};

/** A FLAC recording, without a way to download it. */
export type RecordingInfo = {
  /** Duration in seconds. */
  readonly durationSeconds: Scalars["Float"]["output"];
  /** Sample rate of the file in hertz. */
  readonly sampleRate: Scalars["Int"]["output"];
  /** Length of the whole recording in bytes; a recording has at most 256 MiB. */
  readonly byteLength: Scalars["Int"]["output"];
};

/** A FLAC recording that a lease covers. */
export type Recording = {
  /** The sensor that recorded it. */
  readonly sensorId: Scalars["ID"]["output"];
  /** Start of the recording: that of its sample's interval. */
  readonly datetime: Scalars["Instant"]["output"];
  /** Length of the whole recording in bytes; a recording has at most 256 MiB. */
  readonly byteLength: Scalars["Int"]["output"];
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
  /** The same cursor, and a flag for a next page. */
  readonly pageInfo: PageInfo;
  /** The range that was read. */
  readonly meta: PageMeta;
};

/** One page of the sound events of a project. */
export type ProjectEventsPage = {
  /**
   * The events, in the requested order. A page may have fewer than `limit`, or none, and still be followed by another: the
   * search of one request has a bound, which its sensors share.
   */
  readonly data: ReadonlyArray<SoundEvent>;
  /** Cursor of the next page, to be sent as it is; null exactly when nothing follows. */
  readonly cursor: Maybe<Scalars["String"]["output"]>;
  /** The same cursor, and a flag for a next page. */
  readonly pageInfo: ProjectEventsPageInfo;
  /** The range that was read. */
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
  /** Classification by the project's current model; null without one of enough confidence. */
  readonly classification: Maybe<Classification>;
  /** Equivalent level of the requested weighting. */
  readonly Leq: Scalars["Decibel"]["output"];
  /** The limit that was exceeded. */
  readonly limit: Scalars["Decibel"]["output"];
  /** `Leq - limit`, above zero. */
  readonly over: Scalars["Decibel"]["output"];
  /** Source of the limit. */
  readonly limitSource: LimitSource;
  /** Instant of the calculation of the limit, the same for the whole page. */
  readonly limitRecalculatedAt: Scalars["Instant"]["output"];
  /** The requested weighting. */
  readonly fweighting: FrequencyWeighting;
  /**
   * Path of the recording; null without one, and where none can be leased.
   *
   * Null as well unless the page is requested with `withAudio: true`.
   */
  readonly audioUrl: Maybe<Scalars["String"]["output"]>;
  /**
   * Instant at which that path expires; null exactly where `audioUrl` is.
   *
   * Null as well unless the page is requested with `withAudio: true`.
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
  /** Properties of the sensor on the map. */
  readonly properties: SensorFeatureProperties;
};

/** A GeoJSON Point. */
export type PointGeometry = {
  /** `Point`. */
  readonly type: Scalars["String"]["output"];
  /** Longitude, latitude. */
  readonly coordinates: ReadonlyArray<Scalars["Float"]["output"]>;
};

/** Properties of a sensor on the map. */
export type SensorFeatureProperties = {
  /** Name of the sensor. */
  readonly name: Scalars["String"]["output"];
  /** Its last sample with an `LAeq` inside the contract and not after now; null if there is none. Scope `v0:data:read`. */
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

/** Duration of a sensor's samples: the interval, or the time to the next sample if that is shorter. */
export type SampleInterval = {
  /** The interval in seconds. */
  readonly seconds: Scalars["Int"]["output"];
  /** Source of the interval. */
  readonly source: IntervalSource;
  /**
   * False: less than 80 % of the time between the newest samples agrees with the inferred interval. The site file can
   * declare `intervalSeconds`.
   */
  readonly agrees: Scalars["Boolean"]["output"];
};

/** Samples added up over buckets. */
export type AggregatePage = {
  /** The range that was read. */
  readonly meta: PageMeta;
  /** The kind of the buckets. */
  readonly bucket: Bucket;
  /** The requested weighting. */
  readonly fweighting: FrequencyWeighting;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** Instant of the calculation of the limits. */
  readonly limitRecalculatedAt: Scalars["Instant"]["output"];
  /** Every bucket that meets the effective range, oldest first, without holes; also those without samples. */
  readonly buckets: ReadonlyArray<Aggregate>;
};

/**
 * Samples that are added up. Averages, percentiles and fractions are null without a counted sample, and where `coverage`
 * is less than `minCoverage`. Counts, seconds and extremes are never null for that reason.
 */
export type SampleStatistics = {
  /** Length in seconds. */
  readonly seconds: Scalars["Int"]["output"];
  /** Samples with an equivalent level of the weighting that are not excluded: the counted ones. */
  readonly samples: Scalars["Int"]["output"];
  /** The expected number of samples: `seconds / interval` to the nearest whole number, halves up. */
  readonly expectedSamples: Scalars["Int"]["output"];
  /** Durations of the counted samples. */
  readonly coveredSeconds: Scalars["Int"]["output"];
  /** Durations of the excluded samples with an equivalent level of the weighting; 0 with `validOnly: false`. */
  readonly excludedSeconds: Scalars["Int"]["output"];
  /** `coveredSeconds / seconds`, at most 1; 0 without length. */
  readonly coverage: Scalars["Float"]["output"];
  /** Equivalent level: 10 lg of the mean energy, weighted by duration (ISO 1996-1). Null without enough coverage. */
  readonly Leq: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 10 % of the covered seconds. It is not LA10. */
  readonly Leq10: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 50 % of the covered seconds. It is not LA50. */
  readonly Leq50: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 90 % of the covered seconds. It is not LA90. */
  readonly Leq90: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest `Leq` of a sample. */
  readonly LeqMax: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest `Leq` of a sample. */
  readonly LeqMin: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest A-weighted maximum of all samples that are not excluded, with or without `Leq`. */
  readonly LAFmax: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest A-weighted minimum of all samples that are not excluded, with or without `Leq`. */
  readonly LAFmin: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest C-weighted peak of all samples that are not excluded, with or without `Leq`. */
  readonly LCpeak: Maybe<Scalars["Decibel"]["output"]>;
  /** Durations of the samples with `Leq` and a limit. */
  readonly limitedSeconds: Scalars["Int"]["output"];
  /** Samples whose level exceeds the limit of their own start, by today's schedule. */
  readonly events: Scalars["Int"]["output"];
  /** Durations of these samples. */
  readonly overSeconds: Scalars["Int"]["output"];
  /** `overSeconds / limitedSeconds`; null without a limit, and without enough coverage. */
  readonly overFraction: Maybe<Scalars["Float"]["output"]>;
  /** Highest `Leq - limit` of a sample, negative if none exceeded; null without a limit. */
  readonly maxOver: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest limit of the counted samples; null without a limit. */
  readonly lowestLimit: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest limit of the counted samples; null without a limit. */
  readonly highestLimit: Maybe<Scalars["Decibel"]["output"]>;
};

/**
 * A bucket. Averages, percentiles and fractions are null without a counted sample, and where `coverage` is less than
 * `minCoverage`. Counts, seconds and extremes are never null for that reason.
 */
export type Aggregate = SampleStatistics & {
  /** First instant that is counted. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End of what is counted, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /** `startAt` on the project's wall clock. */
  readonly localStartAt: Scalars["LocalDateTime"]["output"];
  /** Length in seconds. */
  readonly seconds: Scalars["Int"]["output"];
  /** True if the effective range cuts the bucket. */
  readonly partial: Scalars["Boolean"]["output"];
  /** Samples with an equivalent level of the weighting that are not excluded: the counted ones. */
  readonly samples: Scalars["Int"]["output"];
  /** The expected number of samples: `seconds / interval` to the nearest whole number, halves up. */
  readonly expectedSamples: Scalars["Int"]["output"];
  /** Durations of the counted samples. */
  readonly coveredSeconds: Scalars["Int"]["output"];
  /** Durations of the excluded samples with an equivalent level of the weighting; 0 with `validOnly: false`. */
  readonly excludedSeconds: Scalars["Int"]["output"];
  /** `coveredSeconds / seconds`, at most 1; 0 without length. */
  readonly coverage: Scalars["Float"]["output"];
  /** Equivalent level: 10 lg of the mean energy, weighted by duration (ISO 1996-1). Null without enough coverage. */
  readonly Leq: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 10 % of the covered seconds. It is not LA10. */
  readonly Leq10: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 50 % of the covered seconds. It is not LA50. */
  readonly Leq50: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 90 % of the covered seconds. It is not LA90. */
  readonly Leq90: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest `Leq` of a sample. */
  readonly LeqMax: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest `Leq` of a sample. */
  readonly LeqMin: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest A-weighted maximum of all samples that are not excluded, with or without `Leq`. */
  readonly LAFmax: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest A-weighted minimum of all samples that are not excluded, with or without `Leq`. */
  readonly LAFmin: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest C-weighted peak of all samples that are not excluded, with or without `Leq`. */
  readonly LCpeak: Maybe<Scalars["Decibel"]["output"]>;
  /** Durations of the samples with `Leq` and a limit. */
  readonly limitedSeconds: Scalars["Int"]["output"];
  /** Samples whose level exceeds the limit of their own start, by today's schedule. */
  readonly events: Scalars["Int"]["output"];
  /** Durations of these samples. */
  readonly overSeconds: Scalars["Int"]["output"];
  /** `overSeconds / limitedSeconds`; null without a limit, and without enough coverage. */
  readonly overFraction: Maybe<Scalars["Float"]["output"]>;
  /** Highest `Leq - limit` of a sample, negative if none exceeded; null without a limit. */
  readonly maxOver: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest limit of the counted samples; null without a limit. */
  readonly lowestLimit: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest limit of the counted samples; null without a limit. */
  readonly highestLimit: Maybe<Scalars["Decibel"]["output"]>;
  /** The limit of the bucket, for `bucket: limit`; else null. */
  readonly limit: Maybe<Scalars["Decibel"]["output"]>;
  /** Source of that limit, for `bucket: limit`; else null. */
  readonly limitSource: Maybe<LimitSource>;
  /** `Leq - limit` of the bucket, for `bucket: limit`; else null. */
  readonly over: Maybe<Scalars["Decibel"]["output"]>;
};

/** Noise indicators by local day (2002/49/EC, annex I). */
export type IndicatorPage = {
  /** The range that was read. */
  readonly meta: PageMeta;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** The periods of the project. */
  readonly periods: Periods;
  /**
   * Every date whose day meets the effective range, in order. A day runs from the clock of its `day` period to that of the
   * next date.
   */
  readonly days: ReadonlyArray<DayIndicators>;
  /** Averages over all days; null where nothing is read. */
  readonly longTerm: Maybe<LongTermIndicators>;
};

/** Starts of the periods of a day on the wall clock: 07:00, 19:00 and 23:00 unless the project declares others. */
export type Periods = {
  /** Start of the day period, and of the day as a whole. */
  readonly day: Scalars["LocalTime"]["output"];
  /** Start of the evening. */
  readonly evening: Scalars["LocalTime"]["output"];
  /** Start of the night, which runs into the next date. */
  readonly night: Scalars["LocalTime"]["output"];
};

/** The indicators of one local day. A level is null without a sample, and where its coverage is less than `minCoverage`. */
export type DayIndicators = {
  /** The date on which the day begins. */
  readonly date: Scalars["LocalDate"]["output"];
  /** Equivalent level of the day period. */
  readonly Lday: Maybe<Scalars["Decibel"]["output"]>;
  /** Equivalent level of the evening. */
  readonly Levening: Maybe<Scalars["Decibel"]["output"]>;
  /** Equivalent level of the night. */
  readonly Lnight: Maybe<Scalars["Decibel"]["output"]>;
  /** Day-evening-night level: 5 dB added to the evening, 10 dB to the night. Null if one of the three levels is null. */
  readonly Lden: Maybe<Scalars["Decibel"]["output"]>;
  /** Coverage of the day period. */
  readonly day: PeriodCoverage;
  /** Coverage of the evening. */
  readonly evening: PeriodCoverage;
  /** Coverage of the night. */
  readonly night: PeriodCoverage;
};

/** Coverage of a period. Only samples inside the effective range count. */
export type PeriodCoverage = {
  /** Length of the whole period, as long as it was: a night with a clock change may have 7 or 9 hours. */
  readonly seconds: Scalars["Int"]["output"];
  /** Samples with `LAeq` that count. */
  readonly samples: Scalars["Int"]["output"];
  /** Their durations. */
  readonly coveredSeconds: Scalars["Int"]["output"];
  /** Durations of the excluded samples with `LAeq`; 0 with `validOnly: false`. */
  readonly excludedSeconds: Scalars["Int"]["output"];
  /** `coveredSeconds / seconds`, at most 1; 0 without length. */
  readonly coverage: Scalars["Float"]["output"];
};

/** Energy averages of the levels of the days that are not null, each counting once (ISO 1996-2). */
export type LongTermIndicators = {
  /** Average of `Lday`. */
  readonly Lday: Maybe<Scalars["Decibel"]["output"]>;
  /** Average of `Levening`. */
  readonly Levening: Maybe<Scalars["Decibel"]["output"]>;
  /** Average of `Lnight`. */
  readonly Lnight: Maybe<Scalars["Decibel"]["output"]>;
  /** Day-evening-night level of these three; null if one of them is null. */
  readonly Lden: Maybe<Scalars["Decibel"]["output"]>;
  /** Number of averaged `Lday`. */
  readonly days: Scalars["Int"]["output"];
  /** Number of averaged `Levening`. */
  readonly evenings: Scalars["Int"]["output"];
  /** Number of averaged `Lnight`. */
  readonly nights: Scalars["Int"]["output"];
};

/** The hours of the week. */
export type WeekProfile = {
  /** The range that was read. */
  readonly meta: PageMeta;
  /** The requested weighting. */
  readonly fweighting: FrequencyWeighting;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** Instant of the calculation of the limits. */
  readonly limitRecalculatedAt: Scalars["Instant"]["output"];
  /** 168 hours, Monday 00 first; none where nothing is read. */
  readonly cells: ReadonlyArray<WeekCell>;
};

/** All hours of the effective range with one weekday and one hour on the wall clock. Null rules as of `Aggregate`. */
export type WeekCell = SampleStatistics & {
  /** Weekday; holidays are their weekday. */
  readonly day: LimitDay;
  /** Hour of the wall clock, 0 to 23. Both passes of a repeated hour are in it. */
  readonly hour: Scalars["Int"]["output"];
  /** Length in seconds. */
  readonly seconds: Scalars["Int"]["output"];
  /** Samples with an equivalent level of the weighting that are not excluded: the counted ones. */
  readonly samples: Scalars["Int"]["output"];
  /** The expected number of samples: `seconds / interval` to the nearest whole number, halves up. */
  readonly expectedSamples: Scalars["Int"]["output"];
  /** Durations of the counted samples. */
  readonly coveredSeconds: Scalars["Int"]["output"];
  /** Durations of the excluded samples with an equivalent level of the weighting; 0 with `validOnly: false`. */
  readonly excludedSeconds: Scalars["Int"]["output"];
  /** `coveredSeconds / seconds`, at most 1; 0 without length. */
  readonly coverage: Scalars["Float"]["output"];
  /** Equivalent level: 10 lg of the mean energy, weighted by duration (ISO 1996-1). Null without enough coverage. */
  readonly Leq: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 10 % of the covered seconds. It is not LA10. */
  readonly Leq10: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 50 % of the covered seconds. It is not LA50. */
  readonly Leq50: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq` of a sample that was reached or exceeded for at least 90 % of the covered seconds. It is not LA90. */
  readonly Leq90: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest `Leq` of a sample. */
  readonly LeqMax: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest `Leq` of a sample. */
  readonly LeqMin: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest A-weighted maximum of all samples that are not excluded, with or without `Leq`. */
  readonly LAFmax: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest A-weighted minimum of all samples that are not excluded, with or without `Leq`. */
  readonly LAFmin: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest C-weighted peak of all samples that are not excluded, with or without `Leq`. */
  readonly LCpeak: Maybe<Scalars["Decibel"]["output"]>;
  /** Durations of the samples with `Leq` and a limit. */
  readonly limitedSeconds: Scalars["Int"]["output"];
  /** Samples whose level exceeds the limit of their own start, by today's schedule. */
  readonly events: Scalars["Int"]["output"];
  /** Durations of these samples. */
  readonly overSeconds: Scalars["Int"]["output"];
  /** `overSeconds / limitedSeconds`; null without a limit, and without enough coverage. */
  readonly overFraction: Maybe<Scalars["Float"]["output"]>;
  /** Highest `Leq - limit` of a sample, negative if none exceeded; null without a limit. */
  readonly maxOver: Maybe<Scalars["Decibel"]["output"]>;
  /** Lowest limit of the counted samples; null without a limit. */
  readonly lowestLimit: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest limit of the counted samples; null without a limit. */
  readonly highestLimit: Maybe<Scalars["Decibel"]["output"]>;
};

/** Distribution of one level of the samples. */
export type Distribution = {
  /** The range that was read. */
  readonly meta: PageMeta;
  /** The requested level. */
  readonly level: LevelName;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** Samples that have the level and are not excluded. */
  readonly samples: Scalars["Int"]["output"];
  /** Their durations. */
  readonly seconds: Scalars["Int"]["output"];
  /** Bins from the lowest to the highest that has a sample, without holes. */
  readonly bins: ReadonlyArray<Bin>;
  /** Lowest level of a sample. */
  readonly lowest: Maybe<Scalars["Decibel"]["output"]>;
  /** Highest level of a sample. */
  readonly highest: Maybe<Scalars["Decibel"]["output"]>;
  /** `from` of the bin with the most seconds, the lowest of equals. */
  readonly mode: Maybe<Scalars["Decibel"]["output"]>;
  /** Mean of the decibels, weighted by duration: the usual mean of LA90, and no equivalent level. */
  readonly arithmeticMean: Maybe<Scalars["Decibel"]["output"]>;
  /** A level for each of `percents`, in the same order; empty where nothing is read. */
  readonly exceeded: ReadonlyArray<ExceededLevel>;
};

/** Levels with `from <= level < to`. */
export type Bin = {
  /** Lower bound, a multiple of the width. */
  readonly from: Scalars["Decibel"]["output"];
  /** Upper bound, excluded. */
  readonly to: Scalars["Decibel"]["output"];
  /** Samples. */
  readonly samples: Scalars["Int"]["output"];
  /** Their durations. */
  readonly seconds: Scalars["Int"]["output"];
};

/** A level that was exceeded for a part of the time. */
export type ExceededLevel = {
  /** The percentage. */
  readonly percent: Scalars["Float"]["output"];
  /** The highest level that was reached or exceeded for at least that share of the seconds; null without samples. */
  readonly level: Maybe<Scalars["Decibel"]["output"]>;
};

/** Count, coverage and gaps of a sensor's samples. */
export type Availability = {
  /** The range that was read. */
  readonly meta: PageMeta;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** Length of the effective range. */
  readonly seconds: Scalars["Int"]["output"];
  /** Samples, whatever levels they have. */
  readonly samples: Scalars["Int"]["output"];
  /** The expected number of samples: `seconds / interval` to the nearest whole number, halves up. */
  readonly expectedSamples: Scalars["Int"]["output"];
  /** Their durations. */
  readonly coveredSeconds: Scalars["Int"]["output"];
  /** `coveredSeconds / seconds`, at most 1; 0 without length. */
  readonly coverage: Scalars["Float"]["output"];
  /** Start of the first sample. */
  readonly firstAt: Maybe<Scalars["Instant"]["output"]>;
  /** Start of the last sample. */
  readonly lastAt: Maybe<Scalars["Instant"]["output"]>;
  /** Number of gaps. */
  readonly gapCount: Scalars["Int"]["output"];
  /** The first 1,000 gaps: time of the effective range that no sample covers, an interval long at least. */
  readonly gaps: ReadonlyArray<Gap>;
};

/** Time without data. */
export type Gap = {
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /** Length in seconds. */
  readonly seconds: Scalars["Int"]["output"];
};

/** Verdict on the limit of a criterion. */
export type Verdict =
  /** The limit was kept. */
  | "kept"
  /** The limit was exceeded, for certain. */
  | "exceeded"
  /** The samples do not decide it. */
  | "undecided";

/** Reason why a window is undecided: the first that applies. */
export type UndecidedReason =
  /** No sample counts. */
  | "no_samples"
  /** Too little of a reference time is covered, and the missing time might change the answer. */
  | "low_coverage"
  /** The reference times are shorter than the interval of the samples. */
  | "interval_too_long"
  /** The window has no whole reference time. */
  | "no_reference_time";

/** The windows of a sensor that were assessed. */
export type AssessmentPage = {
  /** The requested range; windows reach beyond it. */
  readonly meta: PageMeta;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** The instant of the rules, as requested; null: today's rules. */
  readonly asOf: Maybe<Scalars["Instant"]["output"]>;
  /** Windows by date, then in the order of the criteria. */
  readonly data: ReadonlyArray<Assessment>;
};

/**
 * The answer for one window of a criterion: from the first instant at which the date's wall clock shows `from` or later,
 * to the first later instant at which it shows `to` or later. It does not depend on the time of the request.
 */
export type Assessment = {
  /** The criterion, as the project lists it. */
  readonly criterionId: Scalars["ID"]["output"];
  /** The local date of the window. */
  readonly date: Scalars["LocalDate"]["output"];
  /** First instant of the window. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End of the window, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /** Its start on the project's wall clock. */
  readonly localStartAt: Scalars["LocalDateTime"]["output"];
  /** Length of the window. A clock change makes it longer or shorter. */
  readonly seconds: Scalars["Int"]["output"];
  /** Samples of the window that count: inside the contract, not excluded, and with the level of the criterion. */
  readonly samples: Scalars["Int"]["output"];
  /** Their durations. */
  readonly coveredSeconds: Scalars["Int"]["output"];
  /** Durations of the samples of the window that are excluded, whatever levels they have. */
  readonly excludedSeconds: Scalars["Int"]["output"];
  /** `coveredSeconds / seconds`, at most 1. */
  readonly coverage: Scalars["Float"]["output"];
  /**
   * With `x` exceeded and `u` undecided reference times: `exceeded` if `x` is greater than `allowed`, `kept` if there is a
   * reference time and `x + u` is at most `allowed`, else `undecided`.
   */
  readonly verdict: Verdict;
  /** Null unless undecided. */
  readonly reason: Maybe<UndecidedReason>;
  /** Level of `worst`, rounded as it was compared; null without a reference time that has a level. */
  readonly level: Maybe<Scalars["Decibel"]["output"]>;
  /** The limit of the criterion. */
  readonly limit: Scalars["Decibel"]["output"];
  /** `level - limit`; null without a level. */
  readonly over: Maybe<Scalars["Decibel"]["output"]>;
  /** Number of reference times of the window. */
  readonly referenceTimes: Scalars["Int"]["output"];
  /** Number of exceeded reference times. */
  readonly exceeded: Scalars["Int"]["output"];
  /** Number of undecided reference times. */
  readonly undecided: Scalars["Int"]["output"];
  /** The reference time with the highest level, the earliest of equals, whatever its verdict; null without one. */
  readonly worst: Maybe<ReferenceTime>;
  /** The first 100 reference times that are exceeded, oldest first. */
  readonly exceedances: ReadonlyArray<ReferenceTime>;
  /**
   * Energy of the counted samples over that of the whole window at the limit, unrounded: 1 is all of the budget. Null
   * unless the criterion is of an energy mean over the window.
   */
  readonly budgetUsed: Maybe<Scalars["Float"]["output"]>;
  /** The rest of the budget; null where `budgetUsed` is. */
  readonly remaining: Maybe<RemainingBudget>;
  /** Adjustments of counted samples, in the order of the criterion. */
  readonly adjustments: ReadonlyArray<AppliedAdjustment>;
};

/** A stretch of time over which a criterion sets its limit. */
export type ReferenceTime = {
  /** First instant. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /**
   * Energy mean of the counted samples with their adjustments (rating level, ISO 1996-1:2016, 6.5), or the highest level,
   * rounded once to the `round` of the criterion; null without a counted sample.
   */
  readonly level: Maybe<Scalars["Decibel"]["output"]>;
  /** `level - limit`. */
  readonly over: Maybe<Scalars["Decibel"]["output"]>;
  /** Durations of its counted samples over its length, at most 1; 1 where a reference time is a sample. */
  readonly coverage: Scalars["Float"]["output"];
  /** Verdict on its level, as far as its coverage decides it. */
  readonly verdict: Verdict;
};

/** The rest of the budget of a window, with missing time as silence. */
export type RemainingBudget = {
  /** Time from the end of the last counted sample to the end of the window. */
  readonly seconds: Scalars["Int"]["output"];
  /**
   * The mean level of that time, adjustments included, at which the limit would just be kept; null where no time or no
   * budget is left.
   */
  readonly level: Maybe<Scalars["Decibel"]["output"]>;
};

/** An adjustment of a criterion in one window. */
export type AppliedAdjustment = {
  /** Name of the adjustment. */
  readonly name: Scalars["String"]["output"];
  /** Decibels that it adds to the level of a sample. */
  readonly add: Scalars["Decibel"]["output"];
  /** Durations of the counted samples that it adjusts. */
  readonly seconds: Scalars["Int"]["output"];
};

/** Episodes of a sensor. */
export type EpisodePage = {
  /** The requested range; episodes reach beyond it. */
  readonly meta: PageMeta;
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: Maybe<SampleInterval>;
  /** Episodes, oldest first. */
  readonly data: ReadonlyArray<Episode>;
};

/** Consecutive events: samples above the limit of their own instant. */
export type Episode = {
  /** Start of the first event. */
  readonly startAt: Scalars["Instant"]["output"];
  /** End of the last event, excluded. */
  readonly endAt: Scalars["Instant"]["output"];
  /** Seconds from start to end. */
  readonly seconds: Scalars["Int"]["output"];
  /** Number of events. */
  readonly events: Scalars["Int"]["output"];
  /** Their durations. */
  readonly eventSeconds: Scalars["Int"]["output"];
  /** Energy mean of the events (ISO 1996-1). */
  readonly Leq: Scalars["Decibel"]["output"];
  /** Sound exposure level of the events, `Leq + 10 lg(eventSeconds / 1 s)` (ISO 1996-1); null for C and Z. */
  readonly LAE: Maybe<Scalars["Decibel"]["output"]>;
  /** The highest `Leq - limit` of an event. */
  readonly maxOver: Scalars["Decibel"]["output"];
  /** Start of the first event that has it. */
  readonly maxOverAt: Scalars["Instant"]["output"];
  /** The highest `Leq` of an event. */
  readonly LeqMax: Scalars["Decibel"]["output"];
  /** The highest `LAFmax` of its events; null where none reports one. */
  readonly LAFmax: Maybe<Scalars["Decibel"]["output"]>;
  /** The lowest limit of its events. */
  readonly lowestLimit: Scalars["Decibel"]["output"];
  /** The highest limit of its events. */
  readonly highestLimit: Scalars["Decibel"]["output"];
  /** The label with the most seconds by the project's model, the first by bytes of equals; null without one. */
  readonly label: Maybe<Scalars["String"]["output"]>;
  /** Durations of the events with that label; null without one. */
  readonly labelSeconds: Maybe<Scalars["Int"]["output"]>;
  /** Number of its events with a recording that could be leased now. */
  readonly recordings: Scalars["Int"]["output"];
  /** Id of the first of these recordings; null without one. */
  readonly firstRecordingId: Maybe<Scalars["ID"]["output"]>;
  /** True if it continues beyond the range. The end of the contract cuts no episode. */
  readonly cut: Scalars["Boolean"]["output"];
};

/** The limit at an instant, and the rules behind it. */
export type LimitExplanation = {
  /** The instant. */
  readonly at: Scalars["Instant"]["output"];
  /** Its whole second on the project's wall clock. */
  readonly localTime: Scalars["LocalDateTime"]["output"];
  /** The project's IANA time zone. */
  readonly timezone: Scalars["String"]["output"];
  /** The date on the wall clock. */
  readonly date: Scalars["LocalDate"]["output"];
  /** Its weekday. */
  readonly day: LimitDay;
  /** The project's holiday on that date; null if it is none. */
  readonly holiday: Maybe<Holiday>;
  /** The weighting of the limits. */
  readonly fweighting: FrequencyWeighting;
  /** The limit; null if none applies. */
  readonly limit: Maybe<Scalars["Decibel"]["output"]>;
  /** Source of the limit. */
  readonly limitSource: LimitSource;
  /**
   * The rules that match, in order of precedence, at most the first 100. The first decides the limit; without it, the next
   * would. A window that matches as holiday and as weekday is listed twice. Empty exactly where the source is `none`.
   */
  readonly rules: ReadonlyArray<LimitRule>;
  /** Number of rules that match, with those that `rules` leaves out. */
  readonly ruleCount: Scalars["Int"]["output"];
};

/** A rule that matches at an instant. */
export type LimitRule = {
  /** Source of the limit if this rule decides it. */
  readonly limitSource: LimitSource;
  /** Owner of the rule. */
  readonly owner: LimitOwner;
  /** Kind of the rule. */
  readonly kind: LimitRuleKind;
  /** Position in its owner's list of exceptions or windows, from 1; null for a default. */
  readonly position: Maybe<Scalars["Int"]["output"]>;
  /** Its limit for the weighting. */
  readonly limit: Scalars["Decibel"]["output"];
  /** Date on which the matching occurrence of a window starts; null for another kind. */
  readonly startsOn: Maybe<Scalars["LocalDate"]["output"]>;
  /** Day of a window that matched; null for another kind. */
  readonly day: Maybe<LimitDay>;
  /** Holiday of `startsOn`, for a window that matched as holiday; else null. */
  readonly holiday: Maybe<Holiday>;
  /** The exception; null for another kind. */
  readonly exception: Maybe<LimitException>;
  /** The window; null for another kind. */
  readonly window: Maybe<LimitWindow>;
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

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  SampleStatistics: Aggregate | WeekCell;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Instant: ResolverTypeWrapper<Scalars["Instant"]["output"]>;
  LocalDate: ResolverTypeWrapper<Scalars["LocalDate"]["output"]>;
  LocalTime: ResolverTypeWrapper<Scalars["LocalTime"]["output"]>;
  LocalDateTime: ResolverTypeWrapper<Scalars["LocalDateTime"]["output"]>;
  Decibel: ResolverTypeWrapper<Scalars["Decibel"]["output"]>;
  UnixSecond: ResolverTypeWrapper<Scalars["UnixSecond"]["output"]>;
  FrequencyWeighting: FrequencyWeighting;
  Order: Order;
  LimitDay: LimitDay;
  Bucket: Bucket;
  LevelName: LevelName;
  IntervalSource: IntervalSource;
  LimitOwner: LimitOwner;
  LimitRuleKind: LimitRuleKind;
  LimitSource: LimitSource;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars["ID"]["output"]>;
  Int: ResolverTypeWrapper<Scalars["Int"]["output"]>;
  Boolean: ResolverTypeWrapper<Scalars["Boolean"]["output"]>;
  Scope: Scope;
  Viewer: ResolverTypeWrapper<Viewer>;
  String: ResolverTypeWrapper<Scalars["String"]["output"]>;
  Project: ResolverTypeWrapper<ProjectRecord>;
  ClassificationModel: ResolverTypeWrapper<ClassificationModel>;
  Float: ResolverTypeWrapper<Scalars["Float"]["output"]>;
  Sensor: ResolverTypeWrapper<SensorRecord>;
  Criterion: ResolverTypeWrapper<Criterion>;
  ReferenceKind: ReferenceKind;
  Adjustment: ResolverTypeWrapper<Adjustment>;
  SiteVersion: ResolverTypeWrapper<SiteVersion>;
  Exclusion: ResolverTypeWrapper<Exclusion>;
  Extent: ResolverTypeWrapper<Extent>;
  Location: ResolverTypeWrapper<Location>;
  Contract: ResolverTypeWrapper<Contract>;
  Permit: ResolverTypeWrapper<Permit>;
  Microphone: ResolverTypeWrapper<Microphone>;
  Calibration: ResolverTypeWrapper<Calibration>;
  LimitSchedule: ResolverTypeWrapper<LimitSchedule>;
  LimitLevels: ResolverTypeWrapper<LimitLevels>;
  LimitWindow: ResolverTypeWrapper<LimitWindow>;
  LimitException: ResolverTypeWrapper<LimitException>;
  Holiday: ResolverTypeWrapper<Holiday>;
  LimitSegment: ResolverTypeWrapper<LimitSegment>;
  PageMeta: ResolverTypeWrapper<PageMeta>;
  EffectiveRange: ResolverTypeWrapper<EffectiveRange>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  ProjectEventsPageInfo: ResolverTypeWrapper<ProjectEventsPageInfo>;
  MeasurementsPage: ResolverTypeWrapper<
    Omit<MeasurementsPage, "data"> & { data: ReadonlyArray<ResolversTypes["Sample"]> }
  >;
  Sample: ResolverTypeWrapper<SampleRecord>;
  RecordingInfo: ResolverTypeWrapper<RecordingInfo>;
  Recording: ResolverTypeWrapper<Recording>;
  Classification: ResolverTypeWrapper<Classification>;
  SoundEventsPage: ResolverTypeWrapper<SoundEventsPage>;
  ProjectEventsPage: ResolverTypeWrapper<ProjectEventsPage>;
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
  SampleInterval: ResolverTypeWrapper<SampleInterval>;
  AggregatePage: ResolverTypeWrapper<AggregatePage>;
  SampleStatistics: ResolverTypeWrapper<
    ResolversInterfaceTypes<ResolversTypes>["SampleStatistics"]
  >;
  Aggregate: ResolverTypeWrapper<Aggregate>;
  IndicatorPage: ResolverTypeWrapper<IndicatorPage>;
  Periods: ResolverTypeWrapper<Periods>;
  DayIndicators: ResolverTypeWrapper<DayIndicators>;
  PeriodCoverage: ResolverTypeWrapper<PeriodCoverage>;
  LongTermIndicators: ResolverTypeWrapper<LongTermIndicators>;
  WeekProfile: ResolverTypeWrapper<WeekProfile>;
  WeekCell: ResolverTypeWrapper<WeekCell>;
  Distribution: ResolverTypeWrapper<Distribution>;
  Bin: ResolverTypeWrapper<Bin>;
  ExceededLevel: ResolverTypeWrapper<ExceededLevel>;
  Availability: ResolverTypeWrapper<Availability>;
  Gap: ResolverTypeWrapper<Gap>;
  Verdict: Verdict;
  UndecidedReason: UndecidedReason;
  AssessmentPage: ResolverTypeWrapper<AssessmentPage>;
  Assessment: ResolverTypeWrapper<Assessment>;
  ReferenceTime: ResolverTypeWrapper<ReferenceTime>;
  RemainingBudget: ResolverTypeWrapper<RemainingBudget>;
  AppliedAdjustment: ResolverTypeWrapper<AppliedAdjustment>;
  EpisodePage: ResolverTypeWrapper<EpisodePage>;
  Episode: ResolverTypeWrapper<Episode>;
  LimitExplanation: ResolverTypeWrapper<LimitExplanation>;
  LimitRule: ResolverTypeWrapper<LimitRule>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Instant: Scalars["Instant"]["output"];
  LocalDate: Scalars["LocalDate"]["output"];
  LocalTime: Scalars["LocalTime"]["output"];
  LocalDateTime: Scalars["LocalDateTime"]["output"];
  Decibel: Scalars["Decibel"]["output"];
  UnixSecond: Scalars["UnixSecond"]["output"];
  Query: Record<PropertyKey, never>;
  ID: Scalars["ID"]["output"];
  Int: Scalars["Int"]["output"];
  Boolean: Scalars["Boolean"]["output"];
  Viewer: Viewer;
  String: Scalars["String"]["output"];
  Project: ProjectRecord;
  ClassificationModel: ClassificationModel;
  Float: Scalars["Float"]["output"];
  Sensor: SensorRecord;
  Criterion: Criterion;
  Adjustment: Adjustment;
  SiteVersion: SiteVersion;
  Exclusion: Exclusion;
  Extent: Extent;
  Location: Location;
  Contract: Contract;
  Permit: Permit;
  Microphone: Microphone;
  Calibration: Calibration;
  LimitSchedule: LimitSchedule;
  LimitLevels: LimitLevels;
  LimitWindow: LimitWindow;
  LimitException: LimitException;
  Holiday: Holiday;
  LimitSegment: LimitSegment;
  PageMeta: PageMeta;
  EffectiveRange: EffectiveRange;
  PageInfo: PageInfo;
  ProjectEventsPageInfo: ProjectEventsPageInfo;
  MeasurementsPage: Omit<MeasurementsPage, "data"> & {
    data: ReadonlyArray<ResolversParentTypes["Sample"]>;
  };
  Sample: SampleRecord;
  RecordingInfo: RecordingInfo;
  Recording: Recording;
  Classification: Classification;
  SoundEventsPage: SoundEventsPage;
  ProjectEventsPage: ProjectEventsPage;
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
  SampleInterval: SampleInterval;
  AggregatePage: AggregatePage;
  SampleStatistics: ResolversInterfaceTypes<ResolversParentTypes>["SampleStatistics"];
  Aggregate: Aggregate;
  IndicatorPage: IndicatorPage;
  Periods: Periods;
  DayIndicators: DayIndicators;
  PeriodCoverage: PeriodCoverage;
  LongTermIndicators: LongTermIndicators;
  WeekProfile: WeekProfile;
  WeekCell: WeekCell;
  Distribution: Distribution;
  Bin: Bin;
  ExceededLevel: ExceededLevel;
  Availability: Availability;
  Gap: Gap;
  AssessmentPage: AssessmentPage;
  Assessment: Assessment;
  ReferenceTime: ReferenceTime;
  RemainingBudget: RemainingBudget;
  AppliedAdjustment: AppliedAdjustment;
  EpisodePage: EpisodePage;
  Episode: Episode;
  LimitExplanation: LimitExplanation;
  LimitRule: LimitRule;
};

export type CostDirectiveArgs = {
  weight: Scalars["String"]["input"];
};

export type CostDirectiveResolver<
  Result,
  Parent,
  ContextType = OperationContext,
  Args = CostDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize?: Maybe<Scalars["Int"]["input"]>;
  slicingArguments?: Maybe<ReadonlyArray<Scalars["String"]["input"]>>;
  sizedFields?: Maybe<ReadonlyArray<Scalars["String"]["input"]>>;
  requireOneSlicingArgument?: Maybe<Scalars["Boolean"]["input"]>;
};

export type ListSizeDirectiveResolver<
  Result,
  Parent,
  ContextType = OperationContext,
  Args = ListSizeDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CountedDirectiveArgs = {};

export type CountedDirectiveResolver<
  Result,
  Parent,
  ContextType = OperationContext,
  Args = CountedDirectiveArgs,
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

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<
  ResolversTypes["LocalDateTime"],
  any
> {
  name: "LocalDateTime";
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
  viewer?: Resolver<Maybe<ResolversTypes["Viewer"]>, ParentType, ContextType>;
};

export type ViewerResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Viewer"] = ResolversParentTypes["Viewer"],
> = {
  keyId?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  grantedScopes?: Resolver<ReadonlyArray<ResolversTypes["Scope"]>, ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes["String"]>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
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
  permit?: Resolver<
    Maybe<ResolversTypes["Permit"]>,
    ParentType,
    ContextType,
    Partial<ProjectPermitArgs>
  >;
  classification?: Resolver<Maybe<ResolversTypes["ClassificationModel"]>, ParentType, ContextType>;
  sensors?: Resolver<
    ReadonlyArray<ResolversTypes["Sensor"]>,
    ParentType,
    ContextType,
    Partial<ProjectSensorsArgs>
  >;
  schedule?: Resolver<ResolversTypes["LimitSchedule"], ParentType, ContextType>;
  criteria?: Resolver<ReadonlyArray<ResolversTypes["Criterion"]>, ParentType, ContextType>;
  versions?: Resolver<ReadonlyArray<ResolversTypes["SiteVersion"]>, ParentType, ContextType>;
  events?: Resolver<
    Maybe<ResolversTypes["ProjectEventsPage"]>,
    ParentType,
    ContextType,
    RequireFields<
      ProjectEventsArgs,
      "startAt" | "endAt" | "limit" | "orderBy" | "fweighting" | "withAudio"
    >
  >;
};

export type ClassificationModelResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["ClassificationModel"] =
    ResolversParentTypes["ClassificationModel"],
> = {
  model?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  minConfidence?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
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
  endAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
  microphone?: Resolver<
    Maybe<ResolversTypes["Microphone"]>,
    ParentType,
    ContextType,
    Partial<SensorMicrophoneArgs>
  >;
  class?: Resolver<Maybe<ResolversTypes["Int"]>, ParentType, ContextType, Partial<SensorClassArgs>>;
  calibrations?: Resolver<
    Maybe<ReadonlyArray<ResolversTypes["Calibration"]>>,
    ParentType,
    ContextType,
    Partial<SensorCalibrationsArgs>
  >;
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
  sample?: Resolver<
    Maybe<ResolversTypes["Sample"]>,
    ParentType,
    ContextType,
    RequireFields<SensorSampleArgs, "id" | "fweighting">
  >;
  extent?: Resolver<Maybe<ResolversTypes["Extent"]>, ParentType, ContextType>;
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
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  aggregates?: Resolver<
    Maybe<ResolversTypes["AggregatePage"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorAggregatesArgs,
      "startAt" | "endAt" | "bucket" | "fweighting" | "minCoverage" | "maxBuckets" | "validOnly"
    >
  >;
  series?: Resolver<
    Maybe<ResolversTypes["AggregatePage"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorSeriesArgs,
      "startAt" | "endAt" | "fweighting" | "minCoverage" | "maxPoints" | "validOnly"
    >
  >;
  indicators?: Resolver<
    Maybe<ResolversTypes["IndicatorPage"]>,
    ParentType,
    ContextType,
    RequireFields<SensorIndicatorsArgs, "startAt" | "endAt" | "minCoverage" | "validOnly">
  >;
  weekProfile?: Resolver<
    Maybe<ResolversTypes["WeekProfile"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorWeekProfileArgs,
      "startAt" | "endAt" | "fweighting" | "minCoverage" | "validOnly"
    >
  >;
  distribution?: Resolver<
    Maybe<ResolversTypes["Distribution"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorDistributionArgs,
      "startAt" | "endAt" | "level" | "binWidth" | "percents" | "validOnly"
    >
  >;
  availability?: Resolver<
    Maybe<ResolversTypes["Availability"]>,
    ParentType,
    ContextType,
    RequireFields<SensorAvailabilityArgs, "startAt" | "endAt">
  >;
  assessments?: Resolver<
    Maybe<ResolversTypes["AssessmentPage"]>,
    ParentType,
    ContextType,
    RequireFields<SensorAssessmentsArgs, "startAt" | "endAt">
  >;
  episodes?: Resolver<
    Maybe<ResolversTypes["EpisodePage"]>,
    ParentType,
    ContextType,
    RequireFields<
      SensorEpisodesArgs,
      "startAt" | "endAt" | "fweighting" | "joinSeconds" | "minSeconds" | "validOnly"
    >
  >;
  limitAt?: Resolver<
    Maybe<ResolversTypes["LimitExplanation"]>,
    ParentType,
    ContextType,
    RequireFields<SensorLimitAtArgs, "at" | "fweighting">
  >;
  exclusions?: Resolver<
    Maybe<ReadonlyArray<ResolversTypes["Exclusion"]>>,
    ParentType,
    ContextType,
    RequireFields<SensorExclusionsArgs, "startAt" | "endAt">
  >;
};

export type CriterionResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Criterion"] = ResolversParentTypes["Criterion"],
> = {
  id?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  level?: Resolver<ResolversTypes["LevelName"], ParentType, ContextType>;
  days?: Resolver<ReadonlyArray<ResolversTypes["LimitDay"]>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
  to?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
  over?: Resolver<ResolversTypes["ReferenceKind"], ParentType, ContextType>;
  overSeconds?: Resolver<Maybe<ResolversTypes["Int"]>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  allowed?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  minCoverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  round?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  startAt?: Resolver<Maybe<ResolversTypes["LocalDate"]>, ParentType, ContextType>;
  endAt?: Resolver<Maybe<ResolversTypes["LocalDate"]>, ParentType, ContextType>;
  sensors?: Resolver<Maybe<ReadonlyArray<ResolversTypes["ID"]>>, ParentType, ContextType>;
  adjustments?: Resolver<ReadonlyArray<ResolversTypes["Adjustment"]>, ParentType, ContextType>;
};

export type AdjustmentResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Adjustment"] = ResolversParentTypes["Adjustment"],
> = {
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  days?: Resolver<ReadonlyArray<ResolversTypes["LimitDay"]>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes["LocalTime"]>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes["LocalTime"]>, ParentType, ContextType>;
  add?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
};

export type SiteVersionResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SiteVersion"] = ResolversParentTypes["SiteVersion"],
> = {
  version?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  appliedAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes["String"]>, ParentType, ContextType>;
};

export type ExclusionResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Exclusion"] = ResolversParentTypes["Exclusion"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
};

export type ExtentResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Extent"] = ResolversParentTypes["Extent"],
> = {
  firstAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
  lastAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
  weightings?: Resolver<
    ReadonlyArray<ResolversTypes["FrequencyWeighting"]>,
    ParentType,
    ContextType
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

export type PermitResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Permit"] = ResolversParentTypes["Permit"],
> = {
  number?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  authority?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
};

export type MicrophoneResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Microphone"] = ResolversParentTypes["Microphone"],
> = {
  height?: Resolver<Maybe<ResolversTypes["Float"]>, ParentType, ContextType>;
  mounting?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
};

export type CalibrationResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Calibration"] = ResolversParentTypes["Calibration"],
> = {
  date?: Resolver<ResolversTypes["LocalDate"], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
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

export type PageInfoResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["PageInfo"] = ResolversParentTypes["PageInfo"],
> = {
  hasNextPage?: Resolver<ResolversTypes["Boolean"], ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes["UnixSecond"]>, ParentType, ContextType>;
};

export type ProjectEventsPageInfoResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["ProjectEventsPageInfo"] =
    ResolversParentTypes["ProjectEventsPageInfo"],
> = {
  hasNextPage?: Resolver<ResolversTypes["Boolean"], ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
};

export type MeasurementsPageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["MeasurementsPage"] =
    ResolversParentTypes["MeasurementsPage"],
> = {
  data?: Resolver<ReadonlyArray<ResolversTypes["Sample"]>, ParentType, ContextType>;
  cursor?: Resolver<Maybe<ResolversTypes["UnixSecond"]>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes["PageInfo"], ParentType, ContextType>;
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
  over?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitExplanation?: Resolver<Maybe<ResolversTypes["LimitExplanation"]>, ParentType, ContextType>;
  recording?: Resolver<Maybe<ResolversTypes["RecordingInfo"]>, ParentType, ContextType>;
};

export type RecordingInfoResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["RecordingInfo"] = ResolversParentTypes["RecordingInfo"],
> = {
  durationSeconds?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  sampleRate?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  byteLength?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
};

export type RecordingResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Recording"] = ResolversParentTypes["Recording"],
> = {
  sensorId?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  datetime?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  byteLength?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
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
  pageInfo?: Resolver<ResolversTypes["PageInfo"], ParentType, ContextType>;
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
};

export type ProjectEventsPageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["ProjectEventsPage"] =
    ResolversParentTypes["ProjectEventsPage"],
> = {
  data?: Resolver<ReadonlyArray<ResolversTypes["SoundEvent"]>, ParentType, ContextType>;
  cursor?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes["ProjectEventsPageInfo"], ParentType, ContextType>;
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

export type SampleIntervalResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SampleInterval"] =
    ResolversParentTypes["SampleInterval"],
> = {
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  source?: Resolver<ResolversTypes["IntervalSource"], ParentType, ContextType>;
  agrees?: Resolver<ResolversTypes["Boolean"], ParentType, ContextType>;
};

export type AggregatePageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["AggregatePage"] = ResolversParentTypes["AggregatePage"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  bucket?: Resolver<ResolversTypes["Bucket"], ParentType, ContextType>;
  fweighting?: Resolver<ResolversTypes["FrequencyWeighting"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  limitRecalculatedAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  buckets?: Resolver<ReadonlyArray<ResolversTypes["Aggregate"]>, ParentType, ContextType>;
};

export type SampleStatisticsResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["SampleStatistics"] =
    ResolversParentTypes["SampleStatistics"],
> = {
  __resolveType: TypeResolveFn<"Aggregate" | "WeekCell", ParentType, ContextType>;
};

export type AggregateResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Aggregate"] = ResolversParentTypes["Aggregate"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  localStartAt?: Resolver<ResolversTypes["LocalDateTime"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  partial?: Resolver<ResolversTypes["Boolean"], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  expectedSamples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coveredSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  excludedSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  Leq?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Leq10?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Leq50?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Leq90?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LeqMax?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LeqMin?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAFmax?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAFmin?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LCpeak?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitedSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  events?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  overSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  overFraction?: Resolver<Maybe<ResolversTypes["Float"]>, ParentType, ContextType>;
  maxOver?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  lowestLimit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  highestLimit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitSource?: Resolver<Maybe<ResolversTypes["LimitSource"]>, ParentType, ContextType>;
  over?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type IndicatorPageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["IndicatorPage"] = ResolversParentTypes["IndicatorPage"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  periods?: Resolver<ResolversTypes["Periods"], ParentType, ContextType>;
  days?: Resolver<ReadonlyArray<ResolversTypes["DayIndicators"]>, ParentType, ContextType>;
  longTerm?: Resolver<Maybe<ResolversTypes["LongTermIndicators"]>, ParentType, ContextType>;
};

export type PeriodsResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Periods"] = ResolversParentTypes["Periods"],
> = {
  day?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
  evening?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
  night?: Resolver<ResolversTypes["LocalTime"], ParentType, ContextType>;
};

export type DayIndicatorsResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["DayIndicators"] = ResolversParentTypes["DayIndicators"],
> = {
  date?: Resolver<ResolversTypes["LocalDate"], ParentType, ContextType>;
  Lday?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Levening?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Lnight?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Lden?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  day?: Resolver<ResolversTypes["PeriodCoverage"], ParentType, ContextType>;
  evening?: Resolver<ResolversTypes["PeriodCoverage"], ParentType, ContextType>;
  night?: Resolver<ResolversTypes["PeriodCoverage"], ParentType, ContextType>;
};

export type PeriodCoverageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["PeriodCoverage"] =
    ResolversParentTypes["PeriodCoverage"],
> = {
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coveredSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  excludedSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
};

export type LongTermIndicatorsResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LongTermIndicators"] =
    ResolversParentTypes["LongTermIndicators"],
> = {
  Lday?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Levening?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Lnight?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Lden?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  days?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  evenings?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  nights?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
};

export type WeekProfileResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["WeekProfile"] = ResolversParentTypes["WeekProfile"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  fweighting?: Resolver<ResolversTypes["FrequencyWeighting"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  limitRecalculatedAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  cells?: Resolver<ReadonlyArray<ResolversTypes["WeekCell"]>, ParentType, ContextType>;
};

export type WeekCellResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["WeekCell"] = ResolversParentTypes["WeekCell"],
> = {
  day?: Resolver<ResolversTypes["LimitDay"], ParentType, ContextType>;
  hour?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  expectedSamples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coveredSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  excludedSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  Leq?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Leq10?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Leq50?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  Leq90?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LeqMax?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LeqMin?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAFmax?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LAFmin?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  LCpeak?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitedSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  events?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  overSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  overFraction?: Resolver<Maybe<ResolversTypes["Float"]>, ParentType, ContextType>;
  maxOver?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  lowestLimit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  highestLimit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DistributionResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Distribution"] = ResolversParentTypes["Distribution"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  level?: Resolver<ResolversTypes["LevelName"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  bins?: Resolver<ReadonlyArray<ResolversTypes["Bin"]>, ParentType, ContextType>;
  lowest?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  highest?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  mode?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  arithmeticMean?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  exceeded?: Resolver<ReadonlyArray<ResolversTypes["ExceededLevel"]>, ParentType, ContextType>;
};

export type BinResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Bin"] = ResolversParentTypes["Bin"],
> = {
  from?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  to?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
};

export type ExceededLevelResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["ExceededLevel"] = ResolversParentTypes["ExceededLevel"],
> = {
  percent?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
};

export type AvailabilityResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Availability"] = ResolversParentTypes["Availability"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  expectedSamples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coveredSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  firstAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
  lastAt?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
  gapCount?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  gaps?: Resolver<ReadonlyArray<ResolversTypes["Gap"]>, ParentType, ContextType>;
};

export type GapResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Gap"] = ResolversParentTypes["Gap"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
};

export type AssessmentPageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["AssessmentPage"] =
    ResolversParentTypes["AssessmentPage"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  asOf?: Resolver<Maybe<ResolversTypes["Instant"]>, ParentType, ContextType>;
  data?: Resolver<ReadonlyArray<ResolversTypes["Assessment"]>, ParentType, ContextType>;
};

export type AssessmentResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Assessment"] = ResolversParentTypes["Assessment"],
> = {
  criterionId?: Resolver<ResolversTypes["ID"], ParentType, ContextType>;
  date?: Resolver<ResolversTypes["LocalDate"], ParentType, ContextType>;
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  localStartAt?: Resolver<ResolversTypes["LocalDateTime"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coveredSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  excludedSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes["Verdict"], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes["UndecidedReason"]>, ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  over?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  referenceTimes?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  exceeded?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  undecided?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  worst?: Resolver<Maybe<ResolversTypes["ReferenceTime"]>, ParentType, ContextType>;
  exceedances?: Resolver<ReadonlyArray<ResolversTypes["ReferenceTime"]>, ParentType, ContextType>;
  budgetUsed?: Resolver<Maybe<ResolversTypes["Float"]>, ParentType, ContextType>;
  remaining?: Resolver<Maybe<ResolversTypes["RemainingBudget"]>, ParentType, ContextType>;
  adjustments?: Resolver<
    ReadonlyArray<ResolversTypes["AppliedAdjustment"]>,
    ParentType,
    ContextType
  >;
};

export type ReferenceTimeResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["ReferenceTime"] = ResolversParentTypes["ReferenceTime"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  over?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes["Float"], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes["Verdict"], ParentType, ContextType>;
};

export type RemainingBudgetResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["RemainingBudget"] =
    ResolversParentTypes["RemainingBudget"],
> = {
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
};

export type AppliedAdjustmentResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["AppliedAdjustment"] =
    ResolversParentTypes["AppliedAdjustment"],
> = {
  name?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  add?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
};

export type EpisodePageResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["EpisodePage"] = ResolversParentTypes["EpisodePage"],
> = {
  meta?: Resolver<ResolversTypes["PageMeta"], ParentType, ContextType>;
  interval?: Resolver<Maybe<ResolversTypes["SampleInterval"]>, ParentType, ContextType>;
  data?: Resolver<ReadonlyArray<ResolversTypes["Episode"]>, ParentType, ContextType>;
};

export type EpisodeResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["Episode"] = ResolversParentTypes["Episode"],
> = {
  startAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  endAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  events?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  eventSeconds?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  Leq?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  LAE?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  maxOver?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  maxOverAt?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  LeqMax?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  LAFmax?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  lowestLimit?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  highestLimit?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes["String"]>, ParentType, ContextType>;
  labelSeconds?: Resolver<Maybe<ResolversTypes["Int"]>, ParentType, ContextType>;
  recordings?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
  firstRecordingId?: Resolver<Maybe<ResolversTypes["ID"]>, ParentType, ContextType>;
  cut?: Resolver<ResolversTypes["Boolean"], ParentType, ContextType>;
};

export type LimitExplanationResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitExplanation"] =
    ResolversParentTypes["LimitExplanation"],
> = {
  at?: Resolver<ResolversTypes["Instant"], ParentType, ContextType>;
  localTime?: Resolver<ResolversTypes["LocalDateTime"], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes["String"], ParentType, ContextType>;
  date?: Resolver<ResolversTypes["LocalDate"], ParentType, ContextType>;
  day?: Resolver<ResolversTypes["LimitDay"], ParentType, ContextType>;
  holiday?: Resolver<Maybe<ResolversTypes["Holiday"]>, ParentType, ContextType>;
  fweighting?: Resolver<ResolversTypes["FrequencyWeighting"], ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes["Decibel"]>, ParentType, ContextType>;
  limitSource?: Resolver<ResolversTypes["LimitSource"], ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes["LimitRule"]>, ParentType, ContextType>;
  ruleCount?: Resolver<ResolversTypes["Int"], ParentType, ContextType>;
};

export type LimitRuleResolvers<
  ContextType = OperationContext,
  ParentType extends ResolversParentTypes["LimitRule"] = ResolversParentTypes["LimitRule"],
> = {
  limitSource?: Resolver<ResolversTypes["LimitSource"], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes["LimitOwner"], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes["LimitRuleKind"], ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes["Int"]>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes["Decibel"], ParentType, ContextType>;
  startsOn?: Resolver<Maybe<ResolversTypes["LocalDate"]>, ParentType, ContextType>;
  day?: Resolver<Maybe<ResolversTypes["LimitDay"]>, ParentType, ContextType>;
  holiday?: Resolver<Maybe<ResolversTypes["Holiday"]>, ParentType, ContextType>;
  exception?: Resolver<Maybe<ResolversTypes["LimitException"]>, ParentType, ContextType>;
  window?: Resolver<Maybe<ResolversTypes["LimitWindow"]>, ParentType, ContextType>;
};

export type Resolvers<ContextType = OperationContext> = {
  Instant?: GraphQLScalarType;
  LocalDate?: GraphQLScalarType;
  LocalTime?: GraphQLScalarType;
  LocalDateTime?: GraphQLScalarType;
  Decibel?: GraphQLScalarType;
  UnixSecond?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
  ClassificationModel?: ClassificationModelResolvers<ContextType>;
  Sensor?: SensorResolvers<ContextType>;
  Criterion?: CriterionResolvers<ContextType>;
  Adjustment?: AdjustmentResolvers<ContextType>;
  SiteVersion?: SiteVersionResolvers<ContextType>;
  Exclusion?: ExclusionResolvers<ContextType>;
  Extent?: ExtentResolvers<ContextType>;
  Location?: LocationResolvers<ContextType>;
  Contract?: ContractResolvers<ContextType>;
  Permit?: PermitResolvers<ContextType>;
  Microphone?: MicrophoneResolvers<ContextType>;
  Calibration?: CalibrationResolvers<ContextType>;
  LimitSchedule?: LimitScheduleResolvers<ContextType>;
  LimitLevels?: LimitLevelsResolvers<ContextType>;
  LimitWindow?: LimitWindowResolvers<ContextType>;
  LimitException?: LimitExceptionResolvers<ContextType>;
  Holiday?: HolidayResolvers<ContextType>;
  LimitSegment?: LimitSegmentResolvers<ContextType>;
  PageMeta?: PageMetaResolvers<ContextType>;
  EffectiveRange?: EffectiveRangeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  ProjectEventsPageInfo?: ProjectEventsPageInfoResolvers<ContextType>;
  MeasurementsPage?: MeasurementsPageResolvers<ContextType>;
  Sample?: SampleResolvers<ContextType>;
  RecordingInfo?: RecordingInfoResolvers<ContextType>;
  Recording?: RecordingResolvers<ContextType>;
  Classification?: ClassificationResolvers<ContextType>;
  SoundEventsPage?: SoundEventsPageResolvers<ContextType>;
  ProjectEventsPage?: ProjectEventsPageResolvers<ContextType>;
  SoundEvent?: SoundEventResolvers<ContextType>;
  EmbeddedMap?: EmbeddedMapResolvers<ContextType>;
  SensorFeatureCollection?: SensorFeatureCollectionResolvers<ContextType>;
  SensorFeature?: SensorFeatureResolvers<ContextType>;
  PointGeometry?: PointGeometryResolvers<ContextType>;
  SensorFeatureProperties?: SensorFeaturePropertiesResolvers<ContextType>;
  LatestLevel?: LatestLevelResolvers<ContextType>;
  SampleInterval?: SampleIntervalResolvers<ContextType>;
  AggregatePage?: AggregatePageResolvers<ContextType>;
  SampleStatistics?: SampleStatisticsResolvers<ContextType>;
  Aggregate?: AggregateResolvers<ContextType>;
  IndicatorPage?: IndicatorPageResolvers<ContextType>;
  Periods?: PeriodsResolvers<ContextType>;
  DayIndicators?: DayIndicatorsResolvers<ContextType>;
  PeriodCoverage?: PeriodCoverageResolvers<ContextType>;
  LongTermIndicators?: LongTermIndicatorsResolvers<ContextType>;
  WeekProfile?: WeekProfileResolvers<ContextType>;
  WeekCell?: WeekCellResolvers<ContextType>;
  Distribution?: DistributionResolvers<ContextType>;
  Bin?: BinResolvers<ContextType>;
  ExceededLevel?: ExceededLevelResolvers<ContextType>;
  Availability?: AvailabilityResolvers<ContextType>;
  Gap?: GapResolvers<ContextType>;
  AssessmentPage?: AssessmentPageResolvers<ContextType>;
  Assessment?: AssessmentResolvers<ContextType>;
  ReferenceTime?: ReferenceTimeResolvers<ContextType>;
  RemainingBudget?: RemainingBudgetResolvers<ContextType>;
  AppliedAdjustment?: AppliedAdjustmentResolvers<ContextType>;
  EpisodePage?: EpisodePageResolvers<ContextType>;
  Episode?: EpisodeResolvers<ContextType>;
  LimitExplanation?: LimitExplanationResolvers<ContextType>;
  LimitRule?: LimitRuleResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = OperationContext> = {
  cost?: CostDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  counted?: CountedDirectiveResolver<any, any, ContextType>;
  form?: FormDirectiveResolver<any, any, ContextType>;
  constant?: ConstantDirectiveResolver<any, any, ContextType>;
};
