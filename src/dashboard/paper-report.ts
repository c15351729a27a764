/** A report as the page has it. */
export interface PaperReport {
  readonly html: string;
  /** The name of the project. */
  readonly title: string;
}

/** Renders the report of a project over local dates, both inside. `fetch` answers the page's requests. */
export type RenderReport = (wanted: {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly language: string;
}) => Promise<PaperReport | null>;
