/** What was wrong with the logs that were read, in sentences: for standard error, and for the page. */
import { quote } from '../core/values/did-you-mean.ts';
import { printable } from '../core/values/printable.ts';
import { whole } from '../core/values/rounded.ts';
import { nearColumn } from './fields/plain-columns.ts';
import type { ReadReport } from './read-report.ts';

/** Places that are listed. */
const mostPlaces = 5;

/** One line for each problem, those of broken lines followed by the first places; none: everything was read. */
export function problemsIn(files: readonly ReadReport[]): string[] {
  const broken = files.reduce((sum, one) => sum + one.broken, 0);
  const places = files.flatMap(({ name, brokenLines }) =>
    brokenLines.map(({ line, reason }) => `  - ${printable(`${name}:${line}: ${reason}`)}`),
  );
  return [
    ...files.flatMap(({ name, damage }) =>
      damage === null ? [] : [`${printable(name)}: ${damage}. What was read of it may be wrong.`],
    ),
    ...(broken === 0
      ? []
      : [`Lines that could not be read and are in no total: ${whole(broken)}.`, ...places.slice(0, mostPlaces)]),
    ...files.flatMap(({ name, unreadColumns }) =>
      unreadColumns.length === 0
        ? []
        : [`${printable(name)}: not read, and in no total: ${unreadColumns.map(columnText).join(', ')}.`],
    ),
    ...files.flatMap(({ name, pricedAsText }) =>
      pricedAsText.length === 0
        ? []
        : [`${printable(name)}: priced as text, though they have a price of their own: ${pricedAsText.join(', ')}.`],
    ),
    ...files.flatMap(({ name, withoutCounts: calls }) =>
      calls === 0
        ? []
        : [
            `${printable(name)}: no counts of tokens for ${calls === 1 ? '1 call' : `${whole(calls)} calls`}, which add no dollars.`,
          ],
    ),
  ];
}

const columnText = (column: string): string => {
  const near = nearColumn(column).trim();
  return `${printable(quote(column))}${near === '' ? '' : ` (${near})`}`;
};
