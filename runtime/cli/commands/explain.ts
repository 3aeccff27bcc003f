/** `agent-cost estimate explain`: the tables that an estimate follows from. */
import type { Cell, Explanation, Section } from '../../core/answers/schemas/explanation-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { explain } from '../../core/explain/explain.ts';
import { decimal, roundHalfUp } from '../../core/values/money.ts';
import { textTable } from '../../core/values/text-table.ts';
import { openPrices } from '../catalog-options.ts';
import { estimateSummary } from '../estimate-summary.ts';
import { printAs } from '../output.ts';
import { command } from '../program.ts';
import { accepted, type RequestOptions, requestFrom, requestOptions } from '../workflow-options.ts';

const examples = `
Prints a summary with rounded numbers, then tables: what counts, the prices, the calls of one task, all tasks, and the way
from there to the answer. The columns with a total can be added up by hand, digit by digit.

Examples:
  agent-cost estimate explain coding --model claude-sonnet-4-6
  agent-cost estimate explain session --all
  agent-cost estimate explain rag --set retryRatePct=5 --set promptCaching=true --json`;

export const explainCommand = () =>
  command('explain')
    .summary('the calls, tasks and prices behind an estimate, to add up by hand')
    .description('Shows what an estimate follows from: inputs, prices with their sources and dates, calls and tasks.')
    .json()
    .with(requestOptions)
    .option('--all', 'every call of the task, instead of the first, the last and those around an event')
    .addHelpText('after', examples)
    .action((preset: string | undefined, options: RequestOptions & { all?: true }) => {
      const { catalog } = openPrices(options);
      const explanation = accepted(explain(catalog, requestFrom(catalog, preset, options)));
      printAs(options, {
        json: () => explanation,
        text: () => explanationLines(catalog, explanation, options.all ?? false),
      });
    });

function explanationLines(catalog: Catalog, explanation: Explanation, all: boolean): string[] {
  const { datasetVersion, pricesAsOf, price, sections, estimate } = explanation;
  const since = price.inForceSince === null ? 'since release' : `since ${price.inForceSince}`;
  return [
    ...estimateSummary(catalog, estimate, true),
    '',
    `Dataset ${datasetVersion}, in force since ${pricesAsOf}. Prices ${since}, first read on ${price.knownSince}, verified ${price.verifiedOn}:`,
    ...price.sources.map(({ url, name, on, note }) => `  ${on}  ${url ?? name}${note ? ` (${note})` : ''}`),
    ...(price.note ? [`  Note: ${price.note}`] : []),
    ...sections.flatMap((section) => [
      '',
      section.title,
      ...(section.note === '' ? [] : [section.note]),
      ...tableOf(all ? section : folded(section)),
    ]),
  ];
}

/** Rows that are shown at the beginning and end of a long table, and beside a row where something happens. */
const [atStart, atEnd] = [5, 3];
const longest = 20;

/** A long table without the rows between, which become one that has their sum. */
function folded(section: Section): Section {
  const { rows, columns } = section;
  if (rows.length <= longest || !columns.some(({ adds }) => adds)) return section;
  // The name of a call says what happens at it.
  const events = rows.flatMap(([name], i) => (String(name).includes(',') ? [i] : []));
  // Of many alike, the first two and the last.
  const told = new Set(events.length > 3 ? [...events.slice(0, 2), events.at(-1)] : events);
  const isShown = (i: number) =>
    i < atStart || i >= rows.length - atEnd || told.has(i) || told.has(i + 1) || told.has(i - 1);
  const shown: Cell[][] = [];
  let hidden: Cell[][] = [];
  const endHidden = () => {
    if (hidden.length > 0) shown.push(together(hidden, columns));
    hidden = [];
  };
  for (const [i, row] of rows.entries()) {
    if (!isShown(i)) {
      hidden.push(row);
      continue;
    }
    endHidden();
    shown.push(row);
  }
  endHidden();
  return { ...section, rows: shown };
}

/** One row for several that follow one another, with their sums. */
const together = (rows: readonly Cell[][], columns: Section['columns']): Cell[] =>
  columns.map(({ adds }, column) =>
    adds
      ? sumOf(rows.map((row) => row[column] as number))
      : column === 0
        ? `${rows[0]?.[0]} to ${String(rows.at(-1)?.[0]).replace(/,.*/, '')}`
        : null,
  );

/** A sum without the noise of binary fractions: cells have at most nine decimals. */
const sumOf = (values: readonly number[]): number =>
  roundHalfUp(values.reduce((sum, value) => sum + value, 0) * 1e9) / 1e9;

const shownAs = (cell: Cell): string => (typeof cell === 'number' ? decimal(cell) : (cell ?? ''));

const tableOf = ({ columns, rows, total }: Section): string[] =>
  textTable(
    columns.map(({ name }) => name),
    [...rows, ...(total === null ? [] : [total])].map((row) => row.map(shownAs)),
  ).split('\n');
