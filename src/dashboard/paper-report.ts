/** A report as the page has it. */
export interface PaperReport {
  /** Null if nothing could be reported. */
  readonly html: string | null;
  /** A sentence for each part that could not be read. */
  readonly problems: readonly string[];
  /** The name of the project. */
  readonly title: string;
}

/**
 * Renders the report of a project over local dates, both inside, unless they are refused. `fetch` answers the page's
 * requests.
 */
export type RenderReport = (wanted: {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly language: string;
  /** The words that a person would type into it. */
  readonly words: Readonly<Partial<Record<"title" | "permit" | "author" | "remark", string>>>;
}) => Promise<PaperReport | { readonly refused: string } | null>;
