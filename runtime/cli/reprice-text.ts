/** The text output of `agent-cost reprice`. */

import { percent, usd, whole } from '../core/values/rounded.ts';
import type { PairedTasks, Ratio } from '../logs/reprice/paired-tasks.ts';
import type { Repriced, Repricing } from '../logs/reprice/reprice.ts';
import type { SharedBoard } from '../logs/reprice/shared-boards.ts';
import { table } from './answer-forms.ts';

export function repricedText({ pricesOn, calls, searches, usdAsLogged, unpriced, models }: Repricing): string[] {
  const missing = unpriced.map(({ model, calls: count }) => `${model} (${whole(count)} calls)`);
  return [
    `${whole(calls)} calls, ${usd(usdAsLogged)} as logged, at the prices of ${pricesOn}`,
    ...(missing.length === 0 ? [] : [`Without a price, and in no total: ${missing.join(', ')}.`]),
    ...(searches === 0 ? [] : [`${whole(searches)} web searches are left out on both sides.`]),
    ...models.flatMap((one) => ['', ...repricedModelText(one)]),
  ];
}

function repricedModelText(one: Repriced): string[] {
  const { model, what, host, byModel, measured } = one;
  const rows = [...byModel, ...(byModel.length > 1 ? [{ ...one, model: 'all' }] : [])].map((row) => [
    row.model,
    row.calls,
    usd(row.usdAsLogged),
    usd(row.usd),
    row.ratio === null ? null : times(row.ratio),
  ]);
  return [
    `${what}${host === null ? '' : ` The prices are those of ${host}.`}`,
    ...table(['as logged', 'calls', 'usd as logged', `usd at ${model}`, 'ratio'], rows),
    ...remarks(one),
    ...measuredText(model, measured),
  ];
}

const remarks = ({ model, unpriced, tooLong, withoutCache, atStandard }: Repriced): string[] =>
  [
    [unpriced, 'have no price there and are left out'],
    [tooLong, `have prompts longer than the context window of ${model}: it could not have handled them`],
    [withoutCache, 'read from a cache, for which it has no price: those tokens are billed as uncached input'],
    [atStandard, 'use a level of service that it does not have: its standard one is used'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`  - ${whole(count as number)} calls ${what}.`]));

function measuredText(model: string, measured: readonly SharedBoard[]): string[] {
  if (measured.length === 0) return [`No board has measured both ${model} and a model of this log.`];
  const rows = measured.map((row) => [
    row.board,
    row.logged,
    usd(row.chosenUsdPerSolvedTask),
    percent(100 * row.chosenSuccessRate),
    usd(row.usdPerSolvedTask),
    percent(100 * row.successRate),
    times(row.solvedRatio),
  ]);
  return [
    'Measured on boards that have both, in dollars per solved task:',
    ...table(['board', 'logged', 'per solved', 'solved', model, 'solved', 'ratio'], rows),
  ];
}

export function pairedText({
  pricesOn,
  modelsA,
  modelsB,
  shared,
  onlyInA,
  onlyInB,
  unpriced,
  perTask,
  perSolvedTask,
}: PairedTasks & { pricesOn: string }): string[] {
  const row = (name: string, tasks: number, { a, b, ratio, interval }: Ratio) => [
    name,
    tasks,
    usd(a),
    usd(b),
    times(ratio),
    interval && `${times(interval.low)} to ${times(interval.high)}`,
  ];
  return [
    `A: ${modelsA.join(', ')}; B: ${modelsB.join(', ')}; ${whole(shared)} tasks in both, at the prices of ${pricesOn}`,
    '',
    ...table(
      ['usd', 'tasks', 'A', 'B', 'B over A', '95 % interval'],
      [
        row('per task', shared, perTask),
        ...(perSolvedTask === null ? [] : [row('per solved task', perSolvedTask.tasks, perSolvedTask)]),
      ],
    ),
    '',
    ...(perSolvedTask === null
      ? [
          'For too few tasks in both logs is it known whether they were solved: dollars per task do not account for failures.',
        ]
      : [
          `Solved: ${percent(100 * perSolvedTask.solvedShareA)} by A, ${percent(100 * perSolvedTask.solvedShareB)} by B.`,
          verdict(perSolvedTask),
        ]),
    ...(onlyInA + onlyInB === 0 ? [] : [`Left out: ${onlyInA} tasks only in A, ${onlyInB} only in B.`]),
    ...(unpriced === 0 ? [] : [`Left out: ${unpriced} tasks with calls that have no price.`]),
  ];
}

function verdict({ interval, tasks }: Ratio & { tasks: number }): string {
  if (interval === null || (interval.low <= 1 && interval.high >= 1)) {
    return `These ${tasks} tasks do not show which is cheaper per solved task: the interval contains 1.`;
  }
  return `Per solved task ${interval.high < 1 ? 'B' : 'A'} is cheaper, by more than chance explains.`;
}

/** 0.41x, 12x: three digits. */
const times = (ratio: number): string => `${Number(ratio.toPrecision(3))}x`;
