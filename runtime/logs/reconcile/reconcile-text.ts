/** A reconciliation for people, and as CSV. */
import { csvOf } from '../../core/values/csv.ts';
import { printable } from '../../core/values/printable.ts';
import { percent, usd, whole } from '../../core/values/rounded.ts';
import { type Cell, fittedTable } from '../../core/values/text-table.ts';
import { signed } from '../report/report-tables.ts';
import type { DifferenceClass } from './differences.ts';
import { exactRow, type ReconciledRow, type Reconciliation } from './reconcile.ts';

/** The classes in a few words. */
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
export function headlineOf({ total, from, until }: Reconciliation): string {
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
export function remarksOf(made: Reconciliation): string[] {
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

export const classHead = ['class', 'invoice', 'logs', 'difference', 'calls'];
export const classRow = (one: Reconciliation['classes'][number]): Cell[] => [
  classNames[one.class],
  signed(one.invoiceUsd),
  signed(one.logUsd),
  signed(one.differenceUsd),
  whole(one.calls),
];

export const rowHead = ['day', 'model', 'class', 'difference', 'invoice', 'logs', 'key', 'project'];
export const rowCells = (row: ReconciledRow): Cell[] => [
  ...[row.day, row.model && printable(row.model), classNames[row.class]],
  ...[signed(row.differenceUsd), signed(row.invoiceUsd), signed(row.logUsd)],
  ...[row.key, row.project],
];

/** The rows that differ most, without those that match. */
export const widestRows = ({ rows }: Reconciliation, top: number): ReconciledRow[] =>
  rows
    .filter(({ class: name }) => name !== 'matched' && name !== 'rounding')
    .sort((a, b) => Math.abs(b.differenceUsd) - Math.abs(a.differenceUsd))
    .slice(0, top);

export function reconcileText(made: Reconciliation, { top, width }: { top: number; width: number }): string[] {
  const rows = widestRows(made, top);
  const used = rowHead.map((_, column) => column < 6 || rows.some((row) => rowCells(row)[column] !== null));
  const kept = (cells: readonly Cell[] | readonly string[]) => cells.filter((_, column) => used[column]);
  const { overlay } = made;
  return [
    headlineOf(made),
    '',
    ...fittedTable(classHead, made.classes.map(classRow), width).split('\n'),
    ...(rows.length === 0
      ? []
      : [
          '',
          'Where they differ most:',
          ...fittedTable(
            kept(rowHead) as string[],
            rows.map((row) => kept(rowCells(row)) as Cell[]),
            width,
          ).split('\n'),
        ]),
    '',
    ...remarksOf(made),
    ...(overlay === null
      ? []
      : [
          '',
          `A constant discount explains a part: as an overlay (--write-overlay FILE, then --overlay FILE) it is`,
          JSON.stringify(overlay),
        ]),
  ];
}

const columns = ['day', 'model', 'key', 'project', 'class', 'calls', 'invoiceUsd', 'logUsd', 'differenceUsd'];

export const reconcileCsv = ({ rows }: Reconciliation): string => csvOf(columns, rows.map(exactRow));
