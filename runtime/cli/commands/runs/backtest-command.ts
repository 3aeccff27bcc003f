/** `agent-cost backtest`: how far the cost model is from recorded runs. */
import { recordedRuns } from 'virtual:recorded-runs';
import type { Command } from 'commander';
import { type Backtest, backtest, type Compared, type GroupErrors } from '../../../runs/backtest/backtest.ts';
import { type PublishedRows, publishedRuns } from '../../../runs/backtest/published-runs.ts';
import { csvOf, type FormOptions, printAs, table, withJsonAndCsv } from '../../answer-forms.ts';
import { command, plainExitCodes } from '../../program.ts';
import { percent, signedPercent } from '../../rounded.ts';

const epilogue = `
What is compared: the input tokens of a run by the cost model, given its calls, its first prompt, and what each call adds
and writes; its dollars by the same, with the hit efficiency of the cache fitted by model and the warm prefix by agent on
four fifths of the tasks and tried on the others. "Usual" is calls times the first prompt, without growth or cache.

Examples:
  agent-cost backtest
  agent-cost backtest --json
${plainExitCodes}`;

export const backtestCommand = (): Command =>
  withJsonAndCsv(
    command('backtest')
      .summary('how far the cost model is from recorded runs')
      .description(
        'How far the cost model is from recorded runs: input tokens and dollars, beside the usual estimate.',
      ),
  )
    .addHelpText('after', epilogue)
    .action((options: FormOptions) => {
      const found = backtest(publishedRuns(JSON.parse(recordedRuns) as PublishedRows));
      printAs(options, {
        json: () => ({ source: 'published', ...found }),
        csv: () => csvOf(columns, found.groups),
        text: () => textOf(found),
      });
    });

/** The fields of a group in CSV. */
const columns = [
  'group',
  'model',
  'kind',
  'runs',
  'inputTokens.meanAbsPctError',
  'inputTokens.medianAbsPctError',
  'inputTokens.naiveMeanAbsPctError',
  'dollars.runs',
  'dollars.meanAbsPctError',
  'dollars.medianAbsPctError',
  'dollars.naiveMeanAbsPctError',
];

function textOf({ runs, inputTokens, dollars, groups }: Backtest): string[] {
  const header = ['', 'runs', 'mean error', 'median', 'bias', 'usual: mean', 'median'];
  const row = (name: string, compared: Compared | null) => (compared === null ? [] : [[name, ...cells(compared)]]);
  return [
    `${runs} recorded runs in ${groups.length} groups, each one agent on one model`,
    '',
    ...table(header, [...row('input tokens', inputTokens), ...row('dollars', dollars)]),
    ...(dollars === null
      ? []
      : [
          '',
          `Dollars of the mean of a group: ${percent(dollars.groupsMeanAbsPctError)} off; of an agent never seen, fitted on the others of its model: ${percent(dollars.newAgent.meanAbsPctError)}; with nothing fitted: ${percent(dollars.nothingFitted.meanAbsPctError)}.`,
        ]),
    '',
    ...table(['model', 'kind of work', 'runs', 'input tokens', 'usual', 'dollars', 'usual'], groups.map(groupRow)),
  ];
}

const cells = (compared: Compared) => [
  compared.runs,
  percent(compared.meanAbsPctError),
  percent(compared.medianAbsPctError),
  signedPercent(compared.biasPct),
  percent(compared.naiveMeanAbsPctError),
  percent(compared.naiveMedianAbsPctError),
];

const groupRow = ({ model, kind, runs, inputTokens, dollars }: GroupErrors) => [
  model,
  kind,
  runs,
  percent(inputTokens.meanAbsPctError),
  percent(inputTokens.naiveMeanAbsPctError),
  dollars && percent(dollars.meanAbsPctError),
  dollars && percent(dollars.naiveMeanAbsPctError),
];
