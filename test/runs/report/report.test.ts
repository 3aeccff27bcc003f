/** Reports calculated by hand, and properties of every report. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dimensionNames } from '../../../runtime/logs/report/log-report.ts';
import type { LogReport, ReportGroup, ReportSums } from '../../../runtime/logs/report/report-of.ts';
import { call } from '../readers/read.ts';
import { anyRecord, at, reportOn } from './records.ts';

const runs = (numRuns: number) => ({ numRuns, seed: 20261121 });
const records = fc.array(anyRecord, { maxLength: 40 });
const nano = ({ nanoUsd }: ReportSums): bigint => BigInt(nanoUsd ?? 0);
const rowOf = ({ groups }: LogReport, key: string | null): ReportGroup | undefined =>
  groups[0]?.rows.find((row) => row.key === key);

describe('by hand', () => {
  // Claude Sonnet 4.6 since 2026-03-13: 3 in, 0.30 cached, 3.75 write, 15 out. GPT-4o: 2.50 in, 1.25 cached, 10 out.
  const log = [
    // 1,200 x 3 + 45,000 x 0.30 + 850 x 15 per million: 0.0036 + 0.0135 + 0.01275 = 0.02985
    call({
      ...{ model: 'anthropic/claude-sonnet-4-6', at: at('2026-11-01'), session: 's', project: 'web', tags: ['ci'] },
      ...{ input: 1200, cachedInput: 45_000, output: 850, usd: 0.02985 },
    }),
    // 2,000 x 3.75 + 100 x 15: 0.0075 + 0.0015 = 0.009
    call({
      ...{ model: 'claude-sonnet-4-6', at: at('2026-11-02'), session: 's', project: 'web' },
      ...{ cacheWrite: 2000, output: 100, usd: 0.01 },
    }),
    // 1,000 x 2.50 + 1,000 x 1.25 + 500 x 10: 0.0025 + 0.00125 + 0.005 = 0.00875
    call({ model: 'gpt-4o', at: at('2026-11-02'), input: 1000, cachedInput: 1000, output: 500, project: 'app' }),
    call({ model: 'my-own-model', at: at('2026-11-02'), input: 7, output: 5, usd: 0.5 }),
  ];

  test('the total, and unpriced calls separately', () => {
    const { total, unpriced, from, until } = reportOn(log);
    // 0.02985 + 0.009 + 0.00875
    expect(total).toMatchObject({ calls: 4, unpricedCalls: 1, usd: 0.0476, nanoUsd: '47600000', output: 1455 });
    // 46,000 of 1,200 + 45,000 + 2,000 + 2,000 + 7 = 50,207
    expect(total.cachedPct).toBe(91.6207);
    expect([from, until]).toEqual(['2026-11-01', '2026-11-02']);
    expect(unpriced).toHaveLength(1);
    expect(unpriced[0]).toMatchObject({
      model: 'my-own-model',
      calls: 1,
      input: 7,
      output: 5,
      usd: null,
      nanoUsd: null,
    });
    expect(unpriced[0]?.reason).toMatch(/^Unknown model "my-own-model"/);
  });

  test('by model, day, project, tag and session', () => {
    const by = (dimension: (typeof dimensionNames)[number]) =>
      reportOn(log, { by: [dimension] }).groups[0]?.rows.map(({ key, usd }) => [key, usd]);
    expect(by('model')).toEqual([
      ['claude-sonnet-4-6', 0.03885],
      ['gpt-4o', 0.00875],
      ['my-own-model', null],
    ]);
    expect(by('day')).toEqual([
      ['2026-11-01', 0.02985],
      ['2026-11-02', 0.01775],
    ]);
    expect(by('month')).toEqual([['2026-11', 0.0476]]);
    expect(by('provider')).toEqual([
      ['anthropic', 0.03885],
      ['openai', 0.00875],
      [null, null],
    ]);
    expect(by('project')).toEqual([
      ['web', 0.03885],
      ['app', 0.00875],
      [null, null],
    ]);
    expect(by('tag')).toEqual([
      ['ci', 0.02985],
      [null, 0.01775],
    ]);
    expect(by('session')).toEqual([
      ['s', 0.03885],
      [null, 0.00875],
    ]);
  });

  test('--since and --until are whole days and inclusive', () => {
    expect(reportOn(log, { since: '2026-11-02' })).toMatchObject({
      total: { calls: 3, usd: 0.01775 },
      callsLeftOut: 1,
    });
    expect(reportOn(log, { until: '2026-11-01' })).toMatchObject({
      total: { calls: 1, usd: 0.02985 },
      callsLeftOut: 3,
    });
    const edges = [at('2026-11-01', '23:59:59.999'), at('2026-11-02', '00:00:00'), null].map((time) =>
      call({ model: 'gpt-4o', input: 1, at: time }),
    );
    const day = reportOn(edges, { since: '2026-11-02', until: '2026-11-02' });
    expect(day).toMatchObject({ total: { calls: 1 }, callsLeftOut: 2, callsWithoutTime: 0 });
    expect(reportOn(edges)).toMatchObject({ total: { calls: 3 }, callsLeftOut: 0, callsWithoutTime: 1 });
  });

  test('a call costs the price of its day, or that of one day for all', () => {
    // Gemini 4 Argon doubles on 2026-12-01: $2 and then $4 a million in.
    const both = ['2026-11-30', '2026-12-01'].map((day) => call({ model: 'gemini-4-argon', input: 1e6, at: at(day) }));
    expect(reportOn(both).total.usd).toBe(6);
    expect(reportOn(both, { on: '2026-12-15' })).toMatchObject({ total: { usd: 8 }, pricedOn: '2026-12-15' });
    expect(reportOn(both, { on: '2026-12-15' }).from).toBe('2026-11-30');
  });

  test('tasks: how many were solved and what each cost, the most expensive first', () => {
    const run = (task: string, session: string, output: number, solved: boolean | null) =>
      call({ model: 'gpt-4o', at: at('2026-11-01'), task, session, output, solved });
    // $10 a million out: 1, 2, 4 and 8 dollars
    const { tasks } = reportOn([
      run('t1', 'a', 1e5, true),
      run('t1', 'b', 2e5, false),
      run('t2', 'a', 4e5, true),
      run('t3', 'c', 8e5, null),
    ]);
    // 1 + 2 + 4 dollars for two solved runs
    expect(tasks).toMatchObject({ solved: 2, failed: 1, unknown: 1, countsAreExact: true, usdPerSolved: 3.5 });
    expect(tasks.dearest.map(({ task, session, usd }) => [task, session, usd])).toEqual([
      ['t3', 'c', 8],
      ['t2', 'a', 4],
      ['t1', 'b', 2],
      ['t1', 'a', 1],
    ]);
  });

  test('a report without calls has a null price rather than 0', () => {
    expect(reportOn([])).toMatchObject({ total: { calls: 0, usd: null, cachedPct: null }, from: null, logged: null });
  });

  test('at a host: its own price if known, else the list price with a note', () => {
    const azure = call({ model: 'gpt-4o', host: 'azure', at: at('2026-11-01'), input: 1000 });
    const nowhere = { ...azure, host: 'nowhere' };
    expect(rowOf(reportOn([azure], { by: ['host'] }), 'azure')).toMatchObject({ calls: 1 });
    expect(reportOn([nowhere]).notes).toContain(
      'gpt-4o: This is the list price of OpenAI: nowhere sets its own, which may differ.',
    );
    expect(reportOn([nowhere], { host: 'bedrock' }).host).toBe('bedrock');
  });
});

describe('every report', () => {
  test('has groups that add up to the total in every dimension', () => {
    fc.assert(
      fc.property(records, (log) => {
        const { total, groups } = reportOn(log, { by: dimensionNames });
        for (const { rows, others } of groups) {
          expect(others).toBeNull();
          expect(rows.reduce((sum, row) => sum + nano(row), 0n)).toBe(nano(total));
          for (const field of ['calls', 'unpricedCalls', 'input', 'output', 'loggedCalls'] as const) {
            expect(rows.reduce((sum, row) => sum + row[field], 0)).toBe(total[field]);
          }
        }
      }),
      runs(150),
    );
  });

  test('on two logs is the sum of their reports', () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        const [both, one, other] = [[...a, ...b], a, b].map((log) => reportOn(log)) as [
          LogReport,
          LogReport,
          LogReport,
        ];
        expect(nano(both.total)).toBe(nano(one.total) + nano(other.total));
        expect(both.total.calls).toBe(one.total.calls + other.total.calls);
        for (const row of both.groups[0]?.rows ?? []) {
          const [here, there] = [rowOf(one, row.key), rowOf(other, row.key)];
          expect(nano(row)).toBe((here ? nano(here) : 0n) + (there ? nano(there) : 0n));
        }
        const gap = (report: LogReport) => BigInt(report.logged?.gapNanoUsd ?? -nano(report.total));
        if (both.logged) expect(gap(both)).toBe(gap(one) + gap(other));
      }),
      runs(150),
    );
  });

  test('has the same money for any order of the calls', () => {
    fc.assert(
      fc.property(records, (log) => {
        const [there, back] = [reportOn(log), reportOn(log.toReversed())];
        expect(back.total).toEqual(there.total);
        expect(back.groups).toEqual(there.groups);
        expect(back.unpriced.map(({ model }) => model).sort()).toEqual(there.unpriced.map(({ model }) => model).sort());
      }),
      runs(100),
    );
  });

  test('has causes that add up exactly to the gap', () => {
    fc.assert(
      fc.property(records, (log) => {
        const { logged, total } = reportOn(log);
        expect(logged === null).toBe(total.loggedCalls === 0);
        if (logged === null) return;
        expect(logged.gaps.reduce((sum, { gapNanoUsd }) => sum + BigInt(gapNanoUsd), 0n)).toBe(
          BigInt(logged.gapNanoUsd),
        );
        expect(logged.ourUsd).toBe(total.usd);
      }),
      runs(150),
    );
  });

  test('has waste of at most the bill', () => {
    fc.assert(
      fc.property(records, (log) => {
        const { waste, total } = reportOn(log);
        expect(BigInt(waste.nanoUsd ?? 0)).toBeLessThanOrEqual(nano(total));
        expect(waste.causes.reduce((sum, { nanoUsd }) => sum + BigInt(nanoUsd ?? 0), 0n)).toBe(
          BigInt(waste.nanoUsd ?? 0),
        );
      }),
      runs(150),
    );
  });

  test('has exact sums beyond the group limit, and expensive groups keep their row', () => {
    const log = Array.from({ length: 500 }, (_, index) =>
      call({
        model: 'gpt-4o',
        output: 10 + (index === 77 ? 1e6 : index % 50),
        session: `s${index}`,
        at: at('2026-11-01'),
      }),
    );
    const whole = reportOn(log, { by: ['session'] });
    const outputs = new Map(whole.groups[0]?.rows.map(({ key, output }) => [key, output]));
    expect(outputs).toEqual(new Map(log.map(({ session, output }) => [session, output])));
    const { groups, total, tasks } = reportOn(log, { by: ['session'], mostGroups: 20 });
    expect(total).toEqual(whole.total);
    const { rows, others } = groups[0] as LogReport['groups'][number];
    expect(rows.length).toBeLessThanOrEqual(20);
    expect(others?.groups).toBe(500 - rows.length);
    expect(rows.reduce((sum, row) => sum + nano(row), nano(others as ReportSums))).toBe(nano(total));
    expect(rows.reduce((sum, row) => sum + row.output, others?.output ?? 0)).toBe(total.output);
    expect(rows[0]).toMatchObject({ key: 's77', output: 1_000_010 });
    expect(tasks).toMatchObject({ unknown: 500, countsAreExact: false });
    expect(tasks.dearest[0]).toMatchObject({ session: 's77' });
  });
});
