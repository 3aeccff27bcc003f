/** `agent-cost estimate presets`: the workflows to start from. */
import type { Preset } from '../../core/schemas/data-files/presets-file.ts';
import { workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { whole } from '../../core/values/rounded.ts';
import { openCatalog } from '../catalog-options.ts';
import { type FormOptions, printAs, table } from '../output.ts';
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

function presetTable(presets: readonly Preset[]): string[] {
  const header = [
    'preset',
    'default model',
    'tasks a month',
    'calls per task',
    'first prompt',
    'output per call',
    'name',
  ];
  const rows = presets.map(({ id, name, defaultModel, workflow: of }) => [
    id,
    defaultModel,
    whole(of.tasksPerMonth),
    of.modelCallsPerTask,
    whole(of.systemPromptTokens + of.toolSchemaTokens + of.retrievedContextTokens),
    whole(of.outputTokensPerCall),
    name,
  ]);
  return table(header, rows);
}
