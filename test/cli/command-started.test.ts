/** The command that messages name is the one that was started. */
import { expect, test } from 'vitest';
import { commandList, nowCalled } from '../../runtime/cli/command-list.ts';
import { asStarted, commandStarted, firstWords } from '../../runtime/cli/command-started.ts';
import { startCli } from '../support/run.ts';

test.each([
  ['/usr/local/bin/agent-cost', '/home/dev', 'agent-cost'],
  ['/home/dev/.npm/_npx/1a2b/node_modules/.bin/agent-cost', '/home/dev', 'npx agent-cost'],
  ['/home/dev/app/node_modules/.bin/agent-cost', '/home/dev/app', 'npx agent-cost'],
  ['/home/dev/clone/dist/cli.js', '/home/dev/clone', 'node dist/cli.js'],
  ['/home/dev/clone/dist/cli.js', '/home/dev/other', 'node /home/dev/clone/dist/cli.js'],
  ['/home/dev/clone/dist/agent-cost.cjs', '/home/dev/clone', 'node dist/agent-cost.cjs'],
  ['/home/dev/app/node_modules/agent-cost/dist/cli.js', '/home/dev/app', 'node node_modules/agent-cost/dist/cli.js'],
  ['C:\\npm\\node_modules\\agent-cost\\dist\\agent-cost.cjs', '/', 'agent-cost'],
  ['/home/dev/my clone/dist/cli.js', '/', 'node "home/dev/my clone/dist/cli.js"'],
])('%s in %s', (program, cwd, started) => {
  expect(commandStarted({ program, cwd })).toBe(started);
});

test('texts name it so, in every command, and nothing else of that name changes', () => {
  for (const words of Object.keys(commandList)) {
    const [former = '', part] = [words.split(' ').at(-1), words.split(' ')[1]];
    expect(asStarted(`Run agent-cost ${words} --help.`, 'node cli.js')).toBe(`Run node cli.js ${words} --help.`);
    if (part !== undefined && nowCalled(former) === words)
      expect(asStarted(`"agent-cost ${former}"`, 'node cli.js')).toBe(`"node cli.js ${former}"`);
  }
  for (const word of firstWords.split('|'))
    expect(nowCalled(word) ?? Object.keys(commandList).find((path) => path === word), word).toBeDefined();
  for (const other of ['an agent-cost server', 'agent-cost reports', '/agent-cost report', 'my-agent-cost report'])
    expect(asStarted(other, 'node cli.js')).toBe(other);
});

test.each([
  [['report', '--help'], /^ {2}(.+) report --last-month --by project$/m],
  [['price', '--help'], /^Usage: (.+) price /m],
  [['estimate', '--model', 'x'], /"([^"]+) price models" lists the ids/],
  [['rank', '--modle', 'x'], /Run (.+) rank --help/],
  [['bills'], /Run (.+) --help/],
])('%j names the program that runs', async (args, text) => {
  const { stdout, stderr } = await startCli(...args);
  expect(text.exec(`${stdout}${stderr}`)?.[1]).toMatch(/^node \S+cli\.js$/);
});
