#!/usr/bin/env node
/** `agent-cost`: commands for people and scripts. */
import { CommanderError } from 'commander';
import { WrongUse } from '../common/command-line.ts';
import { SnapshotProblem } from '../snapshot/snapshot-problems.ts';
import { changesCommand } from './commands/changes-command.ts';
import { completionCommand } from './commands/completion-command.ts';
import { estimateCommand, rankCommand } from './commands/estimate-command.ts';
import { explainCommand } from './commands/explain-command.ts';
import { keysCommand } from './commands/keys-command.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { measuredCommand } from './commands/measured-command.ts';
import { modelCommand } from './commands/model-command.ts';
import { modelsCommand } from './commands/models-command.ts';
import { presetsCommand } from './commands/presets-command.ts';
import { priceCommand } from './commands/price-command.ts';
import { diffCommand } from './commands/snapshot/diff-command.ts';
import { timestampCommand } from './commands/snapshot/timestamp-command.ts';
import { verifyCommand } from './commands/snapshot/verify-command.ts';
import { verifyListCommand } from './commands/snapshot/verify-list-command.ts';
import { guardOutput, printError } from './output.ts';
import { command, version } from './program.ts';

guardOutput();

const program = command('agent-cost')
  .description('What LLM models and the agents built on them cost, from the catalog.json beside this program.')
  .addHelpText(
    'after',
    `
First steps:
  agent-cost price claude-sonnet-4-6 --input 1200 --cached-input 45000 --output 850
  agent-cost models --tier fast
  agent-cost estimate support
  agent-cost rank coding --set modelCallsPerTask=25
  agent-cost explain coding --model claude-sonnet-4-6
  agent-cost verify agent-cost-2026-11-11-1d0c7acb.tar.gz --key publisher.pem

Exit codes: 0 done; 1 it failed; 2 wrong use; 74 the output could not be written. verify and diff have more (agent-cost verify --help).`,
  )
  .showHelpAfterError('Run agent-cost --help for usage.')
  .version(version, '-V, --version', 'print the version')
  .addCommand(priceCommand())
  .addCommand(estimateCommand())
  .addCommand(rankCommand())
  .addCommand(explainCommand())
  .addCommand(modelsCommand())
  .addCommand(modelCommand())
  .addCommand(presetsCommand())
  .addCommand(measuredCommand())
  .addCommand(changesCommand())
  .addCommand(verifyCommand())
  .addCommand(verifyListCommand())
  .addCommand(timestampCommand())
  .addCommand(diffCommand())
  .addCommand(keysCommand())
  .addCommand(mcpCommand())
  .addCommand(completionCommand());

program.parseAsync().catch((error: Error) => {
  if (error instanceof CommanderError) {
    // commander has printed the error, the help or the version already.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  printError([error.message]);
  process.exitCode = error instanceof SnapshotProblem ? error.exitCode : error instanceof WrongUse ? 2 : 1;
});
