#!/usr/bin/env node
/** `agent-cost`: commands for people and scripts. */
import { CommanderError } from 'commander';
import { SnapshotProblem } from '../audit/snapshot-problems.ts';
import { WrongUse } from '../io/command-line.ts';
import { OutputFailed } from '../io/output-file.ts';
import { commandsFor } from './command-list.ts';
import { failureOf } from './failure.ts';
import { guardOutput, printError } from './output.ts';
import { command, version } from './program.ts';

guardOutput();

const program = command('agent-cost')
  .description('What LLM models and the agents built on them cost, from the catalog.json next to this program.')
  .addHelpText(
    'after',
    `
First steps:
  agent-cost price claude-sonnet-4-6 --input 1200 --cached-input 45000 --output 850
  agent-cost models --tier fast
  agent-cost estimate support
  agent-cost rank coding --set modelCallsPerTask=25
  agent-cost explain coding --model claude-sonnet-4-6
  agent-cost check agent-cost.json
  agent-cost verify agent-cost-2026-11-11-1d0c7acb.tar.gz --key publisher.pem

Exit codes: 0 success; 1 failure; 2 usage error; 74 the output could not be written. price, check, watch, verify,
verify-list, timestamp and diff have others: see agent-cost price --help and so on.`,
  )
  .showHelpAfterError('Run agent-cost --help for usage.')
  .version(version, '-V, --version', 'print the version');

async function run(): Promise<void> {
  for (const loaded of await commandsFor(process.argv[2])) program.addCommand(loaded);
  await program.parseAsync();
}

await run().catch((error: Error) => {
  if (error instanceof CommanderError) {
    // commander has already printed the error, the help or the version.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  printError([error.message, ...(error instanceof WrongUse ? error.list.map((item) => `  ${item}`) : [])]);
  if (error instanceof SnapshotProblem || error instanceof OutputFailed) process.exitCode = failureOf(error).exitCode;
  else process.exitCode = error instanceof WrongUse ? 2 : 1;
});
