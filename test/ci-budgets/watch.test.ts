/** `agent-cost check watch`: scheduled changes, compared with the library's costs before and after each day. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';
import { emptyBaseline, library, nano, repository, rowsAfter, run, writeJson } from './repository.ts';

const day = ['--as-of', '2026-11-20'];
interface Event {
  on: string;
  kind: string;
  workflow: string;
  before: { perTask: number };
  after: { perTask: number } | null;
  priceTimes: number | null;
  over: boolean;
}

describe('a repository with price changes ahead', () => {
  test('lists every change for its workflows, with the costs before and after', async () => {
    const { code, stdout, stderr } = await run(repository('price-change-ahead'), 'watch', '--json', ...day);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const { from, until, over, events, newestLook } = JSON.parse(stdout) as {
      newestLook: string;
      from: string;
      until: string;
      over: boolean;
      events: Event[];
    };
    // Sixty days: ten of November, thirty-one of December, nineteen of January.
    expect({ from, until, over }).toEqual({ from: '2026-11-20', until: '2027-01-19', over: true });
    // As in words.
    const text = await run(repository('price-change-ahead'), 'watch', ...day);
    expect(text.stdout).toContain(`Newest look at a price: ${newestLook}`);
    expect(events.map(({ on, kind, workflow, over }) => [on, kind, workflow, over])).toEqual([
      ['2026-12-01', 'price', 'review', false],
      ['2027-01-01', 'price', 'triage', true],
      ['2027-01-01', 'price', 'digest', false],
      ['2027-01-14', 'shutDown', 'legacy', true],
    ]);
    const triage = { presetId: 'support', modelId: 'gemini-3.8-flash', tasksPerMonth: 40_000 } as const;
    const [before, after] = ['2026-12-31', '2027-01-01'].map((on) =>
      nano(library.estimate(triage, { on }).costPerTask),
    );
    const event = events[1] as Event;
    expect([nano(event.before.perTask), nano(event.after?.perTask ?? 0), event.priceTimes]).toEqual([before, after, 2]);
    expect(events[3]?.after).toBeNull();
  });

  test('prints a sentence for each change, and a table', async () => {
    const { stdout } = await run(repository('price-change-ahead'), 'watch', ...day);
    expect(stdout).toMatch(/^## Agent cost: 3 scheduled changes\n/);
    // 0.0239 and 0.0477: the library's costs on both days, to four decimals.
    expect(stdout).toMatch(
      /^- \*\*Gemini 3\.8 Flash\*\* doubles on 1 January 2027: triage goes from \$0\.0239 to \$0\.0477 a task, digest goes from \$0\.\d+ to \$0\.\d+ a task\.$/m,
    );
    expect(stdout).toMatch(/^- \*\*Gemini 4 Argon\*\* doubles on 1 December 2026: review goes from /m);
    expect(stdout).toMatch(/^- \*\*GPT-4o\*\* is shut down on 14 January 2027: legacy cannot run any more\. /m);
    expect(rowsAfter(stdout, 'scheduled').map(([on, name, , , , , , , budget]) => [on, name, budget])).toEqual([
      ['2026-12-01', 'review', ''],
      ['2027-01-01', 'triage', '❌ over'],
      ['2027-01-01', 'digest', ''],
      ['2027-01-14', 'legacy', '❌ no model'],
    ]);
  });

  test('looks ahead for the number of days given', async () => {
    const dir = repository('price-change-ahead');
    const none = await run(dir, 'watch', '--days', '10', ...day);
    expect(none).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^## Agent cost: nothing scheduled\n\nNo price of your workflows changes between 20 November 2026 and 30 November 2026\.\n\nNewest look at a price: [\d-]+(, [^.]+)?\.\n$/,
      ),
    });
    const one = await run(dir, 'watch', '--days', '11', '--json', ...day);
    expect(one.code).toBe(0); // it has no budget
    expect(JSON.parse(one.stdout).events).toHaveLength(1);
    for (const days of ['0', '1.5', 'many', '-1']) {
      expect(await run(dir, 'watch', `--days=${days}`)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('It must be a whole number between 1 and 9999.'),
      });
    }
  });
});

describe('budgets that are judged as check judges them on the day of the change', () => {
  // It doubles on 1 January 2027.
  const request = { presetId: 'support', modelId: 'gemini-3.8-flash', tasksPerMonth: 40_000 } as const;
  const other = { presetId: 'coding', modelId: 'claude-sonnet-4-6' } as const;
  const cost = { perTask: library.estimate(request, { on: '2026-11-20' }).costPerTask, perMonth: 0 };
  cost.perMonth = library.estimate(request, { on: '2026-11-20' }).monthlySpend;
  const otherMonth = library.estimate(other, { on: '2026-11-20' }).monthlySpend;
  const baseline = {
    ...emptyBaseline,
    workflows: {
      triage: { request, ...cost },
      steady: {
        request: other,
        perTask: library.estimate(other, { on: '2026-11-20' }).costPerTask,
        perMonth: otherMonth,
      },
    },
  };

  function growing(budget: object, total: object, at: object | null = baseline): string {
    const dir = repository('price-change-ahead');
    writeJson(dir, 'agent-cost.json', {
      workflows: { triage: { request, budget }, steady: { request: other } },
      budget: total,
    });
    if (at !== null) writeJson(dir, 'agent-cost.baseline.json', at);
    return dir;
  }

  test.each([
    ['growth of a task, over', { perTaskGrowthPct: 99 }, {}, 1],
    ['growth of a task, just within', { perTaskGrowthPct: 101 }, {}, 0],
    ['growth of a month, over', { perMonthGrowthPct: 99 }, {}, 1],
    ['growth of a month, just within', { perMonthGrowthPct: 101 }, {}, 0],
    ['all together in USD, over', {}, { perMonth: otherMonth + 1.9 * cost.perMonth }, 1],
    ['all together in USD, within', {}, { perMonth: otherMonth + 2.1 * cost.perMonth }, 0],
    ['growth of all together, over', {}, { perMonthGrowthPct: (95 * cost.perMonth) / (otherMonth + cost.perMonth) }, 1],
    [
      'growth of all together, within',
      {},
      { perMonthGrowthPct: (105 * cost.perMonth) / (otherMonth + cost.perMonth) },
      0,
    ],
  ])('%s', async (_name, budget, total, code) => {
    const dir = growing(budget, total);
    expect((await run(dir, 'check', ...day)).code).toBe(0);
    expect((await run(dir, 'check', '--as-of', '2027-01-01')).code).toBe(code);
    const watched = await run(dir, 'watch', '--json', ...day);
    const { over, events, totals } = JSON.parse(watched.stdout);
    expect({ code: watched.code, over }).toEqual({ code, over: code === 1 });
    expect([events[0].over, totals[0].over]).toEqual([
      Object.keys(budget).length > 0 && code === 1,
      Object.keys(total).length > 0 && code === 1,
    ]);
    expect(totals.map(({ on }: { on: string }) => on)).toEqual(['2027-01-01']);
    // Twice as much, and the month of the other workflow.
    expect(totals[0].perMonth).toBeCloseTo(otherMonth + events[0].after.perMonth, 6);
    const { stdout } = await run(dir, 'watch', ...day);
    expect(rowsAfter(stdout, 'scheduled').filter((cells) => cells.at(-1) === '❌ over')).toHaveLength(code);
  });

  test('a growth budget without a baseline is refused, as by check', async () => {
    for (const [budget, total] of [
      [{ perTaskGrowthPct: 5 }, {}],
      [{}, { perMonthGrowthPct: 5 }],
    ] as const) {
      const dir = growing(budget, total, null);
      const [checked, watched] = [await run(dir, 'check', ...day), await run(dir, 'watch', ...day)];
      expect(watched).toEqual(checked);
      expect(watched).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('GrowthPct needs a baseline'),
      });
    }
  });

  test('--baseline names another one, which must exist', async () => {
    const dir = growing({ perTaskGrowthPct: 50 }, {}, null);
    writeJson(dir, 'other.json', baseline);
    expect((await run(dir, 'watch', '--baseline', 'other.json', ...day)).code).toBe(1);
    const none = await run(dir, 'watch', '--baseline', 'none.json', ...day);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('--baseline: there is no file none.json') });
  });

  test('a workflow that is not in the baseline, whatever its name, has no growth limit', async () => {
    const dir = growing({}, {});
    const workflows = { constructor: { request, budget: { perTaskGrowthPct: 1 } } };
    writeJson(dir, 'agent-cost.json', { workflows });
    for (const command of ['check', 'watch']) {
      const { code, stdout, stderr } = await run(dir, command, ...day);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toMatch(/NaN|undefined/);
    }
  });
});

describe('other scheduled changes', () => {
  const request = { presetId: 'support', modelId: 'claude-sonnet-4-6' } as const;
  const config = { workflows: { work: { request } } };

  test('own prices that expire', async () => {
    const dir = repository('under-budget');
    const rules = [{ model: 'claude-sonnet-4-6', discountPct: 50, until: '2026-11-30' }];
    writeJson(dir, 'own.json', { name: 'trial', rules });
    writeJson(dir, 'agent-cost.json', { ...config, overlay: 'own.json' });
    const { stdout } = await run(dir, 'watch', ...day);
    expect(stdout).toMatch(
      /^- \*\*Claude Sonnet 4\.6\*\* doubles on 1 December 2026: work goes from .*own prices \(overlay trial\)/m,
    );
    expect(stdout).not.toContain('announced by');
  });

  /** [day, causes] of every event of Gemini 3.8 Flash, which doubles on 1 January 2027, at the given own prices. */
  async function causesWith(rules: object[]): Promise<[string, string[]][]> {
    const dir = repository('under-budget');
    writeJson(dir, 'own.json', { name: 'trial', rules });
    writeJson(dir, 'agent-cost.json', {
      workflows: { work: { request: { presetId: 'support', modelId: 'gemini-3.8-flash' } } },
      overlay: 'own.json',
    });
    const { stdout, stderr } = await run(dir, 'watch', '--json', ...day);
    expect(stderr).toBe('');
    return JSON.parse(stdout).events.map(({ on, causes }: { on: string; causes: string[] }) => [on, causes]);
  }

  test.each<[string, object[], [string, string[]][]]>([
    ['nothing for this model', [{ provider: 'anthropic', discountPct: 10 }], [['2027-01-01', ['price']]]],
    ['a lasting discount', [{ provider: 'google', discountPct: 10 }], [['2027-01-01', ['price']]]],
    [
      'a discount that ends before',
      [{ provider: 'google', discountPct: 10, until: '2026-12-31' }],
      [['2027-01-01', ['price', 'overlay']]],
    ],
    [
      'a discount that begins later',
      [{ provider: 'google', discountPct: 10, from: '2027-01-02' }],
      [
        ['2027-01-01', ['price']],
        ['2027-01-02', ['overlay']],
      ],
    ],
    [
      'own prices that end as the list price changes, which they had hidden',
      [{ model: 'gemini-3.8-flash', prices: { input: 1, output: 2, cachedInput: 0.1 }, until: '2026-12-31' }],
      [['2027-01-01', ['overlay']]],
    ],
    ['own prices that last', [{ model: 'gemini-3.8-flash', prices: { input: 1, output: 2, cachedInput: 0.1 } }], []],
  ])('whose change it is: %s', async (_name, rules, causes) => {
    expect(await causesWith(rules)).toEqual(causes);
  });

  /** The built catalog with changed facts of Claude Sonnet 4.6. */
  function catalogWith(dir: string, change: (model: Record<string, unknown> & { prices: object[] }) => void): string[] {
    const catalog = JSON.parse(readFileSync(join(testDist, 'catalog.json'), 'utf8'));
    for (const { models } of catalog.data.providers) {
      for (const model of models) if (model.id === 'claude-sonnet-4-6') change(model);
    }
    const file = join(dir, 'other catalog.json');
    writeFileSync(file, JSON.stringify(catalog));
    return ['--catalog', file];
  }

  test('the end of a promise, after which no price is known', async () => {
    const dir = repository('under-budget');
    writeJson(dir, 'agent-cost.json', config);
    const own = catalogWith(dir, ({ prices }) => Object.assign(prices.at(-1) as object, { holdsUntil: '2026-12-05' }));
    const { code, stdout } = await run(dir, 'watch', ...own, ...day);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^- \*\*Claude Sonnet 4\.6\*\* has no known price from 6 December 2026 on .*promised until 2026-12-05/m,
    );
    expect(rowsAfter(stdout, 'scheduled')[0]?.at(-1)).toBe('not known');
  });

  test('a model that is billed as another one after its shutdown', async () => {
    const dir = repository('under-budget');
    writeJson(dir, 'agent-cost.json', config);
    const lifecycle = {
      deprecatedOn: '2026-11-01',
      shutDown: '2026-12-06',
      notBefore: null,
      billedAs: 'claude-opus-5-5',
    };
    const own = catalogWith(dir, (model) => Object.assign(model, { lifecycle: { ...lifecycle, sources: [] } }));
    const { events } = JSON.parse((await run(dir, 'watch', '--json', ...own, ...day)).stdout);
    expect(events).toMatchObject([{ on: '2026-12-06', kind: 'shutDown', over: false }]);
    expect(events[0].what).toMatch(/claude-sonnet-4-6 .*shut down.*claude-opus-5-5/);
    expect(nano(events[0].after.perTask)).toBe(
      nano(library.estimate({ ...request, modelId: 'claude-opus-5-5' }, { on: '2026-12-06' }).costPerTask),
    );
  });
});

test('has a row for each of many workflows', async () => {
  const dir = repository('price-change-ahead');
  const request = { presetId: 'support', modelId: 'gemini-3.8-flash' };
  const names = Array.from({ length: 3000 }, (_, index) => `work ${index}`);
  writeJson(dir, 'agent-cost.json', { workflows: Object.fromEntries(names.map((name) => [name, { request }])) });
  const { code, stdout } = await run(dir, 'watch', ...day);
  expect(code).toBe(0);
  expect(rowsAfter(stdout, '## Agent cost').length).toBe(names.length);
});
