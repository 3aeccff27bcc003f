/** What `npm publish` would send, and the workflow that sends it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { stagePackage } from '../../build/package/stage.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { installed, pack, printed } from './packed.ts';

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const readme = textOf('build/package/README.md');
const packed = pack();

describe('the package', () => {
  const dir = installed(packed);
  const own = join(dir, 'node_modules/agent-cost');

  test('has a README of its own, short and without links into the repository, and a manifest without scripts', () => {
    expect(readFileSync(join(own, 'README.md'), 'utf8')).toBe(readme);
    expect(readme.split('\n').length).toBeLessThan(80);
    expect([...readme.matchAll(/\]\((?!https:)/g)]).toEqual([]);
    const { bin, name, publishConfig, ...manifest } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    expect({ bin, name }).toEqual({ bin: { 'agent-cost': 'dist/agent-cost.cjs' }, name: 'agent-cost' });
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
    for (const field of ['scripts', 'devDependencies', 'knip', 'allowScripts'])
      expect(manifest).not.toHaveProperty(field);
  });

  test('answers every command of its README, each in an empty project without a network', () => {
    const commands = [...readme.matchAll(/^npx agent-cost (.*)$/gm)].map(([, args = '']) => args);
    expect(commands.length).toBeGreaterThan(5);
    writeFileSync(join(dir, 'calls.jsonl'), '{"model":"gpt-4o","input":7,"output":0,"at":"2026-11-20T00:00:00Z"}\n');
    for (const args of commands) {
      const given = args === 'report' ? 'report calls.jsonl' : args;
      const out = printed('npx', ['--no-install', 'agent-cost', ...given.split(' ')], dir);
      expect(out.length, args).toBeGreaterThan(args.startsWith('price export') ? -1 : 50);
    }
  });

  test('gives the price that the example of its README states', () => {
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    writeFileSync(join(dir, 'example.js'), program);
    const [usd, perTask] = printed(process.execPath, ['example.js'], dir).split('\n').map(Number);
    // 1,200 x $3 + 45,000 x $0.30 + 850 x $15 per million = $0.0036 + $0.0135 + $0.01275
    expect(usd).toBe(0.02985);
    expect(perTask).toBeGreaterThan(0);
  });
});

test('npm publish sends the packed files, publicly; in the top folder it refuses', () => {
  const stage = join(temporaryDirectory(), 'dist-package');
  stagePackage(projectRoot, testDist, stage);
  const args = ['publish', '--dry-run', '--offline', '--json', stage];
  const found = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
  const { files } = found['agent-cost'] ?? found;
  expect(files.map(({ path }: { path: string }) => path)).toEqual(packed.files.map(({ path }) => path));
  const { scripts } = JSON.parse(textOf('package.json'));
  const refused = spawnSync('sh', ['-c', scripts.prepublishOnly], { encoding: 'utf8' });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('npm run package');
});

describe('.github/workflows/release.yml', () => {
  const text = textOf('.github/workflows/release.yml');
  const { jobs, on, permissions } = parse(text);

  test('runs on tags alone, with no right but to read in one job and to prove who it is in the other', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(permissions).toEqual({});
    expect(jobs.pack.permissions).toEqual({ contents: 'read' });
    expect(jobs.publish.permissions).toEqual({ 'id-token': 'write' });
    expect(jobs.publish).toMatchObject({ needs: 'pack', environment: 'npm' });
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
  });

  test('the job that publishes runs no code of the project or of its packages', () => {
    const runs = jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(runs).toEqual(['npm publish --ignore-scripts ./agent-cost-*.tgz']);
    const uses = jobs.publish.steps.flatMap(({ uses }: { uses?: string }) => uses?.split('@')[0] ?? []);
    expect(uses).toEqual(['actions/setup-node', 'actions/download-artifact']);
  });

  test('what a tag or a name contains is never part of a script', () => {
    expect(text).not.toContain('${{');
  });
});
