/** How files were read, and the state shared between them. */
import { quote } from '../core/values/did-you-mean.ts';
import { printable } from '../core/values/printable.ts';
import { whole } from '../core/values/rounded.ts';
import { type CallKeys, type CutCalls, callKeys } from './duplicates.ts';
import type { LimitReport } from './fields/limit-reports.ts';
import { nearColumn } from './fields/plain-columns.ts';

/** A place in a file that was not understood. The reason names fields of the format, never their content. */
export interface BrokenLine {
  /** Line number, from 1; for a JSON document the line it starts on. */
  line: number;
  reason: string;
}

/** How one file was read; up to date after every batch and complete at the end. */
export interface ReadReport {
  /** Name of the file as the caller gave it. */
  name: string;
  /** Name of the format; null: the file is empty. */
  format: string | null;
  records: number;
  /** Calls that were logged again: parts of a streamed answer, lines copied into another session. */
  duplicates: number;
  /** All places that were not understood. */
  broken: number;
  /** The first of them. */
  brokenLines: BrokenLine[];
  /** What is wrong with the whole file, such as damaged gzip data: what was read of it may be wrong. null: nothing. */
  damage: string | null;
  /** Columns that look like tokens, calls or money, but have no known name: they are in no total. */
  unreadColumns: string[];
  /** Kinds of tokens that are priced as text though they have a price of their own: `AUDIO tokens of the prompt`. */
  pricedAsText: string[];
  /** Calls for which the log has no counts of tokens: they add no dollars. */
  withoutCounts: number;
  /** What the agent said of the quotas of its plan. */
  limits: LimitReport[];
}

/** Several files read as one log: a call that is in several of them counts once. */
export interface Reading {
  /** One report for each file, in the order of reading. */
  files: ReadReport[];
  keys: CallKeys;
  /** Holds back calls that another file may complete, to be ended after the last file; null: none is held back. */
  cut: CutCalls | null;
}

/** @param cut for several files, of which one can have the whole of an answer that another has cut */
export const newReading = (cut: CutCalls | null = null): Reading => ({ files: [], keys: callKeys(), cut });

/** Opens the report of one more file. */
export function reportOf(reading: Reading, name: string): ReadReport {
  const report: ReadReport = {
    name,
    format: null,
    records: 0,
    duplicates: 0,
    broken: 0,
    brokenLines: [],
    ...nothingWrong(),
  };
  reading.files.push(report);
  return report;
}

type Said = 'damage' | 'unreadColumns' | 'pricedAsText' | 'withoutCounts' | 'limits';

/** The part of a report of a file on which there is nothing to say. */
export const nothingWrong = (): Pick<ReadReport, Said> => ({
  damage: null,
  unreadColumns: [],
  pricedAsText: [],
  withoutCounts: 0,
  limits: [],
});

/** Broken lines that are listed; all are counted. */
const mostNamed = 20;

export function noteBroken(report: ReadReport, line: number, reason: string): void {
  report.broken += 1;
  if (report.brokenLines.length < mostNamed) report.brokenLines.push({ line, reason });
}

/** Columns that are listed. */
const mostColumns = 50;

/** Adds a name to a list of a report. */
export function noteName(names: string[], name: string): void {
  if (names.length < mostColumns && !names.includes(name)) names.push(name);
}

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
