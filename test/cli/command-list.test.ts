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
