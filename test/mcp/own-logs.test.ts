/** The tools on the logs of this machine's agents, in a home with two projects, and the prompts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { call, connected } from './client.ts';

const home = temporaryDirectory();
const env = {
  ...{ HOME: home, USERPROFILE: home, TZ: 'UTC', XDG_CACHE_HOME: join(home, 'cache') },
  ...{ CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', APPDATA: '' },
};

/** A final answer of Claude Sonnet 4.6, at $3 and $15 a million tokens. */
function answer(project: string, session: string, at: Date, input: number, output: number): object {
  return {
    type: 'assistant',
    sessionId: session,
    requestId: `req_${session}_${at.getTime()}`,
    cwd: `/home/dev/${project}`,
    timestamp: at.toISOString(),
    message: {
      id: `msg_${session}_${at.getTime()}`,
      model: 'claude-sonnet-4-6',
      stop_reason: 'end_turn',
      content: [],
      usage: { input_tokens: input, output_tokens: output },
    },
  };
}

function log(project: string, lines: object[], inHome = home): void {
  const folder = join(inHome, '.claude/projects', `-home-dev-${project}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${project}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

let client: Client;
const now = new Date();
beforeAll(async () => {
  // 1,000,000 x 3 + 100,000 x 15 = $4.50 today in alpha, 200,000 x 3 = $0.60 in beta; $3.00 sixty days ago.
  log('alpha', [
    answer('alpha', 'a-old', new Date(now.getTime() - 60 * 86_400_000), 1_000_000, 0),
    answer('alpha', 'a-new', now, 1_000_000, 100_000),
  ]);
  log('beta', [answer('beta', 'b-new', now, 200_000, 0)]);
  client = await connected(env);
});
afterAll(() => client.close());

const dataOf = async (name: string, input: object) =>
  (await call(client, name, input)).data as {
    [name: string]: unknown;
    groups: { by: string; rows: { key: string; usd: number }[] }[];
    leftUsd: number;
  };

describe('report', () => {
  test('has the bill since a day, by model and project, without folders of the machine', async () => {
    const { total, groups, agents } = await dataOf('report', { since: 'today' });
    expect(total).toMatchObject({ calls: 2, usd: 5.1 });
    expect(agents).toEqual([{ agent: 'Claude Code', files: 2 }]);
    const rows = groups.map(({ by, rows }) => [by, rows.map(({ key, usd }) => [key, usd])]);
    expect(rows).toEqual([
      ['model', [['claude-sonnet-4-6', 5.1]]],
      [
        'project',
        [
          ['alpha', 4.5],
          ['beta', 0.6],
        ],
      ],
    ]);
    expect(JSON.stringify(groups)).not.toContain('/home/dev');
    expect(Object.keys(groups[0]?.rows[0] ?? {})).toEqual(['key', 'calls', 'usd', 'cachedPct']);
  });

  test('has its rows in the text, too, for clients that show only that', async () => {
    const { text } = await call(client, 'report', { since: 'today' });
    expect(text).toContain('by model: claude-sonnet-4-6 $5.10, 2 calls');
    expect(text).toContain('by project: alpha $4.50, 1 call; beta $0.6000, 1 call');
  });

  test('of many projects takes at most 1,500 tokens', async () => {
    const many = temporaryDirectory();
    for (let i = 0; i < 30; i++)
      log(`a-project-${i}`, [answer(`a-project-${i}`, `s${i}`, now, 1_000_000 + i, 9)], many);
    const other = await connected({ ...env, HOME: many, USERPROFILE: many, XDG_CACHE_HOME: join(many, 'cache') });
    try {
      const result = await other.callTool({ name: 'report', arguments: {} });
      // Rows of JSON have about 2.9 characters a token.
      expect(JSON.stringify(result).length).toBeLessThan(4300);
      expect(JSON.stringify(result.content)).toContain('... and 25 more');
    } finally {
      await other.close();
    }
  });

  test('has what a plan is worth, by all projects, in both forms', async () => {
    // $5.10 of the month of $20: 14.90 less.
    const asked = { since: 'today', project: 'beta', plan: 'claude-pro' };
    const { data, text } = await call(client, 'report', asked);
    expect(data).toMatchObject({ total: { usd: 0.6 }, plan: { plan: { id: 'claude-pro' }, usd: 5.1, calls: 2 } });
    expect(text).toContain('the plan is $14.90 more');
    expect(await dataOf('report', { since: 'today' })).not.toHaveProperty('plan');
    expect(await call(client, 'report', { plan: 'claude-maxx' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^plan: .*claude-max-5x/),
    });
  });

  test('of one project, and of all time', async () => {
    expect(await dataOf('report', { since: '90d', project: 'alpha', by: ['month'] })).toMatchObject({
      total: { calls: 2, usd: 7.5 },
    });
  });

  test('has as many rows of each group as asked for, whole where fields are', async () => {
    const { groups, leftOut } = await dataOf('report', {
      since: 'today',
      by: ['project'],
      limit: 1,
      fields: ['groups'],
    });
    expect(groups).toMatchObject([{ by: 'project', rows: [{ key: 'alpha', input: 1_000_000, output: 100_000 }] }]);
    expect(leftOut).toEqual({ project: 1 });
  });

  test.each([
    [{ project: 'gamma' }, /Unknown project "gamma".* Projects: alpha, beta\./],
    [{ since: 'someday' }, /"someday" is no time/],
    [{ by: ['colour'] }, /Unknown group "colour"/],
    [{ sinse: 'today' }, /Unknown field "sinse"\. Did you mean "since"\?/],
  ])('%j is refused', async (input, message) => {
    const { isError, text } = await call(client, 'report', input);
    expect(isError).toBe(true);
    expect(text).toMatch(message);
  });
});

test('budget: what is left of today, and how much over', async () => {
  // 5.10 of 6.00 are 85 %.
  const { spentUsd, leftUsd, usedPct } = await dataOf('budget', { usd: 6, per: 'day' });
  expect([spentUsd, Math.round(1e9 * leftUsd), usedPct]).toEqual([5.1, 900_000_000, 85]);
  expect((await call(client, 'budget', { usd: 5, per: 'day' })).text).toMatch(/^\$0\.1000 over of \$5/);
  expect((await call(client, 'budget', { per: 'day' })).text).toMatch(/^\$5\.10 spent since/);
});

test('reprice: the same tokens on another model', async () => {
  // Today's tokens of beta on Claude Haiku 4.5 at $1 a million: $0.20.
  const { usdAsLogged, models } = await dataOf('reprice', {
    model: 'claude-haiku-4-5',
    since: 'today',
    project: 'beta',
  });
  expect({ usdAsLogged, models }).toMatchObject({
    usdAsLogged: 0.6,
    models: [{ model: 'claude-haiku-4-5', usd: 0.2 }],
  });
  expect((await call(client, 'reprice', { model: 'nothing-like-it' })).isError).toBe(true);
});

test('without logs the tool says where it looked', async () => {
  const empty = temporaryDirectory();
  const alone = await connected({ ...env, HOME: empty, USERPROFILE: empty });
  const { isError, text } = await call(alone, 'report', {});
  await alone.close();
  expect([isError, /~\/\.claude\/projects/.test(text)]).toEqual([true, true]);
});

test('prompts for the three usual questions are filled in, and an unknown one is refused', async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['explain-my-bill', 'which-model', 'what-will-it-cost']);
  const { messages } = await client.getPrompt({ name: 'which-model', arguments: { work: 'answering tickets' } });
  expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
  expect(JSON.stringify(messages)).toContain('answering tickets');
  await expect(client.getPrompt({ name: 'which-modle' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Did you mean "which-model"?'),
  });
});

describe('what was not read', () => {
  test('is told with the figures that lack it, and not where everything was read', async () => {
    const damaged = temporaryDirectory();
    const lines = [answer('gamma', 'g', now, 1_000_000, 0)].map((line) => JSON.stringify(line));
    mkdirSync(join(damaged, '.claude/projects/p'), { recursive: true });
    writeFileSync(join(damaged, '.claude/projects/p/g.jsonl'), `${lines}\n{"type":"assistant","message":{"usage":\n`);
    const other = await connected({ ...env, HOME: damaged, USERPROFILE: damaged, XDG_CACHE_HOME: join(damaged, 'c') });
    for (const [name, input] of [
      ['report', { since: 'today' }],
      ['budget', { usd: 10 }],
      ['reprice', { model: 'claude-haiku-4-5' }],
    ] as const) {
      const { data, text } = await call(other, name, input);
      expect(data).toMatchObject({
        notRead: [expect.stringMatching(/in no total: 1/), expect.stringContaining('g.jsonl:2')],
      });
      expect(text).toContain('in no figure');
      expect((await call(client, name, input)).data).not.toHaveProperty('notRead');
    }
    await other.close();
  });
});
