/** By whom calls were made: users and API keys, in the formats that name them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whoOf } from '../../../runtime/logs/call-record.ts';
import { coveredName } from '../../../runtime/logs/report/short-names.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCli } from '../../support/run.ts';
import { call, jsonLines, read } from '../readers/read.ts';
import { at, reportOn } from './records.ts';

const tokens = { prompt_tokens: 10, completion_tokens: 1 };
const otel = (name: string) => ({ key: name, value: { stringValue: 'ann' } });
const span = {
  ...{ traceId: 't', spanId: 's', startTimeUnixNano: '1' },
  attributes: [
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '10' } },
    { key: 'gen_ai.response.model', value: { stringValue: 'gpt-4o' } },
  ],
};

test.each<[string, object]>([
  [
    'litellm',
    { request_id: 'r', call_type: 'c', spend: 0, model: 'gpt-4o', ...tokens, end_user: 'ann', user: 'owner' },
  ],
  ['litellm', { request_id: 'r', call_type: 'c', spend: 0, model: 'gpt-4o', ...tokens, end_user: '', user: 'ann' }],
  ['langfuse', { id: 'o', traceId: 't', model: 'gpt-4o', usageDetails: { input: 10, output: 1 }, userId: 'ann' }],
  [
    'langsmith',
    {
      run_type: 'llm',
      trace_id: 't',
      id: 'r',
      ...tokens,
      extra: { metadata: { ls_model_name: 'gpt-4o', user_id: 'ann' } },
    },
  ],
  [
    'opentelemetry',
    { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, attributes: [...span.attributes, otel('user.id')] }] }] }] },
  ],
  [
    'opentelemetry',
    {
      resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, attributes: [...span.attributes, otel('enduser.id')] }] }] }],
    },
  ],
  ['plain', { model: 'gpt-4o', input_tokens: 10, output_tokens: 1, user_email: 'ann' }],
  [
    'cursor',
    {
      ...{ Date: '2026-11-01', Model: 'gpt-4o', 'Input (w/ Cache Write)': 0, 'Input (w/o Cache Write)': 10 },
      ...{ 'Cache Read': 0, 'Output Tokens': 1, User: 'ann' },
    },
  ],
])('%s names the user of a call', async (format, row) => {
  const { calls, report } = await read(jsonLines(row));
  expect(report.format).toBe(format);
  expect(calls.map(({ who }) => who?.user)).toEqual(['ann']);
});

test('groups of users and keys add up to the bill, with a group for calls of nobody named', async () => {
  const row = { time: '2026-11-01', model: 'gpt-4o', input_tokens: 1_000_000, output_tokens: 0 };
  const { calls } = await read(
    jsonLines(
      { ...row, user: 'ann', api_key_name: 'ci' },
      { ...row, user: 'ann' },
      { ...row, user: 'bob', api_key_name: 'ci' },
      row,
    ),
  );
  const { groups } = reportOn(calls, { by: ['user', 'key'] });
  // $2.50 a call.
  expect(groups.map(({ by, rows }) => [by, rows.map(({ key, usd }) => [key, usd])])).toEqual([
    [
      'user',
      [
        [coveredName('user', 'ann'), 5],
        [coveredName('user', 'bob'), 2.5],
        [null, 2.5],
      ],
    ],
    [
      'key',
      [
        ['ci', 5],
        [null, 5],
      ],
    ],
  ]);
});

test('an id of a user or of a key is short, so that a report can be shared', () => {
  const [user, key] = ['4f2a8c1e-1b7d-4a55-9c3e-0d6f5b2a7e91', 'sk-or-v1-0123456789abcdef0123456789abcdef'];
  const record = { model: 'gpt-4o', at: at('2026-11-01'), input: 1000, who: whoOf({ user, key }) };
  const shown = JSON.stringify(reportOn([call(record)], { by: ['user', 'key'] }));
  expect(shown).toMatch(/"user [0-9a-f]{8}"/);
  expect(shown).not.toContain(user);
  expect(shown).not.toContain(key);
});

const everything = { user: 'ann@example.com', key: null, machine: 'anns-laptop', team: 'web' };

test('names of people and machines are covered, the same in every report, unless they are asked for', async () => {
  const dir = temporaryDirectory();
  const path = join(dir, 'calls.jsonl');
  const row = { time: '2026-11-01', model: 'gpt-4o', input_tokens: 10, output_tokens: 0 };
  const { user, machine, team } = everything;
  writeFileSync(path, jsonLines({ ...row, user, machine, team }, { ...row, user: 'bob', machine, team }));
  const focus = join(dir, 'focus.csv');
  const report = async (...more: string[]) =>
    (await runCli('report', path, '--by', 'user,machine,team', '--focus', focus, '--json', ...more)).stdout;
  const shown = await report();
  const keys = (text: string) =>
    JSON.parse(text).groups.map((one: { rows: { key: string }[] }) => one.rows.map(({ key }) => key));
  const [users, machines, teams] = keys(shown);
  expect([new Set(users).size, machines.length, teams]).toEqual([2, 1, ['web']]);
  for (const name of [...users, ...machines]) expect(name).toMatch(/^(user|machine) [0-9a-f]{8}$/);
  for (const text of [shown, readFileSync(focus, 'utf8')]) {
    for (const name of [user, 'bob', machine]) expect(text).not.toContain(name);
  }
  expect(readFileSync(focus, 'utf8')).toContain(users[0]);
  expect(keys(await report())).toEqual(keys(shown));
  expect(keys(await report('--full-names'))).toEqual([expect.arrayContaining([user, 'bob']), [machine], [team]]);
  expect(readFileSync(focus, 'utf8')).toContain(user);
});

test('Claude Code tells user, machine and team in its telemetry', async () => {
  const value = (text: string) => ({ stringValue: text });
  const attribute = (key: string, text: string) => ({ key, value: value(text) });
  const record = {
    attributes: [
      ...[
        attribute('event.name', 'api_request'),
        attribute('model', 'claude-sonnet-4-6'),
        attribute('input_tokens', '10'),
      ],
      ...[attribute('output_tokens', '1'), attribute('user.email', everything.user), attribute('user.id', 'a hash')],
    ],
  };
  const resource = { attributes: [attribute('host.name', everything.machine), attribute('team.id', everything.team)] };
  const { calls } = await read(JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }));
  expect(calls.map(({ who }) => who)).toEqual([everything]);
});
