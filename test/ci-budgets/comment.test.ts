/** The comment that the Action leaves on a pull request, against a stand-in of GitHub's API. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markdownText } from '../../runtime/core/values/text-table.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { projectRoot } from '../support/project-root.ts';
import { gitHub, type StandIn } from './github-stand-in.ts';

let api: StandIn;
beforeEach(async () => {
  api = await gitHub();
});
afterEach(() => api.close());

const fromHere = { pull_request: { number: 7, head: { repo: { full_name: 'owner/project' } } } };

/** Runs comment.mjs as the step does. */
function comment(report: string, { event = fromHere as unknown, name = 'pull_request', key = 'check /a.json' } = {}) {
  const dir = temporaryDirectory();
  const [reportFile, eventFile] = [join(dir, 'report.md'), join(dir, 'event.json')];
  writeFileSync(reportFile, report);
  writeFileSync(eventFile, JSON.stringify(event));
  const env = {
    ...process.env,
    AGENT_COST_TOKEN: 'secret-of-the-job',
    GITHUB_API_URL: api.url,
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_REPOSITORY: 'owner/project',
  };
  return new Promise<{ code: number | null; log: string }>((resolve) => {
    const child = execFile('node', [join(projectRoot, 'action/comment.mjs'), reportFile, key], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, log: out + err }),
    );
  });
}

test('is posted once, and changed by the next run', async () => {
  expect(await comment('## first')).toEqual({ code: 0, log: '' });
  expect(await comment('## second')).toEqual({ code: 0, log: '' });
  expect(api.comments).toHaveLength(1);
  expect(api.comments[0]?.body).toMatch(/^<!-- agent-cost [0-9a-f]{16} -->\n## second$/);
  expect(api.authorization).toBe('Bearer secret-of-the-job');
  expect(api.asked).toEqual([
    'GET /repos/owner/project/issues/7/comments',
    'POST /repos/owner/project/issues/7/comments',
    'GET /repos/owner/project/issues/7/comments',
    'PATCH /repos/owner/project/issues/comments/1',
  ]);
});

test('two steps have a comment each', async () => {
  await comment('a', { key: 'check /a.json' });
  await comment('b', { key: 'check /b.json' });
  expect(api.comments.map(({ body }) => body.at(-1))).toEqual(['a', 'b']);
});

test('what a person wrote is never changed, and an old comment is found behind 250 others', async () => {
  await comment('mine');
  const [mine] = api.comments;
  if (mine === undefined) throw new Error('no comment');
  const forged = { ...mine, id: 300, user: { type: 'User' as const } };
  const others = Array.from({ length: 250 }, (_, i) => ({ id: i + 2, body: 'x', user: { type: 'User' as const } }));
  api.comments = [forged, ...others, mine];
  await comment('changed');
  expect([forged.body.endsWith('mine'), mine.body.endsWith('changed'), api.comments.length]).toEqual([true, true, 252]);
});

test.each([
  ['a fork', { event: { pull_request: { number: 7, head: { repo: { full_name: 'stranger/project' } } } } }, 'fork'],
  ['a fork that was deleted', { event: { pull_request: { number: 7, head: { repo: null } } } }, 'fork'],
  ['a push', { name: 'push', event: {} }, 'no pull request'],
  ['a target event', { name: 'pull_request_target' }, 'no pull request'],
])('from %s nothing is asked of GitHub, and the log says why', async (_, given, why) => {
  const { code, log } = await comment('x', given);
  expect([code, log.startsWith('::notice '), api.asked]).toEqual([0, true, []]);
  expect(log).toContain(why);
});

test.each([403, 404, 500])('an answer of %d is a warning that names no token', async (status) => {
  api.refuseWith = status;
  const { code, log } = await comment('x');
  expect([code, log.startsWith('::warning '), log.includes(`answered ${status}`)]).toEqual([0, true, true]);
  expect(log.includes('pull-requests: write')).toBe(status !== 500);
  expect(log).not.toContain('secret-of-the-job');
});

test('a table that is longer than GitHub takes is cut at a line', async () => {
  await comment('a line of thirty characters...\n'.repeat(3000)); // 93,000 characters
  const body = api.comments[0]?.body ?? '';
  expect(body.length).toBeLessThanOrEqual(65_536);
  const lines = body.split('\n');
  expect(lines.at(-1)).toContain('summary');
  expect(new Set(lines.slice(1, -2))).toEqual(new Set(['a line of thirty characters...']));
});

test.each([
  ['support agent 2', 'support agent 2'],
  ['tool_search, $0.30 (50 %)', 'tool_search, $0.30 (50 %)'],
  ['@everyone and a@b.example', '@&#8203;everyone and a@&#8203;b.example'],
  ['fixes #12 and GH-12', 'fixes #&#8203;12 and GH\\-12'],
  ['[free](https://evil.example)', '\\[free\\](https\\://evil.example)'],
  ['www.evil.example', 'www\\.evil.example'],
  ['**big** _small_ `code` <img src=x> &lt;', '\\*\\*big\\*\\* \\_small\\_ \\`code\\` \\<img src=x\\> \\&lt;'],
  ['a\\', 'a\\\\'],
])('%s formats nothing, links nowhere, notifies nobody', (text, expected) => {
  expect(markdownText(text)).toBe(expected);
});
