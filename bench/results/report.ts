/** Results for people: a table on the terminal, and bench/RESULTS.md. */

import { markdownTable, textTable } from '../../runtime/core/values/text-table.ts';
import type { Machine } from '../machine.ts';
import type { Options } from '../options.ts';
import { controlBand, far, type Growth, type Row, spokenGoal } from './goals.ts';

export interface Results {
  machine: Machine;
  options: Options;
  seconds: number;
  rows: Row[];
  growth: Growth[];
}

const figure = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));

const verdict = (row: Row): string => (row.void ? 'void' : row.reached === null ? '' : row.reached ? 'yes' : 'NO');

const rowHeads = ['work', 'against', 'ratio', 'spread', 'goal', 'reached', 'A/A'];

const cellsOf = (row: Row): string[] => [
  row.work,
  row.against,
  figure(row.value),
  `${figure(row.spread[0])}..${figure(row.spread[1])}`,
  spokenGoal(row),
  verdict(row),
  row.control === null ? '' : row.control.toFixed(3),
];

/** Short numbers: three significant digits, or whole with thousands separators. */
const short = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

const growthHeads = (grown: readonly Growth[]): string[] => [
  'what',
  'unit',
  ...(grown[0]?.points ?? []).map(([models]) => short(models)),
  'exponent',
  'last step',
  `${short(far)} (extrapolated)`,
];

const growthCells = ({ what, unit, points, exponent, lastExponent, atFar }: Growth): string[] => [
  what,
  unit,
  ...points.map(([, value]) => short(value)),
  exponent.toFixed(2),
  lastExponent.toFixed(2),
  short(atFar),
];

export function table({ rows, growth }: Results): string {
  const parts = [
    ...(rows.length > 0 ? [textTable(rowHeads, rows.map(cellsOf)), summary(rows)] : []),
    ...(growth.length > 0 ? [textTable(growthHeads(growth), growth.map(growthCells))] : []),
  ];
  return parts.join('\n\n');
}

function summary(rows: readonly Row[]): string {
  const count = (wanted: string) => rows.filter((row) => verdict(row) === wanted).length;
  return `${count('yes')} goals reached, ${count('NO')} missed, ${rows.filter((row) => row.void).length} rows void`;
}

export const results = (measured: Results): string => {
  const { machine, options, rows, growth } = measured;
  const missed = rows.filter((row) => row.reached === false);
  return `# Bench results

Written by \`npm run bench\`; do not edit. Run of ${machine.date}, ${Math.round(measured.seconds)} s.

- Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, ${machine.system}; builds ${machine.files}
- Versions: ${Object.entries(machine.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}
- Slices of ${options.seconds} s, ${options.rounds} rounds in turns, server and load generator on one core
${machine.substitutes.map((text) => `- ${text}\n`).join('')}
The ratio compares CPU time per request (starts, builds: time; memory: bytes), the least of all rounds of each; the
spread is over single rounds. A/A is the ceiling measured against itself: a row is void outside
${controlBand.join(' to ')}.

${markdownTable(rowHeads, rows.map(cellsOf))}

${summary(rows)}.${missed.length > 0 ? ` Missed: ${missed.map(({ work }) => work).join('; ')}.` : ''}

## Behind the ratios

${rows.map((row) => `- ${row.work}: ${row.detail}`).join('\n')}

## Growth

By number of models of a synthetic dataset. The exponent is that of the best power law; the last step is the exponent
between the two largest sizes, from which ${short(far)} models are extrapolated: as a power or line, whichever is more.

${growth.length > 0 ? markdownTable(growthHeads(growth), growth.map(growthCells)) : 'Not measured in this run.'}
`;
};

/** Ratios vary by some percent from run to run. */
const mostWorse = 0.1;
/** They are printed to two decimals. */
const rounding = 0.005;

/**
 * The rows with a goal whose ratio is more than a tenth worse than in the results of an earlier run, a line for each.
 * @param earlier the text of RESULTS.md; rows that were or are void are not compared
 */
export function stepsBack(rows: readonly Row[], earlier: string): string[] {
  const before = new Map(
    earlier
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2).split(' | '))
      .filter(([, , , , , reached]) => reached?.trim() !== 'void')
      .map(([work, against, ratio]) => [`${work} ${against}`, Number(ratio)]),
  );
  return rows.flatMap(({ work, against, value, wanted, void: isVoid }) => {
    const was = before.get(`${work} ${against}`);
    if (was === undefined || !(was > 0) || wanted === null || isVoid) return [];
    const isWorse =
      'atMost' in wanted ? value > (was + rounding) * (1 + mostWorse) : value < (was - rounding) * (1 - mostWorse);
    return isWorse ? [`- ${work}, against ${against}: ${value.toFixed(2)}, was ${was.toFixed(2)}`] : [];
  });
}
