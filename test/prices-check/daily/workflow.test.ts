/** Runs the steps of the scheduled job exactly as in the file. Only GitHub and the internet are replaced. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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
  pack.scripts = { ...pack.scripts, pretest: '', test: 'npm run --silent check:data' };
  writeFileSync(join(work, 'package.json'), JSON.stringify(pack));
  writeFileSync(join(work, '.gitignore'), 'node_modules\nreport.md\nprices.patch\ntest.log\n');
  mkdirSync(bin);
  // A replacement for GitHub's command that logs its calls and lists no open pull request.
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho "$@" >> "${root}/gh.log"\n`);
  chmodSync(join(bin, 'gh'), 0o755);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'test');
  git('config', 'user.email', 'test@example.com');
  git('remote', 'add', 'origin', origin);
});

/** Commits made-up data, as the state of the main branch. */
function release(verifiedOn: string): void {
  git('checkout', '--quiet', '--force', '-B', 'main');
  // Each job starts from a fresh checkout.
  git('for-each-ref', '--format=%(refname:short)', 'refs/heads')
    .split('\n')
    .filter((branch) => branch !== '' && branch !== 'main')
    .map((branch) => git('branch', '--quiet', '-D', branch));
  const prices = [price({ verifiedOn, sources: [{ url, on: verifiedOn }] })];
  const left = ['data', 'report.md', 'prices.patch', 'test.log'].map((name) => join(work, name));
  for (const old of [...left, temp, join(root, 'gh.log')]) rmSync(old, { recursive: true, force: true });
  writeData(join(work, 'data'), [provider([model('claude-test-5', { prices }), model('claude-test-6', { prices })])]);
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
  const checked = run(step(check, 'Check the prices'), answers);
  expect(checked.code, checked.output).toBe(0);
  const outputs = Object.fromEntries(
    (existsSync(join(temp, 'output')) ? readFileSync(join(temp, 'output'), 'utf8') : '')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  const tests = step(check, 'Test what was written');
  expect(tests.if).toBe("steps.check.outputs.changed == 'yes'");
  if (outputs.changed === 'yes') expect(run(tests, answers).code).toBe(0);
  const report = readFileSync(join(work, 'report.md'), 'utf8');
  // The artifact passed from one job to the other.
  mkdirSync(join(temp, 'prices'));
  for (const name of ['report.md', 'prices.patch']) cpSync(join(work, name), join(temp, 'prices', name));
  git('checkout', '--quiet', '--force', '.');

  expect(propose.if).toBe("needs.check.outputs.outcome != '0' || needs.check.outputs.changed == 'yes'");
  const asks = outputs.outcome !== '0' || outputs.changed === 'yes';
  const proposed = asks ? run(step(propose, 'Open or update the pull request'), answers) : null;
  const log = join(root, 'gh.log');
  return { outputs, report, proposed, gh: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

const both = [row('Claude Test 5'), row('Claude Test 6')];

test('a day without changes: the job is green and opens no pull request', () => {
  release(today);
  const { outputs, report, proposed } = job(internet(both));
  expect(outputs).toEqual({ outcome: '0', changed: 'no' });
  expect(report).toContain('Checked: everything agrees.');
  expect(proposed).toBeNull();
});

describe('a change', () => {
  test('opens a pull request with only the new price, on valid data', () => {
    release('2026-05-01');
    const { outputs, report, proposed, gh } = job(
      internet([row('Claude Test 5'), row('Claude Test 6', { input: 2.4, output: 12 })]),
    );
    expect(outputs).toEqual({ outcome: '1', changed: 'yes' });
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
    expect(outputs).toEqual({ outcome: '0', changed: 'yes' });
    expect(report).toContain(`verified on ${today}`);
    expect(proposed?.code).toBe(0);
  });
});

test('without a network the job still ends green, and the report says what to do', () => {
  release('2026-05-01');
  const { outputs, report, proposed } = job(null);
  expect(outputs).toEqual({ outcome: '2', changed: 'no' });
  expect(report).toContain(
    `anthropic: ${url}: getaddrinfo ENOTFOUND: try again later; if it has moved, correct pricingUrl`,
  );
  expect(proposed?.code).toBe(0);
});

test('an unreadable page is reported with what to do, and the rest is checked', () => {
  release(today);
  const { outputs, report } = job({ ...internet(both), [url]: '<html><body><script>x()</script></body></html>' });
  expect(outputs).toEqual({ outcome: '2', changed: 'no' });
  expect(report).toMatch(
    /anthropic: \S+: no token prices: .* open it in a browser: .*build\/prices\/providers\/anthropic\.ts/,
  );
});

test('a check that fails without a report fails its job', () => {
  release(today);
  const broken = { ...step(check, 'Check the prices') };
  broken.run = (broken.run as string).replace('--fetch', '--fetsch');
  expect(run(broken, {}).code).not.toBe(0);
});
