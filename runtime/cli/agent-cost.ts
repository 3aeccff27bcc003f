#!/usr/bin/env node
/** `agent-cost`: commands for people and scripts. */
import { WrongUse } from '../io/command-line.ts';
import { commandMeantBy, commandsFor, nowCalled, ownBill, partLike } from './command-list.ts';
import { guardOutput, printError } from './output.ts';
import { agentCost, toEnd } from './program.ts';

guardOutput();

const program = agentCost()
  .description('What LLM models cost, and the agents built on them.')
  .addHelpText(
    'after',
    ({ error }) => `
First steps:
  ${ownBill.padEnd(51)} this month and the last
  agent-cost price gpt-4o --input 45000 --output 850  one call, exactly
  agent-cost estimate support --set searchesPerTask=2 what does not run yet
  agent-cost estimate explain coding                  the calls behind it
  agent-cost estimate calibrate --out workflow.json   your work, from logs
  agent-cost estimate rank --file workflow.json       on every model
  agent-cost check agent-cost.json                    fail above a budget

Exit codes: 0 success; 1 failure; 2 usage error; 74 the output could not be written; price, check and verify have
others. Each command explains itself and what is below it: agent-cost report --help.${error ? `\n\nTo see what you spent: ${ownBill}` : ''}`,
  )
  .helpCommand('help [command]', 'the help of a command')
  .showHelpAfterError('Run agent-cost --help for usage.');

async function run(): Promise<void> {
  const words = process.argv.slice(2);
  const [name] = words;
  const meant = commandMeantBy(name);
  if (meant !== undefined) throw new WrongUse(`There is no command ${name}. What your own logs cost: ${meant}`);
  const like = partLike(name);
  if (like !== undefined) throw new WrongUse(`There is no command ${name}. Did you mean agent-cost ${like}?`);
  const now = nowCalled(name);
  // A person is told; what a program reads stays as it is.
  if (now !== undefined && process.stderr.isTTY) printError([`agent-cost ${name} is now agent-cost ${now}.`]);
  for (const loaded of await commandsFor(words)) program.addCommand(loaded);
  await program.parseAsync();
}

await toEnd(run);
