/** A month and a project of an own log, on another model: what the page computes, against the command and by hand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TimeZone } from '../../../runtime/logs/report/time-zone.ts';
import { type Choice, everything } from '../../../runtime/site/log/log-reader.ts';
import { OwnLog } from '../../../runtime/site/log/own-log.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { catalog } from '../../support/core/catalog.ts';
import { runCli } from '../../support/run.ts';

const call = (at: string, project: string, model: string, [input, cached, written, output]: number[]) =>
  JSON.stringify({
    type: 'assistant',
    timestamp: at,
    cwd: project,
    sessionId: `${project} ${at.slice(0, 10)}`,
    requestId: `req_${at}`,
    message: {
      id: `msg_${at}`,
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'done' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: input,
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
        output_tokens: output,
      },
    },
  });

const logs: Record<string, string[]> = {
  'shop.jsonl': [
    call('2026-09-30T23:30:00Z', '/home/me/shop', 'claude-sonnet-4-6', [1000, 0, 20_000, 500]),
    call('2026-10-01T00:30:00Z', '/home/me/shop', 'claude-sonnet-4-6', [100, 20_000, 900, 300]),
    call('2026-10-02T08:00:00Z', '/home/me/shop', 'claude-opus-4-6', [200, 0, 30_000, 800]),
  ],
  'blog.jsonl': [call('2026-10-31T23:59:00Z', '/home/me/blog', 'claude-sonnet-4-6', [50, 0, 5000, 100])],
};

const opened = (zone = 'UTC', texts = logs): OwnLog => {
  const files = Object.entries(texts).map(([name, lines]) => ({ name, file: new File([lines.join('\n')], name) }));
  return new OwnLog(catalog, files, new TimeZone(zone), () => 0);
};
const reported = (log: OwnLog, choice: Choice) => log.report(choice, () => {});

/** Millionths of a dollar at Sonnet 4.6 (3, cached 0.3, written 3.75, output 15) and GPT-4.1 mini (0.4, 0.1, 0.4, 1.6). */
const asLogged = [85_500, 100 * 3 + 20_000 * 0.3 + 900 * 3.75 + 300 * 15];
const onMini = [21_000 * 0.4 + 500 * 1.6, 1000 * 0.4 + 20_000 * 0.1 + 300 * 1.6];

test('a month and a project count alone, and the next call of a conversation is not its first', async () => {
  const log = opened();
  const all = await reported(log, everything);
  expect(all.months).toEqual([
    { name: '2026-10', calls: 3 },
    { name: '2026-09', calls: 1 },
  ]);
  expect(all.projects).toEqual([
    { name: 'shop', calls: 3 },
    { name: 'blog', calls: 1 },
  ]);
  expect(all.report.total.calls).toBe(4);
  const september = await reported(log, { month: '2026-09', project: null, plan: null });
  expect(september.report.total).toMatchObject({ calls: 1, usd: (asLogged[0] as number) / 1e6 });
  const october = await reported(log, { month: '2026-10', project: 0, plan: null });
  expect(october.report.total.calls).toBe(2);
  expect((await reported(log, { month: '2026-10', project: 1, plan: null })).report.total.calls).toBe(1);
});

test('months are those of the zone: half past eleven in London is October in Paris', async () => {
  const { months, timeZone } = await reported(opened('Europe/Paris'), everything);
  expect(timeZone).toBe('Europe/Paris');
  // 23:59 UTC of 31 October is 00:59 of 1 November there, 23:30 of 30 September is 01:30 of 1 October.
  expect(months).toEqual([
    { name: '2026-11', calls: 1 },
    { name: '2026-10', calls: 3 },
  ]);
});

test('every call is repriced as the command reprices it, and by hand', async () => {
  const dir = temporaryDirectory();
  mkdirSync(join(dir, 'logs'));
  for (const [name, lines] of Object.entries(logs)) writeFileSync(join(dir, 'logs', name), lines.join('\n'));
  const { stdout } = await runCli('reprice', join(dir, 'logs'), '--model', 'gpt-4.1-mini', '--json');
  const { overlay: _, reading: __, since, until, ...command } = JSON.parse(stdout);
  expect([since, until]).toEqual([null, null]);
  const log = opened();
  await reported(log, everything);
  expect(await log.reprice(everything, 'gpt-4.1-mini', null)).toEqual(command);

  const only = Object.fromEntries([['shop.jsonl', logs['shop.jsonl']?.slice(0, 2) ?? []]]);
  const two = opened('UTC', only);
  await reported(two, everything);
  const [found] = (await two.reprice(everything, 'gpt-4.1-mini', null)).models;
  const sum = (millionths: readonly number[]) => Math.round(millionths.reduce((a, b) => a + b) * 1000) / 1e9;
  expect(found).toMatchObject({ calls: 2, usdAsLogged: sum(asLogged), usd: sum(onMini) });
});

test('a month is repriced alone, and what is not sold is refused with a reason', async () => {
  const log = opened();
  await reported(log, everything);
  const { calls, models } = await log.reprice({ month: '2026-09', project: 0, plan: null }, 'gpt-4.1-mini', null);
  expect([calls, models[0]?.usd]).toEqual([1, (onMini[0] as number) / 1e6]);
  await expect(log.reprice(everything, 'claude-sonet-4-6', null)).rejects.toThrow('claude-sonnet-4-6');
  await expect(log.reprice(everything, 'gpt-4.1-mini', 'vertex')).rejects.toThrow('not sold there');
});

test('the workflow of a log assumes no fault that the log does not show', async () => {
  const log = opened();
  await reported(log, everything);
  const fitted = await log.fit(everything, 'coding');
  if ('reason' in fitted) throw new Error(fitted.reason);
  const { request, calibration } = fitted.file;
  expect(request).toMatchObject({ taskFailureRatePct: 0 });
  expect(calibration.fields.taskFailureRatePct).toMatchObject({ value: 0, interval: null });
});
