/**
 * Which commands are loaded at start. The command that messages name is the one that was started. What the maker of a
 * snapshot says of it and nothing in it proves.
 */
import { expect, test } from 'vitest';
import type { SnapshotManifest } from '../../runtime/audit/layout.ts';
import { commandList, nowCalled, pathsFor } from '../../runtime/cli/command-list.ts';
import { asStarted, commandStarted, firstWords } from '../../runtime/cli/output.ts';
import { claimedLines, rebuildOf } from '../../runtime/cli/verify-report.ts';
import { runCli, startCli } from '../support/run.ts';

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

const manifest: SnapshotManifest = {
  ...{ format: 1, datasetVersion: '2026-11-20-0123abcd', pricesAsOf: '2026-11-20', costModelVersion: 1, files: [] },
  ...{ commit: 'a'.repeat(40), commitNote: null, program: { name: 'agent-cost', version: '0.1.0' } },
  tools: { node: '24.1.0', esbuild: '0.28.2' },
};

test('commit, program and tools are named as claimed', () => {
  const [line = ''] = claimedLines(manifest);
  expect(line).toContain('claimed');
  expect(line).toContain('not verified');
  for (const claim of [manifest.commit as string, 'agent-cost 0.1.0', 'node 24.1.0', 'esbuild 0.28.2'])
    expect(line).toContain(claim);
  expect(claimedLines({ ...manifest, commit: null, commitNote: 'Not committed.' })[0]).toContain('(Not committed.)');
});

test('one command makes the snapshot again and compares its sums, and holds nothing that a shell would run', () => {
  expect(rebuildOf({ ...manifest, siteUrl: 'https://x.example/' })).toBe(
    `git checkout ${'a'.repeat(40)} && npm ci && npm run snapshot -- --as-of 2026-11-20 --site-url https://x.example/ && tar xzOf dist-as-of-2026-11-20/snapshot/agent-cost-2026-11-20-0123abcd.tar.gz agent-cost-2026-11-20-0123abcd/SHA256SUMS | cmp - SHA256SUMS`,
  );
  expect(rebuildOf({ ...manifest, commit: null })).toBeNull();
  for (const siteUrl of ['https://x.example/$(id)/', 'https://x.example/;id/'])
    expect(rebuildOf({ ...manifest, siteUrl })).not.toContain('id)');
});
