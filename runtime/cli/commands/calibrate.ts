/** `agent-cost estimate calibrate`: fits a workflow file to your own logs. */

import type { FittedTo } from '../../core/schemas/estimate-request-schema.ts';
import { type PresetId, presetIds } from '../../core/schemas/request-fields.ts';
import { mean, percent, signedPercent, usd, whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { filesNamed } from '../../io/named-files.ts';
import { writeOutput } from '../../io/output-file.ts';
import { calibrate, TooLittle, type WorkflowFile } from '../../logs/calibrate/calibrate.ts';
import type { HeldOutErrors } from '../../logs/calibrate/holdout.ts';
import { type CatalogOptions, catalogFiles, modelNamed, openPrices } from '../catalog-options.ts';
import { agentLines, checkLogOutputs, collectRuns, kindHelp, logsAsked, type TagOptions } from '../logs-asked.ts';
import { type FormOptions, linesText, printAs, table } from '../output.ts';
import { command, numberOf, plainExitCodes } from '../program.ts';
import { readingLines } from '../read-logs.ts';

const epilogue = `
A workflow has one model: without --model the one with the most input tokens. Calls are grouped by task, or by session
if the log has no tasks. Intervals are 95 % intervals. What a log of calls cannot separate is in one field: tool results
and user messages in userTokensPerCall, everything before the first call in systemPromptTokens. If a format marks kinds
of conversations with tags, such as those of subagents, leave one kind out or make a file for each.

Examples:
  agent-cost estimate calibrate ~/.claude/projects --without-tag sidechain --holdout 0.3
  agent-cost estimate calibrate runs.jsonl --preset support --out support.json
  agent-cost estimate --file support.json --set tasksPerMonth=20000
${plainExitCodes}`;

interface Options extends FormOptions, CatalogOptions, TagOptions {
  preset?: PresetId;
  model?: string;
  holdout?: number;
  seed: number;
  out?: string;
}

export const calibrateCommand = () =>
  command('calibrate')
    .summary('fit a workflow file to your own logs')
    .description('Fits a workflow to your own logs, with an interval for each field, for estimate --file and check.')
    .logs()
    .option('--out <file>', 'write the workflow file; the summary, or with --json the file, is printed in any case')
    .option('--model <id>', 'model whose calls are used; default the one with the most input tokens')
    .choice('--preset <id>', `kind of work, whose spread of calls is used; ${kindHelp}`, presetIds)
    .option(
      '--holdout <share>',
      'share of the tasks to hold out: fit to the others, and report how well these are predicted',
      aShare,
    )
    .option('--seed <number>', 'which tasks are held out', aSeed, 1)
    .json()
    .tags()
    .prices()
    .addHelpText('after', epilogue)
    .action(run);

async function run(logs: string[], options: Options): Promise<void> {
  const read = logsAsked(logs);
  await checkLogOutputs(filesNamed({ '--out': options.out }), catalogFiles(options), read.found.files);
  const { catalog } = openPrices(options);
  const model = options.model === undefined ? null : modelNamed(catalog, options.model, '--model').id;
  const collected = await collectRuns(catalog, read.names, { ...options, read });
  const { preset = null, seed, holdout = null } = options;
  const file = fitted(() => calibrate(catalog, collected, { preset, model, seed, holdout }));
  if (options.out !== undefined) {
    writeOutput(options.out, linesText(JSON.stringify(file, null, 2).split('\n')), { option: '--out' });
  }
  printAs(options, {
    json: () => file,
    text: () => [...agentLines(read), ...calibratedText(file, options.out), ...readingLines(collected.reading)],
  });
}

function fitted(work: () => WorkflowFile): WorkflowFile {
  try {
    return work();
  } catch (error) {
    throw error instanceof TooLittle ? new WrongUse(error.message) : error;
  }
}

const aShare = numberOf('between 0 and 1, such as 0.3', /^0?\.0*[1-9]\d*$/);
const aSeed = numberOf('a whole number, such as 1', /^\d{1,9}$/);

export function calibratedText({ request, calibration }: WorkflowFile, out: string | undefined): string[] {
  const { log, fields, left, hitEfficiency, notes, holdout } = calibration;
  const days = log.from === null ? '' : `, ${log.from} to ${log.until}`;
  const all = Object.entries(fields);
  const unseparated = all.filter(([, { value, interval }]) => value === 0 && interval === null);
  const separate = all.filter((entry) => !unseparated.includes(entry));
  const rows = separate.map(([name, { value, interval, n, how }]) => [
    name,
    typeof value === 'number' ? number(value) : (value ?? 'never').toString(),
    interval === null ? '' : `${number(interval.low)} to ${number(interval.high)}`,
    n,
    how,
  ]);
  return [
    `${request.presetId} on ${request.modelId ?? 'an unknown model'}: ${whole(log.calls)} calls, ${whole(log.runs)} runs of ${whole(log.tasks)} tasks${days}`,
    '',
    ...table(['field', 'value', '95 % interval', 'n', 'how'], rows),
    '',
    `0, because this log does not show them on their own: ${unseparated.map(([name, { how }]) => `${name} (${how})`).join(', ')}.`,
    ...Object.entries(left).map(([name, why]) => `${name} is taken from the preset: ${why}.`),
    ...(hitEfficiency.recorded === null
      ? []
      : [
          `Of what was sent before in a task ${percent(100 * hitEfficiency.recorded)} was read from the cache${hitEfficiency.assumed === null ? '' : `; estimates of this model assume ${percent(100 * hitEfficiency.assumed)}`}.`,
        ]),
    ...(request.fittedTo === undefined ? [] : [fittedText(request.fittedTo)]),
    ...(holdout === null ? [] : ['', ...holdoutText(holdout)]),
    ...notes.map((note) => `  - ${note}`),
    ...(out === undefined ? [] : ['', `Written to ${out}: agent-cost estimate --file ${out}`]),
  ];
}

/** What estimates from the file say of themselves. */
function fittedText({ sessions, meanLow, meanHigh, later, below, oneInTenFactor }: FittedTo): string {
  const mean = `The mean dollars of ${whole(sessions)} tasks are ${percent(100 * meanLow)} to ${percent(100 * meanHigh)} of what they were, in 19 of 20 cases.`;
  return later === 0
    ? `${mean} Whether later tasks stay within the range was not tried: that takes 20 tasks with times and prices.`
    : `${mean} Of the ${whole(later)} latest, ${whole(below)} stayed below what one in ten should exceed, fitted to the earlier ones: estimates from this file widen the range ${oneInTenFactor.toFixed(2)} times.`;
}

function holdoutText(holdout: NonNullable<WorkflowFile['calibration']['holdout']>): string[] {
  const { share, seed, fittedTo, heldOut, inputTokens, dollars } = holdout;
  const header = [
    'per task',
    'predicted',
    'recorded',
    '95 % interval',
    'bias',
    'mean error',
    'median',
    'calls known',
    'usual: bias',
    'mean error',
  ];
  const row = (name: string, errors: HeldOutErrors, text: (value: number) => string) => [
    name,
    text(errors.perTask),
    text(errors.recordedPerTask),
    errors.recordedInterval &&
      `${text(Math.max(0, errors.recordedInterval.low))} to ${text(errors.recordedInterval.high)}`,
    signedPercent(errors.biasPct),
    percent(errors.meanAbsPctError),
    percent(errors.medianAbsPctError),
    percent(errors.knowingCalls.meanAbsPctError),
    signedPercent(errors.naive.biasPct),
    percent(errors.naive.meanAbsPctError),
  ];
  return [
    `Fitted to ${fittedTo} tasks, tested on ${heldOut} others (--holdout ${share} --seed ${seed}; the file is fitted to all):`,
    ...table(header, [
      row('input tokens', inputTokens, whole),
      ...(dollars === null ? [] : [row('dollars', dollars, usd)]),
    ]),
    'One number is predicted for every task, so the errors of single tasks reflect their spread; "calls known" is the error that remains when the number of calls of each task is known.',
    ...(dollars === null
      ? ['None of them has a price.']
      : [
          `${percent(dollars.withinOneInTenPct)} of the tasks cost no more than ${usd(dollars.oneInTen)}, which one task in ten should exceed (95 % interval ${percent(dollars.withinInterval.low)} to ${percent(dollars.withinInterval.high)}).`,
        ]),
  ];
}

/** About four digits; whole numbers from 1,000 on. */
const number = (value: number): string =>
  value >= 1000 ? whole(value) : value >= 10 ? mean(value) : String(Math.round(value * 1000) / 1000);
