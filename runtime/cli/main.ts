#!/usr/bin/env node
/** `agent-cost`: commands for people and scripts. */
import { Command } from 'commander';
import { keysCommand } from './keys.ts';

const program = new Command('agent-cost')
  .description('What LLM models and the agents built on them cost.')
  .showHelpAfterError()
  .addCommand(keysCommand());

program.parseAsync().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
