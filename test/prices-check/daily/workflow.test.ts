/** Runs the steps of the scheduled job exactly as in the file. Only GitHub and the internet are replaced. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Row } from '../../prices-import/made-up-packages.ts';
import { madeUpNpm, publishTo } from '../../prices-import/made-up-registry.ts';
import { filesBelow } from '../../support/build.ts';
import { copyProject, temporaryDirectory } from '../../support/copies.ts';
import { projectRoot } from '../../support/project-root.ts';
import { model, pageText, price, provider, row, url, writeData } from '../support.ts';

interface Step {
  name?: string;
  if?: string;
  run?: string;
}
interface Job {
  if?: string;
  steps: Step[];
}
const file = parse(readFileSync(join(projectRoot, '.github/workflows/prices.yml'), 'utf8')) as {
  env: { BRANCH: string };
  jobs: { check: Job; propose: Job };
};
const { check, propose } = file.jobs;
const step = ({ steps }: Job, name: string): Step => {
  const found = steps.find((one) => one.name === name);
  if (!found) throw new Error(`prices.yml has no step "${name}"`);
  return found;
};

const today = new Date().toISOString().slice(0, 10);
const root = temporaryDirectory();
const work = join(root, 'work');
const origin = join(root, 'origin.git');
const temp = join(root, 'runner');
const bin = join(root, 'bin');
const registry = join(root, 'registry');
const git = (...args: string[]) => execFileSync('git', args, { cwd: work, encoding: 'utf8' });

const deprecations =
  'URL Source: https://platform.claude.com/docs/en/about-claude/model-deprecations\n\n| Model | Retirement Date |\n|---|---|\n| claude-test-5 | N/A |\n\nThe end.\n';
const internet = (rows: ReturnType<typeof row>[]) => ({
  [url]: pageText(rows),
  'https://platform.claude.com/docs/en/about-claude/model-deprecations': deprecations,
  'https://models.dev/api.json': JSON.stringify({ anthropic: { models: {} } }),
  'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json': JSON.stringify({
    other: { litellm_provider: 'other' },
  }),
  'https://openrouter.ai/api/v1/models': JSON.stringify({ data: [] }),
});

beforeAll(() => {
  copyProject(work, ['build', 'data', 'runtime', 'package.json', 'tsconfig.json']);
  // The full test suite would run this file again; the checks of changed data are in test/data.
  const pack = JSON.parse(readFileSync(join(work, 'package.json'), 'utf8'));
  pack.scripts = { ...pack.scripts, pretest: '', test: 'npm run --silent check:data', ...compiled(pack.scripts) };
  writeFileSync(join(work, 'package.json'), JSON.stringify(pack));
  writeFileSync(
    join(work, '.gitignore'),
    'node_modules\n*.js\nreport.md\ncatalogue.md\ncatalogue.log\nimport.md\nimport.log\nprices.patch\ntest.log\n',
  );
  mkdirSync(bin);
  // A replacement for GitHub's command that logs its calls and lists no open pull request.
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho "$@" >> "${root}/gh.log"\n`);
  chmodSync(join(bin, 'gh'), 0o755);
  madeUpNpm(bin, registry);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'test');
  git('config', 'user.email', 'test@example.com');
  git('remote', 'add', 'origin', origin);
  release(today);
  run(step(check, 'Import from public datasets'), null);
  for (const name of ['models.json', 'offers.json'])
    imported[name] = readFileSync(join(work, 'data/imported', name), 'utf8');
});

/**
 * The scripts of the job as JavaScript: tsx would translate some hundred files anew in each of forty steps. Returns them
 * by name.
 */
function compiled(scripts: Record<string, string>): Record<string, string> {
  const sources = ['build', 'runtime'].flatMap((folder) =>
    filesBelow(join(work, folder)).flatMap((path) => (/(?<!\.d)\.ts$/.test(path) ? [join(work, folder, path)] : [])),
  );
  buildSync({ entryPoints: sources, outdir: work, outbase: work, format: 'esm', platform: 'node', target: 'node20' });
  for (const source of sources) {
    const path = source.replace(/\.ts$/, '.js');
    // Imports name the sources.
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/((?:from|import|import\() ?["'][^"']*)\.ts(?=["'])/g, '$1.js'),
    );
  }
  return Object.fromEntries(
    ['prices:check', 'prices:import', 'check:data'].map((name) => {
      const [, program] = /^tsx (\S+)\.ts$/.exec(scripts[name] ?? '') ?? [];
      if (program === undefined) throw new Error(`${name} is not a program of one file.`);
      return [name, `node ${program}.js`];
    }),
  );
}

/** The files of an import that found nothing, by name. */
const imported: Record<string, string> = {};

/** Anthropic's prices in a made-up Claude Code that is older than the prices: it confirms them and writes nothing. */
const tier = '{input:2,output:10,cache_write_5m:2.5,cache_write_1h:4,cache_read:.2}';
const models = ['claude-test-5', 'claude-test-6'].map((id) => `{id:"${id}",pricing:"two"}`).join();
const program = `\n// Version: 2.9.1\nvar W={schema_version:1,pricing_tiers:{two:${tier}},models:[${models}]};`;

function publish(version: string, on: string, pi: Row[]) {
  const pins = publishTo(registry, version, on, { pi });
  writeFileSync(join(registry, 'claude-code-linux-x64.tgz'), gzipSync(program));
  const told = { version: '2.9.1', time: { '2.9.1': '2026-04-30T10:00:00Z' } };
  writeFileSync(join(registry, 'claude-code-linux-x64.json'), JSON.stringify(told));
  return pins;
}

/** Commits made-up data, as the state of the main branch. */
function release(verifiedOn: string, leftOut: string[] = []): void {
  git('checkout', '--quiet', '--force', '-B', 'main');
  // Each job starts from a fresh checkout.
  git('for-each-ref', '--format=%(refname:short)', 'refs/heads')
    .split('\n')
    .filter((branch) => branch !== '' && branch !== 'main')
    .map((branch) => git('branch', '--quiet', '-D', branch));
  const prices = [price({ verifiedOn, sources: [{ url, on: verifiedOn }] })];
  const left = [
    'data',
    'report.md',
    'catalogue.md',
    'catalogue.log',
    'import.md',
    'import.log',
    'prices.patch',
    'test.log',
  ].map((name) => join(work, name));
  for (const old of [...left, temp, join(root, 'gh.log')]) rmSync(old, { recursive: true, force: true });
  writeData(join(work, 'data'), [provider([model('claude-test-5', { prices }), model('claude-test-6', { prices })])]);
  const models = [{ seller: 'bedrock', names: leftOut, reason: 'Made up.' }].filter(({ names }) => names.length > 0);
  writeFileSync(join(work, 'data/left-out.json'), JSON.stringify({ models, sellers: [] }));
  const packages = publish('1.5.2', '2026-11-10', []);
  writeFileSync(join(work, 'data/imported-packages.json'), JSON.stringify({ packages }));
  cpSync(join(projectRoot, 'data/lists'), join(work, 'data/lists'), { recursive: true });
  mkdirSync(join(work, 'data/imported'));
  for (const [name, text] of Object.entries(imported)) writeFileSync(join(work, 'data/imported', name), text);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'Data');
  mkdirSync(temp);
}

/** Runs one step with bash, like GitHub, and returns its exit code and output. */
function run(one: Step, answers: object | null): { code: number | null; output: string } {
  writeFileSync(join(temp, 'internet.json'), JSON.stringify(answers));
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'internet.mjs')}`,
    INTERNET: join(temp, 'internet.json'),
    GITHUB_OUTPUT: join(temp, 'output'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
    RUNNER_TEMP: temp,
    BRANCH: file.env.BRANCH,
    PATH: `${bin}:${process.env.PATH}`,
  };
  const script = join(temp, 'step.sh');
  writeFileSync(script, one.run as string);
  const flags = ['--noprofile', '--norc', '-e', '-o', 'pipefail'];
  const { status, stdout, stderr } = spawnSync('bash', [...flags, script], { cwd: work, env, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

/** Runs both jobs in order, with the conditions from the file. Returns their results. */
function job(answers: object | null) {
  const written = (of: Step): Record<string, string> => {
    rmSync(join(temp, 'output'), { force: true });
    const { code, output } = run(of, answers);
    expect(code, output).toBe(0);
    return Object.fromEntries(
      readFileSync(join(temp, 'output'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
  };
  const { outcome } = written(step(check, 'Check the prices'));
  const { outcome: catalogue } = written(step(check, 'Compare with the catalogue in Claude Code'));
  const { outcome: imported } = written(step(check, 'Import from public datasets'));
  const { changed } = written(step(check, 'Collect what was written'));
  const outputs = { outcome, catalogue, imported, changed };
  const tests = step(check, 'Test what was written');
  expect(tests.if).toBe("steps.collect.outputs.changed == 'yes'");
  if (outputs.changed === 'yes') expect(run(tests, answers).code).toBe(0);
  const report = readFileSync(join(work, 'report.md'), 'utf8');
  // The artifact passed from one job to the other.
  mkdirSync(join(temp, 'prices'));
  for (const name of ['report.md', 'prices.patch']) cpSync(join(work, name), join(temp, 'prices', name));
  git('checkout', '--quiet', '--force', '.');

  expect(propose.if).toBe(
    "needs.check.outputs.outcome != '0' || needs.check.outputs.catalogue != '0' || needs.check.outputs.imported != '0' || needs.check.outputs.changed == 'yes'",
  );
  const asks = outcome !== '0' || catalogue !== '0' || imported !== '0' || changed === 'yes';
  const proposed = asks ? run(step(propose, 'Open or update the pull request'), answers) : null;
  const log = join(root, 'gh.log');
  return { outputs, report, proposed, gh: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

const dataFiles = () =>
  git('ls-files', 'data')
    .trim()
    .split('\n')
    .map((path) => [path, readFileSync(join(work, path), 'utf8')]);

const both = [row('Claude Test 5'), row('Claude Test 6')];

test('two days without changes: both are green, write nothing and open no pull request', () => {
  release(today);
  const before = dataFiles();
  for (const day of ['the first', 'the second']) {
    const { outputs, report, proposed } = job(internet(both));
    expect(outputs, day).toEqual({ outcome: '0', catalogue: '0', imported: '0', changed: 'no' });
    expect(report.match(/^Checked: everything agrees\.$/gm), day).toHaveLength(2);
    expect(report, day).toContain('Claude Code 2.9.1: 2026-04-30 (published)');
    expect(proposed, day).toBeNull();
    expect(dataFiles(), day).toEqual(before);
    rmSync(join(temp, 'prices'), { recursive: true });
  }
});

test('a Claude Code that npm does not bring is told, and everything else is done', () => {
  release(today);
  rmSync(join(registry, 'claude-code-linux-x64.json'));
  const { outputs, report, proposed } = job(internet(both));
  expect(outputs).toEqual({ outcome: '0', catalogue: '2', imported: '0', changed: 'no' });
  expect(report).toMatch(/## Catalogue in Claude Code\n[\s\S]*- anthropic: \S+: npm view failed: /);
  expect(proposed?.code).toBe(0);
});

test('a model that only a new package has opens a pull request, which says so; left out, the next day is green', () => {
  release(today);
  const newest = publish('1.6.0', today, [['amazon.nova-9-v1:0', 1, 2]]);
  const first = job(internet(both));
  expect(first.outputs).toEqual({ outcome: '1', catalogue: '0', imported: '1', changed: 'yes' });
  expect(first.report.match(/\| bedrock \| amazon\.nova-9-v1:0 \| 1 \/ 2, only one lineage \|/g)).toHaveLength(1);
  expect(first.proposed, first.proposed?.output).toMatchObject({ code: 0 });
  // The pull request pins the newer package.
  const locked = git('show', `origin/${file.env.BRANCH}:data/imported-packages.json`);
  expect(JSON.parse(locked)).toEqual({ packages: newest });

  release(today, ['amazon.nova-9*']);
  const packages = publish('1.6.0', today, [['amazon.nova-9-v1:0', 1, 2]]);
  writeFileSync(join(work, 'data/imported-packages.json'), `${JSON.stringify({ packages }, null, 2)}\n`);
  git('commit', '--quiet', '--all', '--message', 'Pinned');
  const second = job(internet(both));
  expect(second.outputs).toEqual({ outcome: '0', catalogue: '0', imported: '0', changed: 'no' });
  expect(second.proposed).toBeNull();
});

test('an archive that is not the pinned one is not imported, and the report says so', () => {
  release(today);
  publish('1.5.2', '2026-11-10', [['amazon.nova-9-v1:0', 1, 2]]);
  const { outputs, report } = job(internet(both));
  expect(outputs).toEqual({ outcome: '2', catalogue: '0', imported: '2', changed: 'no' });
  expect(report).toMatch(/pi-ai 1\.5\.2: the archive is sha512-/);
});

describe('a change', () => {
  test('opens a pull request with only the new price, on valid data', () => {
    release('2026-05-01');
    const { outputs, report, proposed, gh } = job(
      internet([row('Claude Test 5'), row('Claude Test 6', { input: 2.4, output: 12 })]),
    );
    expect(outputs).toEqual({ outcome: '1', catalogue: '0', imported: '0', changed: 'yes' });
    expect(report).toContain(`new price from ${today}`);
    expect(report).toContain('Tests on the changed data: passed.');
    expect(proposed, proposed?.output).toMatchObject({ code: 0 });
    expect(gh).toContain(`pr list --head ${file.env.BRANCH}`);
    expect(gh).toContain(`pr create --head ${file.env.BRANCH} --title Prices on ${today} --body-file`);
    expect(git('diff', '--stat', 'main', `origin/${file.env.BRANCH}`)).toMatch(
      /^ data\/providers\/anthropic\.json .*\n 1 file changed/,
    );
    // CI first checks the data of the pull request, including released prices.
    git('checkout', '--quiet', '--force', file.env.BRANCH);
    expect(() =>
      execFileSync('npm', ['run', '--silent', 'check:data'], { cwd: work, encoding: 'utf8', stdio: 'pipe' }),
    ).not.toThrow();
  });

  test('only in dates: confirmed prices get a later verifiedOn', () => {
    release('2026-05-01');
    const { outputs, report, proposed } = job(internet(both));
    expect(outputs).toEqual({ outcome: '0', catalogue: '0', imported: '0', changed: 'yes' });
    expect(report).toContain(`verified on ${today}`);
    expect(proposed?.code).toBe(0);
  });
});

test('without a network the job still ends green, and the report says what to do', () => {
  release('2026-05-01');
  const { outputs, report, proposed } = job(null);
  expect(outputs).toEqual({ outcome: '2', catalogue: '0', imported: '0', changed: 'no' });
  expect(report).toContain(
    `anthropic: ${url}: getaddrinfo ENOTFOUND: try again later; if it has moved, correct pricingUrl`,
  );
  expect(proposed?.code).toBe(0);
});

test('an unreadable page is reported with what to do, and the rest is checked', () => {
  release(today);
  const { outputs, report } = job({ ...internet(both), [url]: '<html><body><script>x()</script></body></html>' });
  expect(outputs).toEqual({ outcome: '2', catalogue: '0', imported: '0', changed: 'no' });
  expect(report).toMatch(/anthropic: \S+: no token prices: .* open it in a browser: .*data\/lists\/pages\.json/);
});

test('a check that fails without a report fails its job', () => {
  release(today);
  const broken = { ...step(check, 'Check the prices') };
  broken.run = (broken.run as string).replace('--fetch', '--fetsch');
  expect(run(broken, {}).code).not.toBe(0);
});
