import { signal } from "@preact/signals";

/** True if the server answers. */
export type Connection =
  | { readonly kind: "online" }
  /** `unreachable`: no answer came. `busy`: the service is at its bound. `retryAt` is in milliseconds. */
  | { readonly kind: "unreachable" | "busy"; readonly retryAt: number };

export const connection = signal<Connection>({ kind: "online" });
