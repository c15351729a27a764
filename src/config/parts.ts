/** The store of recordings. */
export type AudioStoreConfig =
  | { readonly kind: "folder"; readonly folder: string }
  | ({ readonly kind: "s3" } & BucketConfig);

/** A bucket of an object store that speaks the protocol of S3. */
export interface BucketConfig {
  readonly bucket: string;
  /** The beginning of the names of objects, without slashes around it; empty: none. */
  readonly prefix: string;
  /** The origin to which requests go, for example `https://s3.eu-west-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    /** Null for credentials without an end. */
    readonly sessionToken: string | null;
  };
}

/** The raster tiles below the maps of the dashboard. */
export interface MapTiles {
  /** An http or https address, or a path, with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  /** Plain text that names the owner of the tiles; may be empty. */
  readonly attribution: string;
  /** The origin of the address in the form of a Content-Security-Policy: `'self'` for a path. */
  readonly origin: string;
}

export interface TracingConfig {
  /** The address of a collector that speaks OTLP over HTTP; traces go to `v1/traces` below it. */
  readonly endpoint: string;
  readonly sampler: {
    readonly root: "always_on" | "always_off" | "traceidratio";
    /** True: the context of a client decides if its trace is exported, and `root` decides for all other traces. */
    readonly isParentBased: boolean;
  };
  /** The share of the traces that `traceidratio` exports, 0 to 1. */
  readonly share: number;
}
