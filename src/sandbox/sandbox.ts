export interface SandboxOptions {
  /** The instant of the clock. Default: `2026-01-14T12:00:00Z`. */
  readonly now?: string;
  /** A whole number from 0 to 4294967295 from which keys, leases and levels follow. Default: 1. */
  readonly seed?: number;
  /** The port of the public listener. Default: any free one. */
  readonly port?: number;
  /** The port of the internal listener. Default: any free one. */
  readonly internalPort?: number;
}

/** The gateway with a database in memory, and a key or an id for each answer of the contract. */
export interface Sandbox {
  /** The address of REST, for example `http://127.0.0.1:40123/api/v0`. */
  readonly baseUrl: string;
  /** The addresses of the listeners, for example `http://127.0.0.1:40123`. */
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** The instant of the clock. */
  readonly now: string;
  /** The time of the samples of the current project. */
  readonly range: { readonly startAt: string; readonly endAt: string };
  readonly keys: Readonly<Record<SandboxKeyPurpose, string>>;
  readonly projects: Readonly<Record<SandboxProjectPurpose, string>>;
  readonly sensors: Readonly<Record<SandboxSensorPurpose, string>>;
  /** Paths of recordings that the key `all` has leased. */
  readonly audio: Readonly<Record<SandboxAudioPurpose, string>>;
  /** Advances the clock by seconds, which may have a fraction. */
  tick(seconds: number): void;
  /** Returns to the start: the clock, leases, recordings, and the keys that fail once. */
  reset(): Promise<void>;
  /** Ends both listeners and the database. No files remain. */
  stop(): Promise<void>;
}

/**
 * Keys that lack a scope, that are not in force (401), and that have used up their requests (429). The first request of
 * those of `Once` is refused (429, 503) with `Retry-After: 1`, and the next ones are answered.
 */
export type SandboxKeyPurpose =
  | "all"
  | "withoutProjects"
  | "withoutData"
  | "withoutEvents"
  | "withoutAudio"
  | "withoutEmbeddedMap"
  | "oneSensor"
  | "ofOtherTenant"
  | "atQuota"
  | "atQuotaOnce"
  | "unavailableOnce"
  | "expired"
  | "revoked"
  | "unknown";

export type SandboxProjectPurpose =
  | "current"
  | "withoutContract"
  | "invalidContract"
  | "ended"
  | "ofOtherTenant";

export type SandboxSensorPurpose =
  | "withData"
  | "withGaps"
  | "withoutData"
  | "ofProjectWithoutContract"
  | "ofProjectWithInvalidContract"
  | "ofEndedProject"
  | "ofOtherTenant";

/** A recording, one in an expired lease (404), one whose object is gone or damaged (503). */
export type SandboxAudioPurpose = "stored" | "expired" | "gone" | "damaged";
