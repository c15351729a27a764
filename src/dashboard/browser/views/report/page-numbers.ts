/** Height of A4 within its margins (media.css), in CSS pixels. */
const pageHeight = (264 * 96) / 25.4;

/** Space for four digits, in whole pixels: Firefox rounds the size of a picture, and the numbers would drift. */
const width = 40;

/**
 * Numbers of pages for Firefox, which prints no margin boxes: one picture below the sheet, `most` pages high. Firefox
 * continues a background from page to page, and cuts it off where the sheet ends: only `most` has to be high enough.
 */
export function pageNumbers(most: number): string {
  const height = most * pageHeight;
  const numbers = Array.from(
    { length: most },
    (_, index) => `<text x="${width}" y="${index * pageHeight + 15}">${index + 1}</text>`,
  );
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" font-family="system-ui, sans-serif"
    font-size="12" fill="#59626d" text-anchor="end">${numbers.join("")}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}
