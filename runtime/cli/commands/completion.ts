/** `agent-cost completion`: shell completion scripts, generated from the commands. */
import { Argument, type Command } from 'commander';
import { knownModels } from '../../core/dataset/catalog.ts';
import { presetIds } from '../../core/schemas/request-fields.ts';
import { openCatalog } from '../catalog-options.ts';
import { completionScript, completionTable, type KnownValues, type Shell, shells } from '../completion-scripts.ts';
import { command, plainExitCodes } from '../program.ts';

const epilogue = `
Completes commands, options and their values, including the ids of models, presets, boards and hosts. Add this to the
startup file of your shell:
  bash  source <(agent-cost completion bash)
  zsh   source <(agent-cost completion zsh), after compinit
  fish  agent-cost completion fish | source

Examples:
  agent-cost completion bash
${plainExitCodes}`;

export const completionCommand = () =>
  command('completion')
    .summary('a completion script for your shell')
    .description('Prints a script that makes bash, zsh or fish complete commands, options and values.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', epilogue)
    .action((shell: Shell, _options: object, self: Command) => {
      process.stdout.write(completionScript[shell](completionTable(self.parent ?? self, knownValues())));
    });

function knownValues(): KnownValues {
  const catalog = openCatalog();
  const { providers, measured, offers } = catalog;
  return {
    preset: presetIds,
    model: knownModels(catalog).map(({ id }) => id),
    provider: providers.map(({ id }) => id),
    board: measured.map(({ id }) => id),
    host: offers.hosts.map(({ id }) => id),
  };
}
