/** Custom tables: names of columns and their conventions. */
import { expect, test } from 'vitest';
import { call, jsonLines, read } from './read.ts';

const csv = (...rows: readonly string[]): string => rows.join('\n');

test('every column of a call is read', async () => {
  const { calls } = await read(
    csv(
      'Timestamp,Model,Provider,Input,Cached Input,Cache Write,Cache Write 1h,Output,Reasoning,Searches,Service Tier,Region,Session,Task,Project,Tags,Cost,Solved,Retried',
      '2026-11-20T10:00:00+02:00,gpt-5,azure_openai,10,20,30,40,50,5,2,flex,us,s1,t1,shop,"a;b",$0.25,yes,true',
    ),
  );
  expect(calls).toEqual([
    call({
      // 2026-11-20 is day 20,777 after 1970-01-01: 20,777 * 86,400,000 + 8 * 3,600,000.
      at: 1_795_161_600_000,
      model: 'gpt-5',
      host: 'azure',
      input: 10,
      cachedInput: 20,
      cacheWrite: 30,
      cacheWrite1h: 40,
      output: 50,
      reasoning: 5,
      searches: 2,
      serviceTier: 'flex',
      region: 'us',
      session: 's1',
      task: 't1',
      project: 'shop',
      tags: ['a', 'b'],
      usd: 0.25,
      solved: true,
      retried: true,
    }),
  ]);
});

test('the name of the cached count decides whether the prompt includes it', async () => {
  // The prompt has 1,000 tokens, 800 of them from the cache: in either notation 200 are fresh.
  const expected = [call({ model: 'm', input: 200, cachedInput: 800, output: 50 })];
  const outside = ['input,cachedInput', 'input_tokens,cache_read_input_tokens', 'input_tokens,cache_read_tokens'];
  const inside = [
    'input_tokens,cached_tokens',
    'input_tokens,cached_input_tokens',
    'prompt_tokens,cached_tokens',
    'prompt_tokens,cache_read_input_tokens',
  ];
  for (const names of outside) {
    expect((await read(csv(`model,${names},output`, 'm,200,800,50'))).calls, names).toEqual(expected);
  }
  for (const names of inside) {
    expect((await read(csv(`model,${names},output`, 'm,1000,800,50'))).calls, names).toEqual(expected);
  }
});

test('a time may be seconds, milliseconds, microseconds, nanoseconds or a date; without an offset it is UTC', async () => {
  const at = 1_795_161_600_000;
  const forms = [
    at / 1000,
    at,
    at * 1000,
    `${at}000000`,
    '2026-11-20T08:00:00.000Z',
    '2026-11-20T08:00:00Z',
    '2026-11-20 08:00:00',
    '2026-11-20 08:00:00 UTC',
    '2026-11-20T10:00:00.000000+02:00',
    '2026-11-20T03:00:00-0500',
    '2026-11-20 08:00',
  ];
  const { calls } = await read(jsonLines(...forms.map((ts) => ({ model: 'm', input: 1, output: 1, ts }))));
  expect(calls.map((found) => found.at)).toEqual(forms.map(() => at));
  expect((await read(csv('model,input,output,day', 'm,1,1,2026-11-20'))).calls[0]?.at).toBe(at - 8 * 3_600_000);
});

test('a row that sums up several calls has their number', async () => {
  expect((await read(csv('model,requests,prompt_tokens,completion_tokens', 'm,10,1000,50'))).calls).toEqual([
    call({ model: 'm', calls: 10, input: 1000, output: 50 }),
  ]);
});

test('two rows with the same request id are one call', async () => {
  const { calls, report } = await read(csv('request_id,model,input,output', '1,m,5,1', '1,m,5,9', '2,m,5,9'));
  expect(calls.map(({ output }) => output)).toEqual([9, 9]);
  expect(report.duplicates).toBe(1);
});
