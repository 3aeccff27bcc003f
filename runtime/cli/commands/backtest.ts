/** `agent-cost estimate backtest`: how far the cost model is from recorded runs. */
import { recordedRuns } from 'virtual:recorded-runs';
import { type PresetId, presetIds } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { percent, signedPercent, whole } from '../../core/values/rounded.ts';
import {
  type Backtest,
  backtest,
  type Compared,
  type GroupErrors,
  type LeftRun,
  leftByGroup,
  leftRuns,
} from '../../logs/calibrate/backtest.ts';
import { leftOut } from '../../logs/calibrate/logged-runs.ts';
import { type PublishedRows, publishedRuns, runsOfLog } from '../../logs/calibrate/recorded-runs.ts';
import { shortNames } from '../../logs/report/short-names.ts';
import { type CatalogOptions, openPrices } from '../catalog-options.ts';
import { collectRuns, kindHelp, type LogsAsked, logsAsked, type TagOptions } from '../logs-asked.ts';
import { type FormOptions, printAs, table } from '../output.ts';
import { command, plainExitCodes } from '../program.ts';
import { type LogsRead, readingLines, withShortPaths } from '../read-logs.ts';

const epilogue = `
Without LOGS the recorded runs that come with this program are used, with the dollars they were billed, or with --calls
the logs of the agents on this machine. The dollars of logs are their tokens at list prices, without web searches and
repeated calls.

What is compared: the input tokens of a run with those of the cost model, given its calls, its first prompt, and what
each call adds and writes; and likewise its dollars, with the hit efficiency of the cache fitted by model and the warm
prefix by agent on four fifths of the tasks and tested on the others. "Usual" is calls times the first prompt, without
growth or cache.

Examples:
  agent-cost estimate backtest
  agent-cost estimate backtest --json
  agent-cost estimate backtest --calls
  agent-cost estimate backtest ~/.claude/projects --without-tag sidechain
${plainExitCodes}`;

/** Of a log's runs so many are printed, those whose input is furthest off; JSON and CSV have all. */
const mostRuns = 20;

interface Options extends FormOptions, CatalogOptions, TagOptions {
  preset?: PresetId;
  fullNames?: true;
  calls?: true;
}

interface Source {
  source: 'published' | 'logs';
  reading: LogsRead | null;
  notes: string[];
}

export const backtestCommand = () =>
  command('backtest')
    .summary('how far the cost model is from recorded runs')
    .description('How far the cost model is from recorded runs: input tokens and dollars, next to the usual estimate.')
    .argument('[logs...]', 'your own logs: files, folders, or - for standard input')
    .choice('--preset <id>', `kind of work in the logs; ${kindHelp}`, presetIds)
    .option('--calls', 'at which call each run of LOGS leaves the cost model, and why')
    .option('--full-names', 'folders of projects and files in full; without it they are short, to be shared')
    .jsonAndCsv()
    .tags()
    .prices()
    .addHelpText('after', epilogue)
    .action(async (logs: string[], options: Options) => {
      // Recorded runs have no single calls.
      const isPublished = logs.length === 0 && options.calls === undefined;
      const { runs, ...source } = isPublished ? published() : await runsIn(logsAsked(logs), options);
      if (options.calls) return printCalls(leftRuns(runs), source, options);
      const found = backtest(runs);
      printAs(options, {
        json: () => ({ ...source, ...found }),
        csv: () => csvOf(columns, found.groups),
        text: () => [
          ...textOf(found),
          ...source.notes.map((note) => `  - ${note}`),
          ...(source.reading === null ? [] : readingLines(source.reading)),
        ],
      });
    });

function printCalls(runs: readonly LeftRun[], { notes, reading, source }: Source, options: Options): void {
  const furthest = [...runs].sort((a, b) => Math.abs(b.inputPct) - Math.abs(a.inputPct)).slice(0, mostRuns);
  printAs(options, {
    json: () => ({ source, reading, notes, groups: leftByGroup(runs), runs }),
    csv: () => csvOf(callColumns, runs),
    text: () => [
      'Where the prompts of the cost model leave the log: at the first call that is more than a tenth off',
      '',
      ...table(
        ['', 'runs', 'stay', 'compacted', 'not compacted', 'growth'],
        leftByGroup(runs).map(({ group, ...counts }) => [group, ...Object.values(counts)]),
      ),
      '',
      ...table(
        ['run', 'calls', 'input', 'leaves at', 'log', 'model', 'why'],
        furthest.map(({ run, calls, inputPct, call, recorded, walked, why }) => [
          run,
          calls,
          signedPercent(inputPct),
          call,
          recorded && whole(recorded),
          walked && whole(Math.round(walked)),
          why,
        ]),
      ),
      ...(runs.length > mostRuns
        ? [`The ${mostRuns} furthest of ${whole(runs.length)} runs; --json and --csv have all.`]
        : []),
      ...notes.map((note) => `  - ${note}`),
      ...(reading === null ? [] : readingLines(reading)),
    ],
  });
}

const callColumns = ['group', 'run', 'calls', 'inputPct', 'call', 'recorded', 'walked', 'why'];

const published = (): Source & { runs: ReturnType<typeof publishedRuns> } => ({
  source: 'published',
  runs: publishedRuns(JSON.parse(recordedRuns) as PublishedRows),
  reading: null,
  notes: [],
});

async function runsIn(read: LogsAsked, options: Options): Promise<ReturnType<typeof published>> {
  const { catalog } = openPrices(options);
  const collected = await collectRuns(catalog, read.names, { ...options, read });
  const { reading } = collected;
  const short = shortNames(options.fullNames ? [] : collected.runs.map(({ project }) => project));
  const runs = collected.runs.map((run) => ({
    ...run,
    project: run.project && (short.get(run.project) ?? run.project),
  }));
  return {
    source: 'logs',
    runs: runsOfLog(catalog, runs, options.preset ?? null),
    reading: options.fullNames ? reading : withShortPaths(reading),
    notes: leftOut(collected),
  };
}

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
          `Dollars of the mean of a group: ${percent(dollars.groupsMeanAbsPctError)} off; for an agent never seen, fitted on the others of its model: ${percent(dollars.newAgent.meanAbsPctError)}; with nothing fitted: ${percent(dollars.nothingFitted.meanAbsPctError)}.`,
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

const groupRow = ({ group, model, kind, runs, inputTokens, dollars }: GroupErrors) => [
  // Published groups are numbered; those of a log are named.
  /^\d+$/.test(group) ? model : group,
  kind,
  runs,
  percent(inputTokens.meanAbsPctError),
  percent(inputTokens.naiveMeanAbsPctError),
  dollars && percent(dollars.meanAbsPctError),
  dollars && percent(dollars.naiveMeanAbsPctError),
];
