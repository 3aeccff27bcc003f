/** Which commands are loaded at start. */
import { expect, test } from 'vitest';
import { commandList, nowCalled, pathsFor } from '../../runtime/cli/command-list.ts';
import { runCli } from '../support/run.ts';

const paths = Object.keys(commandList);
const mains = paths.filter((path) => !path.includes(' '));
const parts = paths.filter((path) => path.includes(' '));

test('only the command that is run is loaded', () => {
  for (const path of paths.filter((one) => one !== 'completion')) expect(pathsFor(path.split(' '))).toEqual([path]);
});

test('the version needs no command', async () => {
  expect(pathsFor(['--version'])).toEqual([]);
  expect(await runCli('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('the overview needs the main commands, a help what is below it, completion everything', () => {
  for (const words of [[], ['--help'], ['help'], ['prcie'], ['toString']]) expect(pathsFor(words)).toEqual(mains);
  expect(pathsFor(['verify', '--help'])).toEqual(['verify', 'verify list', 'verify timestamp', 'verify diff']);
  expect(pathsFor(['completion'])).toEqual(paths);
});

test('the overview fits on a screen of 40 lines, the own bill first, and names every command once', async () => {
  const { stdout } = await runCli('--help');
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const [, listed = ''] = stdout.split('First steps:')[0]?.split('Commands:\n') ?? [];
  const named = listed.replaceAll(/\n {10,}/g, ' ').split('\n');
  for (const main of mains) {
    const line = named.find((one) => new RegExp(`^ {2}${main} `).test(one));
    const below = line?.split('below it: ')[1]?.trim().split(', ') ?? [];
    expect(below).toEqual(parts.filter((path) => path.startsWith(`${main} `)).map((path) => path.split(' ')[1]));
  }
  expect(stdout.split('First steps:\n')[1]).toMatch(/^ {2}agent-cost report /);
});

test('a command lists what is below it', async () => {
  const { stdout } = await runCli('verify', '--help');
  for (const part of ['list', 'timestamp', 'diff']) expect(stdout).toMatch(new RegExp(`^ {2}${part} `, 'm'));
});

test.each(parts)('%s runs under its former name too, which the overview leaves out', async (path) => {
  const former = path === 'verify list' ? 'verify-list' : (path.split(' ')[1] as string);
  expect(nowCalled(former)).toBe(path);
  const [now, then] = [await runCli(...path.split(' '), '--help'), await runCli(former, '--help')];
  expect(now.stdout).toContain(`Usage: agent-cost ${path} `);
  expect(then).toEqual({ ...now, stdout: now.stdout.replace(`agent-cost ${path} `, `agent-cost ${former} `) });
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
