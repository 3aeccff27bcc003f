/** Tables as CSV (RFC 4180). */

/** A header line, then the rows; the fields come from `csvField`. */
export const csv = (header: readonly string[], rows: readonly string[][]): string =>
  [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');

/**
 * One field, quoted where necessary. A spreadsheet would run a text such as `=HYPERLINK(...)` as a formula: such texts
 * get an apostrophe before them, as OWASP advises (CSV injection). Numbers stay as they are, in texts too.
 */
export function csvField(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  if (looksLikeFormula.test(text) && !plainNumber.test(text)) return quoted(`'${text}`);
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The wide forms are those of East Asian keyboards, which some spreadsheets take for the others. */
const looksLikeFormula = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Rows of JSON as CSV.
 * @param columns names of fields, `a.b` for nested ones; fields of a null are null
 */
export function csvOf(columns: readonly string[], rows: Iterable<object>): string {
  let text = csv(columns, []);
  // Line by line: the cells of a report with 100,000 groups take ten times the memory of its text.
  for (const row of rows) text += `${columns.map((column) => csvField(fieldAt(row, column))).join(',')}\r\n`;
  return text;
}

function fieldAt(row: object, path: string): string | number | boolean | null {
  let value: unknown = row;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null)?.[name];
  return (value ?? null) as string | number | boolean | null;
}
