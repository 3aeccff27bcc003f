/** The GitHub Action as a runner runs it, in a project with the package installed; and the commands of docs/ci.md. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from '../docs/documents.ts';
import { installed, pack } from '../package/packed.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { projectRoot } from '../support/project-root.ts';
import { gitHub } from './github-stand-in.ts';
import { emptyBaseline, repository, writeJson } from './repository.ts';

interface Step {
  shell: string;
  run: string;
  'working-directory': string;
  env: Record<string, string>;
}
interface Action {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: [Step] };
}

const actionDir = join(projectRoot, 'action');
const action = parse(readFileSync(join(actionDir, 'action.yml'), 'utf8')) as Action;
const packed = pack();

/** A checkout of an example with the package installed, below a directory with spaces in its name. */
function checkout(example: string): string {
  const dir = repository(example);
  cpSync(join(installed(packed), 'node_modules'), join(dir, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return dir;
}

interface Ran {
  code: number;
  log: string;
  summary: string;
  outputs: Record<string, string>;
}

const ranBash = (args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  new Promise<{ code: number; log: string }>((resolve) => {
    const child = execFile('bash', ['--noprofile', '--norc', ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, log: stdout + stderr }),
    );
  });

/** Runs the step of the action like a runner: inputs filled in, `bash -eo pipefail`, and its files. */
async function step(dir: string, given: Record<string, string>, event: Record<string, string> = {}): Promise<Ran> {
  for (const name of Object.keys(given)) expect(Object.keys(action.inputs)).toContain(name);
  const files = join(temporaryDirectory(), 'runner files');
  mkdirSync(files);
  const [summary, output, script] = ['summary.md', 'output', 'script.sh'].map((name) => join(files, name)) as [
    string,
    string,
    string,
  ];
  for (const file of [summary, output]) writeFileSync(file, '');
  const filledIn = (text: string) =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => given[name] ?? action.inputs[name]?.default ?? '');
  const [{ run, env, 'working-directory': where }] = action.runs.steps;
  writeFileSync(script, filledIn(run));
  const { code, log } = await ranBash(['-eo', 'pipefail', script], {
    cwd: join(dir, filledIn(where)),
    env: {
      ...process.env,
      // No network access.
      npm_config_offline: 'true',
      GITHUB_ACTION_PATH: actionDir,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filledIn(value)])),
      ...event,
    },
  });
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
  return {
    code,
    log,
    summary: readFileSync(summary, 'utf8'),
    outputs: Object.fromEntries(lines.map((line) => line.split('=') as [string, string])),
  };
}

/** Node's options that make every program of Node write its environment's names down, but for the comment itself. */
function spy(dir: string): string {
  const file = join(dir, 'spy.cjs');
  const seen = JSON.stringify(join(dir, 'seen'));
  writeFileSync(
    file,
    `if (!/comment\\.mjs$/.test(process.argv[1])) require('fs').appendFileSync(${seen}, Object.keys(process.env) + '\\n');`,
  );
  return `--require ${JSON.stringify(file)}`;
}

/** A workflow that is within its budget on any day, and one that never is. */
const within = { workflows: { work: { preset: 'rag', budget: { perTask: 1000 } } } };
const over = { workflows: { work: { preset: 'rag', budget: { perTask: 1e-9 } } } };

describe('the action', () => {
  test('is composite, passes every input through the environment, and writes every output', () => {
    expect(action.runs.using).toBe('composite');
    const [{ shell, run, env, 'working-directory': where }] = action.runs.steps;
    expect([shell, run]).toEqual(['bash', '"$GITHUB_ACTION_PATH/run.sh"']);
    for (const name of Object.keys(action.inputs)) {
      expect([...Object.values(env), where]).toContain(`\${{ inputs.${name} }}`);
    }
    const script = readFileSync(join(actionDir, 'run.sh'), 'utf8');
    expect([...new Set(script.match(/AGENT_COST_\w+/g))].filter((name) => name !== 'AGENT_COST_').sort()).toEqual(
      Object.keys(env).sort(),
    );
    for (const name of Object.keys(action.outputs)) expect(script).toContain(`echo "${name}=`);
  });

  test('passes within the budget, with the Markdown in the summary, the log and the file for a comment', async () => {
    const dir = checkout('under-budget');
    writeJson(dir, 'agent-cost.json', within);
    const { code, log, summary, outputs } = await step(dir, { 'comment-file': 'a comment.md', version: '' });
    expect({ code, outputs }).toEqual({ code: 0, outputs: { 'exit-code': '0', over: 'false' } });
    expect(summary).toMatch(/^## Agent cost: within budget\n\n\| Workflow \|/);
    expect(log).toContain(summary);
    expect(readFileSync(join(dir, 'a comment.md'), 'utf8')).toBe(summary);
  });

  test('fails over the budget, or warns with fail: false', async () => {
    const dir = checkout('under-budget');
    mkdirSync(join(dir, 'a service'));
    writeJson(join(dir, 'a service'), 'costs of it.json', over);
    const given = { 'working-directory': 'a service', file: 'costs of it.json' };
    const failed = await step(dir, given);
    expect(failed).toMatchObject({ code: 1, outputs: { 'exit-code': '1', over: 'true' } });
    expect(failed.log).toContain('::error title=agent-cost::Over budget.');
    expect(failed.summary).toMatch(/^## Agent cost: over budget \(work\)\n/);
    const warned = await step(dir, { ...given, fail: 'false' });
    expect(warned).toMatchObject({ code: 0, outputs: { 'exit-code': '1', over: 'true' } });
    expect(warned.log).toContain('::warning title=agent-cost::Over budget.');
  });

  test('runs both commands, with a baseline and a number of days', async () => {
    const dir = checkout('under-budget');
    writeJson(dir, 'agent-cost.json', within);
    const missing = await step(dir, { run: 'check watch', baseline: 'no such file.json', days: '3' });
    expect(missing).toMatchObject({ code: 2, outputs: { 'exit-code': '2', over: 'false' } });
    expect(missing.log).toContain('--baseline: there is no file no such file.json.');
    expect(missing.log).toContain('::error title=agent-cost check::It failed with exit code 2');
    writeJson(dir, 'the base.json', emptyBaseline);
    const both = await step(dir, { run: 'check watch', baseline: 'the base.json', days: '1' });
    expect(both.code).toBe(0);
    expect(both.summary).toMatch(/Not in the baseline, .*: work\.\n\n## Agent cost: /);
  });

  test('posts the table as a comment, where names of a stranger stay text, and no other program sees the token', async () => {
    const dir = checkout('under-budget');
    writeJson(dir, 'agent-cost.json', { workflows: { 'a www.b.example': { preset: 'rag' } } });
    const api = await gitHub();
    const eventFile = join(dir, 'event.json');
    writeJson(dir, 'event.json', { pull_request: { number: 7, head: { repo: { full_name: 'owner/project' } } } });
    const event = {
      GITHUB_API_URL: api.url,
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_REPOSITORY: 'owner/project',
    };
    const { code, log } = await step(dir, { comment: 'true', token: 'secret' }, { ...event, NODE_OPTIONS: spy(dir) });
    api.close();
    expect({ code, log }).toEqual({ code: 0, log: expect.stringContaining('## Agent cost') });
    expect(readFileSync(join(dir, 'seen'), 'utf8')).not.toContain('AGENT_COST_TOKEN');
    expect(api.comments).toHaveLength(1);
    expect(api.comments[0]?.body).toContain('| a www\\.b.example |');
    const refused = await step(
      dir,
      { comment: 'true', token: 'x' },
      { ...event, GITHUB_EVENT_NAME: 'pull_request_target' },
    );
    expect(refused).toMatchObject({ code: 2, log: expect.stringContaining('pull_request_target') });
  });

  test('a package that is missing is a usage error, not over budget', async () => {
    const dir = repository('under-budget');
    writeJson(dir, 'package.json', { name: 'user', private: true }); // else npx finds the project above
    writeJson(dir, 'agent-cost.json', within);
    const { code, log, outputs } = await step(dir, {});
    expect({ code, over: outputs.over }).toEqual({ code: 2, over: undefined });
    expect(log).toMatch(/::error title=agent-cost::.*not installed.*version/);
    expect(await step(dir, { version: '0.0.0-none' })).toMatchObject({
      code: 2,
      log: expect.stringContaining('0.0.0-none'),
    });
  });

  test.each([
    [{ run: 'rm -rf /' }, 'The input run must be check, watch or check watch (got rm -rf /).'],
    [{ comment: 'yes' }, 'The input comment must be true or false (got yes).'],
    [{ fail: 'yes' }, 'The input fail must be true or false (got yes).'],
    [{ file: '$(touch injected)' }, 'The budgets cannot be read (ENOENT'],
    [{ run: 'watch', days: '60; touch injected' }, 'It must be a whole number between 1 and 9999.'],
  ])('%j is refused, and never run', async (given, message) => {
    const dir = checkout('under-budget');
    const { code, log } = await step(dir, given);
    expect({ code, log }).toEqual({ code: 2, log: expect.stringContaining(message) });
    expect(existsSync(join(dir, 'injected'))).toBe(false);
  });
});

describe('docs/ci.md', () => {
  const blocks = blocksOf('docs/ci.md');

  test('its example and its commands work, in order', () => {
    const dir = checkout('under-budget');
    const example = blocks.find(({ language }) => language === 'json')?.text ?? '';
    writeFileSync(join(dir, 'agent-cost.json'), example);
    expect(existsSync(join(dir, JSON.parse(example).$schema))).toBe(true);
    const lines = blocks.filter(({ language, notRun }) => language === 'sh' && notRun === null).map(({ text }) => text);
    expect(lines).toHaveLength(1);
    const { status, stdout, stderr } = spawnSync('bash', ['-c', lines.join('\n')], {
      cwd: dir,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(dir, 'node_modules/.bin')}:${process.env.PATH}` },
    });
    // The example may be over budget, since prices change.
    expect({ stderr, status: [0, 1].includes(Number(status)) }).toEqual({ stderr: '', status: true });
    expect(stdout.match(/^## Agent cost: /gm)).toHaveLength(3);
  });

  test('its jobs use inputs that the action has', () => {
    const yaml = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => parse(text));
    const steps = yaml.flatMap((part) => (Array.isArray(part) ? part : part.jobs.cost.steps));
    const uses = steps.filter((one: { uses?: string }) => one.uses === './.github/actions/agent-cost');
    expect(uses).toHaveLength(2);
    for (const { with: given } of uses) {
      for (const name of Object.keys(given)) expect(Object.keys(action.inputs)).toContain(name);
    }
  });

  test.each([
    ['file', 'costs.json'],
    ['baseline', 'base.json'],
    ['comment-file', 'comment.md'],
    ['comment-file', 'out/comment.md'],
  ])(
    '%s through a link that a pull request brings is refused, and nothing is written there: %s',
    async (input, name) => {
      const dir = checkout('under-budget');
      writeJson(dir, 'agent-cost.json', within);
      writeFileSync(join(dir, '../secret'), 'secret');
      symlinkSync('..', join(dir, 'out'));
      if (!name.startsWith('out/')) symlinkSync('../secret', join(dir, name));
      const { code, log } = await step(dir, { [input]: name });
      expect({ code, log }).toEqual({
        code: 2,
        log: expect.stringMatching(new RegExp(`${input} must not .* symbolic link`)),
      });
      expect(readFileSync(join(dir, '../secret'), 'utf8')).toBe('secret');
      expect(existsSync(join(dir, '../comment.md'))).toBe(false);
    },
  );
});
