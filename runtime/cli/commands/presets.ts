/** `agent-cost estimate presets`: the workflows to start from. */
import type { Preset } from '../../core/schemas/data-files/presets-file.ts';
import { workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { whole } from '../../core/values/rounded.ts';
import { openCatalog } from '../catalog-options.ts';
import { type FormOptions, printAs, tableOf } from '../output.ts';
import { command, plainExitCodes } from '../program.ts';

const epilogue = `
Examples:
  agent-cost estimate presets
  agent-cost estimate presets --json
${plainExitCodes}`;

export const presetsCommand = () =>
  command('presets')
    .summary('the workflows to start from')
    .description('The presets: workflows to start from, with the evidence behind every value in --json.')
    .option('--catalog <file>', 'catalog.json to read; default the one next to this program')
    .jsonAndCsv()
    .addHelpText('after', epilogue)
    .action((options: FormOptions & { catalog?: string }) => {
      const { presets } = openCatalog(options.catalog);
      printAs(options, {
        json: () => presets,
        csv: () =>
          csvOf(['id', 'name', 'defaultModel', ...workflowFieldNames.map((name) => `workflow.${name}`)], presets),
        text: () => presetTable(presets),
      });
    });

const presetTable = (presets: readonly Preset[]): string[] =>
  tableOf(presets, {
    preset: ({ id }) => id,
    'default model': ({ defaultModel }) => defaultModel,
    'tasks a month': ({ workflow }) => whole(workflow.tasksPerMonth),
    'calls per task': ({ workflow }) => workflow.modelCallsPerTask,
    'first prompt': ({ workflow: of }) =>
      whole(of.systemPromptTokens + of.toolSchemaTokens + of.retrievedContextTokens),
    'output per call': ({ workflow }) => whole(workflow.outputTokensPerCall),
    name: ({ name }) => name,
  });
