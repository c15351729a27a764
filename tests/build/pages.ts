import { type APIResponse, expect } from "playwright/test";

/** One page as REST answers it; records are known by their id. */
export interface Page<Row> {
  readonly data: Row[];
  readonly cursor: number | null;
  readonly meta: unknown;
}

/** Follows the cursors from the start to null, and checks that no page is longer than `limit`. */
export async function readAllPages<Row extends { readonly id: string }>(
  fetchPage: (cursor: number) => Promise<APIResponse>,
  limit: number,
): Promise<Page<Row>[]> {
  const pages: Page<Row>[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const response = await fetchPage(cursor);
    expect(response.status(), await response.text()).toBe(200);
    const page = (await response.json()) as Page<Row>;
    expect(page.data.length).toBeLessThanOrEqual(limit);
    pages.push(page);
    cursor = page.cursor;
  }
  return pages;
}
