/** `agent-cost calibrate`: fits a workflow file to your own logs. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PresetId, presetIds } from '../../core/schemas/request-fields.ts';
import { WrongUse } from '../../io/command-line.ts';
import { calibrate, TooLittle, type WorkflowFile } from '../../logs/calibrate/calibrate.ts';
import { type FormOptions, printAs, withJson } from '../answer-forms.ts';
import { calibratedText } from '../calibrate-text.ts';
import { type CatalogOptions, modelNamed, openPrices, withCatalogOptions } from '../catalog-options.ts';
import { collectRuns, type TagOptions, withTagOptions } from '../collect-runs.ts';
import { linesText } from '../output.ts';
import { wholeFile } from '../output-file.ts';
import { command, plainExitCodes } from '../program.ts';
import { readingLines } from '../reading-lines.ts';

const epilogue = `
A workflow has one model: without --model the one with the most input tokens. Calls are grouped by task, or by session
if the log has no tasks. Intervals are 95 % intervals. What a log of calls cannot separate is in one field: tool results
and user messages in userTokensPerCall, everything before the first call in systemPromptTokens. If a format marks kinds
of conversations with tags, such as those of subagents, leave one kind out or make a file for each.

Examples:
  agent-cost calibrate ~/.claude/projects --without-tag sidechain --holdout 0.3
  agent-cost calibrate runs.jsonl --preset support --out support.json
  agent-cost estimate --file support.json --set tasksPerMonth=20000
${plainExitCodes}`;

interface Options extends FormOptions, CatalogOptions, TagOptions {
  preset: PresetId;
  model?: string;
  holdout?: number;
  seed: number;
  out?: string;
}

export const calibrateCommand = (): Command =>
  withCatalogOptions(
    withTagOptions(
      withJson(
        command('calibrate')
          .summary('fit a workflow file to your own logs')
          .description(
            'Fits a workflow to your own logs, with an interval for each field, for estimate --file and check.',
          )
          .argument('<logs...>', 'files, folders, or - for standard input')
          .option(
            '--out <file>',
            'write the workflow file; the summary, or with --json the file, is printed in any case',
          )
          .option('--model <id>', 'model whose calls are used; default the one with the most input tokens')
          .addOption(
            new Option('--preset <id>', 'kind of work, whose spread of calls is used')
              .choices(presetIds)
              .default('coding'),
          )
          .option(
            '--holdout <share>',
            'share of the tasks to hold out: fit to the others, and report how well these are predicted',
            aShare,
          )
          .option('--seed <number>', 'which tasks are held out', aSeed, 1),
      ),
    ),
  )
    .addHelpText('after', epilogue)
    .action(run);

async function run(logs: string[], options: Options): Promise<void> {
  const { catalog } = openPrices(options);
  const model = options.model === undefined ? null : modelNamed(catalog, options.model, '--model').id;
  const collected = await collectRuns(catalog, logs, options);
  const { preset, seed, holdout = null } = options;
  const file = fitted(() => calibrate(catalog, collected, { preset, model, seed, holdout }));
  if (options.out !== undefined) wholeFile(options.out, '--out', linesText(JSON.stringify(file, null, 2).split('\n')));
  printAs(options, {
    json: () => file,
    text: () => [...calibratedText(file, options.out), ...readingLines(collected.reading)],
  });
}

function fitted(work: () => WorkflowFile): WorkflowFile {
  try {
    return work();
  } catch (error) {
    throw error instanceof TooLittle ? new WrongUse(error.message) : error;
  }
}

function aShare(text: string): number {
  const share = Number(text);
  if (/^0?\.\d+$/.test(text) && share > 0 && share < 1) return share;
  throw new InvalidArgumentError('It must be between 0 and 1, such as 0.3.');
}

function aSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, such as 1.');
}
