import { PageError } from '../price-row.ts';
import type { Cell, Grid, Placed } from './cell.ts';
import { type PageDate, pageDate, wholeDate } from './condition.ts';
import { openPage } from './open-page.ts';
import { type LifecycleColumn, meaningIn, words } from './words.ts';

/** One row of a deprecation page. */
export interface LifecycleRow {
  /** The ids and names of models in the row, as printed. */
  labels: string[];
  shutDown: PageDate;
  /** Null: the table has no such column. */
  deprecatedOn: PageDate | null;
  /** Null: the table has no such column. Several: alternatives. */
  replacements: string[] | null;
  place: string;
}

/** `gpt-9, gpt-9-2027-01-01`, or several ids separated by "or" or brackets. */
const namesIn = ({ text }: Cell): string[] =>
  text
    .split(/[,;|()]|\b(?:and|or|including|with)\b/i)
    .map((name) => name.replace(/[*†‡↗]+$/, '').trim())
    .filter((name) => /[\p{L}\d]/u.test(name));

/**
 * Reads one table; empty if it is not about the end of models. If it is but has no model column, a duplicate column or
 * dates under an unknown header, it throws: a date from the wrong column would be trusted.
 */
function readGrid({ item: grid, context }: Placed<Grid>): LifecycleRow[] {
  const table = context.place.replace(/^price /, '');
  const [header = [], ...body] = grid.rows;
  const columns = header.map(({ text }) => columnKind(text));
  const at = (kind: ColumnKind) => columns.indexOf(kind);
  const fail = (why: string): never => {
    throw new PageError(`${table}: ${why}`);
  };
  const isDated = (column: number) => body.some((row) => wholeDate(row[column]?.text ?? '') !== null);
  const about = at('shutDown') >= 0 || at('deprecatedOn') >= 0;
  const strange = columns.findIndex((kind, column) => kind === 'unknown' && isDated(column));
  if (strange >= 0 && (about || at('model') >= 0)) fail(`dates under the unknown header "${header[strange]?.text}"`);
  if (at('shutDown') < 0) return [];
  if (at('model') < 0) fail('no column for the model');
  for (const kind of ['model', 'shutDown', 'deprecatedOn', 'replacement'] as const) {
    if (columns.filter((one) => one === kind).length > 1) fail(`two columns for ${kind}`);
  }
  if (grid.fault) fail(grid.fault);
  return body.flatMap((row, index): LifecycleRow[] => {
    // A line across the table, or one that fills only the first cell, is a heading such as "Preview models".
    if (new Set(row).size === 1 || row.slice(1).every(({ text }) => text === '')) return [];
    const cell = (kind: ColumnKind): Cell | null => row[at(kind)] ?? null;
    const [model, shutDown, deprecatedOn, replacement] = [
      cell('model'),
      cell('shutDown'),
      cell('deprecatedOn'),
      cell('replacement'),
    ];
    if (!model || !shutDown) return fail(`row ${index + 1} is too short`);
    return [
      {
        labels: namesIn(model),
        shutDown: pageDate(shutDown.text),
        deprecatedOn: deprecatedOn && pageDate(deprecatedOn.text),
        replacements: replacement && namesIn(replacement),
        place: `${table}, row ${index + 1}`,
      },
    ];
  });
}

/** A date on a page that calls all of its dates the earliest possible ones. */
const earliest = (date: PageDate): PageDate => (date.kind === 'on' ? { kind: 'notBefore', day: date.day } : date);

/**
 * The rows of a provider's deprecation page. Throws `PageError` with the reason instead of guessing.
 * `isEarliest`: the page calls its days the earliest possible ones, so each is either a plan or only a guarantee.
 */
export function readLifecycle(id: string, text: string): { rows: LifecycleRow[]; isEarliest: boolean } {
  const { provider, outline } = openPage(id, text);
  const { deprecations } = provider;
  if (!deprecations) throw new PageError(`no deprecation page is known for ${id}`);
  const tables = outline.grids.filter(
    ({ context }) => !context.headings.some((heading) => deprecations.skip?.test(heading.text)),
  );
  const rows = tables.flatMap(readGrid);
  if (rows.length === 0) throw new PageError('no table on it gives the days on which models shut down');
  const isEarliest = outline.texts.some((line) => deprecations.earliest?.test(line));
  return { rows: isEarliest ? rows.map((row) => ({ ...row, shutDown: earliest(row.shutDown) })) : rows, isEarliest };
}

type ColumnKind = LifecycleColumn | 'unknown';

/** Matches a header as a whole; one with an unknown word is `unknown` rather than guessed. */
function columnKind(header: string): ColumnKind {
  const text = header
    .toLowerCase()
    .replace(/[*†‡]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return meaningIn(words().lifecycle, text) ?? 'unknown';
}
