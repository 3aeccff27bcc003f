/** Tables as CSV (RFC 4180). */

/** A header line, then the rows; the fields come from `csvField`. */
export const csv = (header: readonly string[], rows: readonly string[][]): string =>
  [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');

/** One field, quoted where necessary. */
export function csvField(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
