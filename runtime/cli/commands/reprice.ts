import { csvOf } from '../../core/values/csv.ts';
import { percent, usd, whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { billsAt } from '../../logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import { type Days, isWithin } from '../../logs/report/time-zone.ts';
import { type PairedTasks, pairTasks, type Ratio } from '../../logs/reprice/paired-tasks.ts';
import {
  measuredCells,
  notMeasured,
  type Repriced,
  Repricer,
  type Repricing,
  repriceRemarks,
  type SharedBoard,
} from '../../logs/reprice/reprice.ts';
import { type CatalogOptions, modelSold, openPrices, overlayLines, type Prices } from '../catalog-options.ts';
import { agentLines, collectRuns, logsAsked } from '../logs-asked.ts';
import { type FormOptions, printAs, table } from '../output.ts';
import { collect, command, strictExitCodes } from '../program.ts';
import { checkStrict, readingLines, readLogs, type StrictOptions } from '../read-logs.ts';
import { daysOf, type TimeOptions, timeOptions, timeZoneNamed, zoneOption } from '../report-options.ts';

const epilogue = `
Another model would not send the same tokens: it makes more or fewer calls, writes more or less, and fails at other
tasks. So --model shows what these tokens would cost, and what was measured on both models on the boards that they
share. Only a log of the same tasks on the other model shows what they cost there: --against pairs two logs task by
task.

Both sides use the prices of one day, that of the catalog or of --as-of. --model leaves web searches out. Days are those
of UTC unless --timezone says otherwise.

Examples:
  agent-cost report reprice ~/.claude/projects --model gpt-5.4 --model deepseek-v4-pro
  agent-cost report reprice --model gpt-5.4 --last-month
  agent-cost report reprice sonnet.jsonl --against gpt.jsonl
${strictExitCodes}`;

interface Options extends FormOptions, CatalogOptions, StrictOptions, TimeOptions {
  model?: string[];
  against?: string[];
  host?: string;
  timezone?: string;
}

export const repriceCommand = () =>
  command('reprice')
    .strict()
    .addOptions([...timeOptions(), zoneOption()])
    .summary('the tokens of your logs at the prices of other models')
    .description('The same tokens at the prices of other models, or two logs of the same tasks per solved task.')
    .logs()
    .option('--model <id>', 'model at whose prices the tokens are billed; repeatable', collect)
    .option('--host <id>', 'host whose prices are used; default the maker of the model')
    .option('--against <log>', 'a log of the same tasks on another model; repeatable', collect)
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action(async (logs: string[], options: Options) => {
      const { model: models, against } = options;
      if ((models === undefined) === (against === undefined)) {
        throw new WrongUse(
          'reprice needs either --model, for other prices, or --against, for a log of the same tasks.',
        );
      }
      const prices = openPrices(options);
      if (against === undefined) await reprice(prices, logs, options);
      else await pair(prices, logs, against, options);
    });

function timesIn(options: Options) {
  const zone = timeZoneNamed(options.timezone ?? 'UTC');
  const days = daysOf(options, zone, Date.now());
  return { days, isAsked: isWithin(days, zone) };
}

async function reprice({ catalog, overlay }: Prices, logs: readonly string[], options: Options): Promise<void> {
  const models = (options.model ?? []).map((name) => modelSold(catalog, name, options.host));
  const repricer = new Repricer(catalog, models, options.host ?? null, billsAt(catalog));
  const { days, isAsked } = timesIn(options);
  const read = logsAsked(logs);
  const take = (calls: readonly CallRecord[]) => {
    for (const call of calls) if (isAsked(call.at)) repricer.add(call);
  };
  const reading = await readLogs(read.names, take, read);
  checkStrict(options, reading);
  const found = { ...days, ...repricer.end(), overlay, reading };
  printAs(options, {
    json: () => found,
    csv: () =>
      csvOf(
        ['repricedAs', 'logged', 'calls', 'usdAsLogged', 'usd', 'ratio'],
        found.models.flatMap(({ model, byModel }) =>
          byModel.map(({ model: logged, ...rest }) => ({ repricedAs: model, logged, ...rest })),
        ),
      ),
    text: () => [
      ...agentLines(read),
      ...daysLines(days),
      ...repricedText(found),
      ...overlayLines(overlay),
      ...readingLines(reading),
    ],
  });
}

async function pair(
  { catalog, overlay }: Prices,
  logs: readonly string[],
  against: readonly string[],
  options: Options,
): Promise<void> {
  if (options.host !== undefined) throw new WrongUse('--host goes with --model: a log records its own hosts.');
  const { days, isAsked } = timesIn(options);
  const read = logsAsked(logs);
  const a = await collectRuns(catalog, read.names, { isAsked, read });
  const b = await collectRuns(catalog, against, { isAsked });
  for (const { reading } of [a, b]) checkStrict(options, reading);
  const found = pairTasks(a, b);
  if (found === null) {
    throw new WrongUse('--against: no task with a price is in both logs; tasks are paired by name.');
  }
  const answer = { ...days, pricesOn: catalog.asOf, ...found, overlay, reading: [a.reading, b.reading] };
  printAs(options, {
    json: () => answer,
    csv: () =>
      csvOf(
        ['per', 'a', 'b', 'ratio', 'interval.low', 'interval.high'],
        [
          { per: 'task', ...found.perTask },
          ...(found.perSolvedTask === null ? [] : [{ per: 'solved task', ...found.perSolvedTask }]),
        ],
      ),
    text: () => [
      ...agentLines(read),
      ...daysLines(days),
      ...pairedText(answer),
      ...overlayLines(overlay),
      ...answer.reading.flatMap(readingLines),
    ],
  });
}

const daysLines = ({ since, until }: Days): string[] =>
  since === null && until === null
    ? []
    : [`Calls${since === null ? '' : ` from ${since} on`}${until === null ? '' : ` until ${until}`}:`];

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
    ...repriceRemarks(one).map((remark) => `  - ${remark}`),
    ...measuredText(model, measured),
  ];
}

function measuredText(model: string, measured: readonly SharedBoard[]): string[] {
  if (measured.length === 0) return [notMeasured(model)];
  const rows = measured.map((row) => [...measuredCells(row, { usd, percent }), times(row.solvedRatio)]);
  return [
    'Measured on boards that have both, in dollars per solved task:',
    ...table(['board', 'logged', 'per solved', 'solved', model, 'solved', 'ratio'], rows),
  ];
}

export function pairedText(found: PairedTasks & { pricesOn: string }): string[] {
  const { pricesOn, modelsA, modelsB, shared, onlyInA, onlyInB, unpriced, perTask, perSolvedTask } = found;
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
