/** What has no price is null in every field of a report, and never 0. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportText } from '../../../runtime/logs/report/report-text.ts';
import { rounds } from '../../support/rounds.ts';
import { call } from '../readers/read.ts';
import { anyRecord, at, reportOn } from './records.ts';

/** Paths of fields of dollars that are 0, below objects that count calls. */
function zeroDollars(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => zeroDollars(one, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const { calls } = value as { calls?: number };
  return Object.entries(value).flatMap(([name, one]) => {
    const isDollars = /usd(PerSolved)?$/i.test(name) && (one === 0 || one === '0');
    return isDollars && calls !== 0 ? [`${path}.${name}`] : zeroDollars(one, `${path}.${name}`);
  });
}

const million = call({
  ...{ model: 'no-such-model', at: at('2026-11-02'), session: 's', task: 't', solved: false },
  ...{ input: 900_000, cachedInput: 100_000, output: 50 },
});

test('an unknown model with a million tokens has no dollars anywhere, and the text says so', () => {
  const report = reportOn([million, { ...million, at: at('2026-11-03') }]);
  expect(zeroDollars(report)).toEqual([]);
  expect(report.cache).toMatchObject({ usd: null, readUsd: null, otherUsd: null, nanoUsd: null });
  expect(report.waste).toMatchObject({ usd: null, nanoUsd: null });
  const text = reportText(report, { top: 10, width: 120 }).join('\n');
  expect(text).toContain('Cache: not priced');
  expect(text).not.toMatch(/\$0\b(?!\.\d)/);
});

test('a solved task has no dollars where a call of a task lacks its price', () => {
  const solved = call({ model: 'gpt-4o', at: at('2026-11-02'), session: 'p', task: 't', input: 1000, solved: true });
  expect(reportOn([solved]).tasks.usdPerSolved).toBe(0.0025);
  expect(reportOn([solved, million]).tasks.usdPerSolved).toBeNull();
  expect(reportText(reportOn([solved, million]), { top: 10, width: 120 }).join('\n')).not.toContain(
    'for each that was',
  );
});

test('of records without a price no field of a report is 0 dollars, whatever else they say', () => {
  const unpriced = anyRecord.map((record) => ({
    ...record,
    model: 'no-such-model',
    host: null,
    calls: 1,
    usd: record.usd === null ? null : 0.01 + record.usd,
  }));
  fc.assert(
    fc.property(fc.array(unpriced, { minLength: 1, maxLength: 20 }), (records) => {
      expect(zeroDollars(reportOn(records, { by: ['model', 'session', 'tag'] }))).toEqual([]);
    }),
    { numRuns: rounds(300), seed: 37 },
  );
});

test('a cause whose calls have no price is null beside others that have one', () => {
  const priced = call({ model: 'gpt-4o', at: at('2026-11-02'), session: 'p', input: 1000, solved: true });
  const { cache, waste, total } = reportOn([million, priced]);
  // 1,000 x $2.50 per million.
  expect(total.usd).toBe(0.0025);
  expect(cache.usd).toBe(0.0025);
  expect(waste.causes.find(({ cause }) => cause === 'failedTasks')).toMatchObject({ calls: 1, usd: null });
});
