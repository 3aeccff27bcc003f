#!/usr/bin/env node
/** `agent-cost`: commands for people and scripts. */
import { WrongUse } from '../io/command-line.ts';
import { commandMeantBy, commandsFor, lastGroup, ownBill } from './command-list.ts';
import { commandStarted } from './command-started.ts';
import { guardOutput } from './output.ts';
import { agentCost, toEnd } from './program.ts';

guardOutput();

const program = agentCost()
  .description('What LLM models and the agents built on them cost, from the catalog.json next to this program.')
  .addHelpText(
    'after',
    ({ error }) => `
First steps:
  ${ownBill.padEnd(60)} this month and the last, of every agent on this machine
  agent-cost calibrate ~/.claude/projects --out workflow.json  your workflow, measured from it
  agent-cost rank --file workflow.json                         what it would cost on every model
  agent-cost estimate support --set searchesPerTask=2          a workflow that does not run yet
  agent-cost explain coding --model claude-sonnet-4-6          how its cost comes about, step by step
  agent-cost price gpt-4o --input 45000 --output 850           one call, to the nano-dollar
  agent-cost check agent-cost.json                             fail a build above its budget

Exit codes: 0 success; 1 failure; 2 usage error; 74 the output could not be written. price, check, watch, verify,
verify-list, timestamp and diff have others: see agent-cost price --help and so on.${error ? `\n\nTo see what you spent: ${ownBill}` : ''}`,
  )
  .commandsGroup(lastGroup)
  .helpCommand('help [command]', 'the help of a command')
  .showHelpAfterError(`Run ${commandStarted()} --help for usage.`);

async function run(): Promise<void> {
  const [, , name] = process.argv;
  const meant = commandMeantBy(name);
  if (meant !== undefined) throw new WrongUse(`There is no command ${name}. What your own logs cost: ${meant}`);
  for (const loaded of await commandsFor(name)) program.addCommand(loaded);
  await program.parseAsync();
}

await toEnd(run);
