/** Which commands are loaded at start. */
import { expect, test } from 'vitest';
import { commandList, namesFor } from '../../runtime/cli/command-list.ts';
import { runCli } from '../support/run.ts';

const names = Object.keys(commandList);

test('only the command that is run is loaded', () => {
  for (const name of names.filter((one) => one !== 'completion')) expect(namesFor(name)).toEqual([name]);
});

test('the version needs no command', async () => {
  expect(namesFor('--version')).toEqual([]);
  expect(await runCli('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.each([undefined, '--help', 'help', 'completion', 'prcie', 'toString'])('%s needs all of them', (name) =>
  expect(namesFor(name)).toEqual(names),
);

test('each is listed under its own name', async () => {
  const { stdout } = await runCli('--help');
  const listed = [...stdout.matchAll(/^ {2}([a-z-]+)(?: [[<].*)? {2,}\S/gm)].map(([, name]) => name);
  expect(listed).toEqual([...names, 'help']);
});

test('the help is in groups, the own bill first, and none has a heading of its own making', async () => {
  const { stdout } = await runCli('--help');
  const headings = [...stdout.matchAll(/^(\S.*)\n {2}[a-z-]+ (?=.* {2})/gm)].map(([, heading]) => heading);
  const groups = headings.filter((heading) => heading !== 'Options:' && heading !== 'First steps:');
  expect(groups).toHaveLength(7);
  expect(groups[0]).toMatch(/own logs/);
  expect(stdout.split('First steps:\n')[1]).toMatch(/^ {2}agent-cost report /);
});

test('without a command the last line says where to begin', async () => {
  const { code, stdout, stderr } = await runCli();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/agent-cost report$/);
});

test.each([
  ['cost', /agent-cost report$/m],
  ['usage', /agent-cost report$/m],
  ['daily', /agent-cost report --by day$/m],
  ['monthly', /agent-cost report --by month$/m],
])('%s is no command, and the message names the one that is meant', async (name, hint) => {
  const { code, stdout, stderr } = await runCli(name);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(hint);
  expect(stderr).toContain(name);
});
