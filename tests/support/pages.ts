import { expect } from "./expect.ts";
import { fetchDocumented } from "./documented.ts";

/** One page of a REST answer. */
export interface Page<Row> {
  readonly data: Row[];
  readonly cursor: number | null;
  readonly meta: unknown;
}

/** The address without query, the key, and the query without cursor. */
export interface PageSource {
  readonly url: string;
  readonly key: string;
  readonly query: Readonly<Record<string, string | number>>;
}

/**
 * Follows the cursors from the start to null, and checks that no page is longer than `limit`. It uses plain `fetch`,
 * because the test runner would record thousands of requests as steps.
 */
export async function readAllPages<Row extends { readonly id: string }>(
  { url, key, query }: PageSource,
  limit: number,
): Promise<Page<Row>[]> {
  const pages: Page<Row>[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const entries = Object.entries({ ...query, limit, cursor });
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
    const { status, body } = await fetchDocumented(`${url}?${text.toString()}`, key);
    if (status !== 200) expect(status, body).toBe(200);
    const page = JSON.parse(body) as Page<Row>;
    if (page.data.length > limit) expect(page.data.length).toBeLessThanOrEqual(limit);
    pages.push(page);
    cursor = page.cursor;
  }
  return pages;
}
