/** A reconciliation for people, as text and as one HTML file, and as CSV. */
import { csvOf } from '../../core/values/csv.ts';
import { markup as html } from '../../core/values/markup.ts';
import { printable } from '../../core/values/printable.ts';
import { percent, usd, whole } from '../../core/values/rounded.ts';
import { type HtmlOptions, htmlPage, paragraph, sectionHtml } from '../report/report-html.ts';
import { count, dollars, type Section, table } from '../report/report-sections.ts';
import { sectionLines, type TextSize } from '../report/report-text.ts';
import { signed } from '../report/report-words.ts';
import type { DifferenceClass } from './differences.ts';
import { exactRow, type ReconciledRow, type Reconciliation } from './reconcile.ts';

const classNames: Readonly<Record<DifferenceClass, string>> = {
  matched: 'matched',
  rounding: 'rounding',
  price: 'another price',
  noPrice: 'no list price',
  tokens: 'other tokens',
  cannotKnow: 'not in these logs',
  undivided: 'price or tokens',
  onlyInvoice: 'only on the invoice',
  onlyLogs: 'only in the logs',
};

/** The first sentence: how far apart both are. */
function headlineOf({ total, from, until }: Reconciliation): string {
  const days = from === null ? '' : `, ${from} to ${until}`;
  const { invoiceUsd, logUsd, differenceUsd } = total;
  const share = logUsd === 0 ? '' : `, ${percent(Math.abs((100 * differenceUsd) / logUsd))}`;
  const apart =
    differenceUsd === 0
      ? 'equal'
      : `${usd(Math.abs(differenceUsd))} ${differenceUsd > 0 ? 'more' : 'less'} was billed${share}`;
  return `Billed ${signed(invoiceUsd)}, in the logs ${usd(logUsd)} at list price: ${apart}${days}.`;
}

/** Sentences below the classes. */
function remarksOf(made: Reconciliation): string[] {
  const { isWithinTolerance, differenceOfModelsUsd, toleranceUsd, callsLeftOut, callsWithoutPrice, notes } = made;
  return [
    `The totals of the models differ by ${usd(differenceOfModelsUsd)}: ${isWithinTolerance ? 'within' : 'beyond'} the tolerance of ${usd(toleranceUsd)}.`,
    ...(callsLeftOut === 0
      ? []
      : [`Logged calls outside the days of the invoice, or without a time: ${whole(callsLeftOut)}.`]),
    ...(callsWithoutPrice === 0 ? [] : [`Logged calls without a list price, in no sum: ${whole(callsWithoutPrice)}.`]),
    ...notes,
  ];
}

/** The rows that differ most, without those that match. */
const widestRows = ({ rows }: Reconciliation, top: number): ReconciledRow[] =>
  rows
    .filter(({ class: name }) => name !== 'matched' && name !== 'rounding')
    .sort((a, b) => Math.abs(b.differenceUsd) - Math.abs(a.differenceUsd))
    .slice(0, top);

/** What a terminal and a page show of it below the first sentence: the classes, where they differ, a discount. */
function sectionsOf(made: Reconciliation, top: number): Record<'classes' | 'differences' | 'overlay', Section[]> {
  const meaning = { head: 'what it is', texts: made.classes.map((one) => one.meaning) };
  const classes = made.classes.map((one) => [
    classNames[one.class],
    ...[one.invoiceUsd, one.logUsd, one.differenceUsd].map(dollars),
    count(one.calls),
  ]);
  const rows = widestRows(made, top);
  const cells = rows.map((row) => [
    ...[row.day, row.model && printable(row.model), classNames[row.class]],
    ...[row.differenceUsd, row.invoiceUsd, row.logUsd].map(dollars),
    ...[row.key, row.project],
  ]);
  const head = ['day', 'model', 'class', 'difference', 'invoice', 'logs', 'key', 'project'];
  const used = <T>(all: readonly T[]) => all.filter((_, at) => at < 6 || cells.some((row) => row[at] !== null));
  const id = 'reconciled';
  return {
    classes: [
      {
        ...{ id, title: 'Where the dollars are' },
        table: table('Classes', ['class', 'invoice', 'logs', 'difference', 'calls'], classes, { meaning }),
      },
    ],
    differences: cells.slice(0, 1).map(() => ({
      ...{ id, title: 'Where they differ most', line: 'Where they differ most:' },
      table: table('Differences', used(head), cells.map(used)),
    })),
    overlay: [made.overlay ?? []].flat().map((overlay) => ({
      ...{ id, title: 'A constant discount explains a part' },
      line: 'A constant discount explains a part: as an overlay (--write-overlay FILE, then --overlay FILE) it is',
      after: JSON.stringify(overlay),
    })),
  };
}

export function reconcileText(made: Reconciliation, { top, width }: TextSize): string[] {
  const { classes, differences, overlay } = sectionsOf(made, top);
  const linesOf = (sections: readonly Section[]) => sections.flatMap((section) => sectionLines(section, { width }));
  return [headlineOf(made), ...linesOf([...classes, ...differences]), '', ...remarksOf(made), ...linesOf(overlay)];
}

/** A reconciliation as one HTML file. */
export function reconcileHtml(made: Reconciliation, { files, top, sha256 }: HtmlOptions): string {
  const { datasetVersion } = made;
  return htmlPage({
    title: 'Invoice and logs',
    header: html`<h1>${headlineOf(made)}</h1>${remarksOf(made).map(paragraph)}`,
    main: html`${Object.values(sectionsOf(made, top)).flat().map(sectionHtml)}`,
    ...{ datasetVersion, files, sha256 },
  });
}

const columns = ['day', 'model', 'key', 'project', 'class', 'calls', 'invoiceUsd', 'logUsd', 'differenceUsd'];

export const reconcileCsv = ({ rows }: Reconciliation): string => csvOf(columns, rows.map(exactRow));
