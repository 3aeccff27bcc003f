/** `agent-cost watch`: scheduled changes, compared with the library's costs before and after each day. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';
import { library, nano, repository, rowsAfter, run, writeJson } from './repository.ts';

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
    const { from, until, over, events } = JSON.parse(stdout) as {
      from: string;
      until: string;
      over: boolean;
      events: Event[];
    };
    // Sixty days: ten of November, thirty-one of December, nineteen of January.
    expect({ from, until, over }).toEqual({ from: '2026-11-20', until: '2027-01-19', over: true });
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
      stdout:
        '## Agent cost: nothing scheduled\n\nNo price of your workflows changes between 20 November 2026 and 30 November 2026.\n',
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

describe('other scheduled changes', () => {
  const request = { presetId: 'support', modelId: 'claude-sonnet-4-6' } as const;
  const config = { workflows: { work: { request } } };

  test('own prices that expire', async () => {
    const dir = repository('under-budget');
    const rules = [{ model: 'claude-sonnet-4-6', discountPct: 50, until: '2026-11-30' }];
    writeJson(dir, 'own.json', { name: 'trial', rules });
    writeJson(dir, 'agent-cost.json', { ...config, overlay: 'own.json' });
    const { stdout } = await run(dir, 'watch', ...day);
    expect(stdout).toMatch(/^- \*\*Claude Sonnet 4\.6\*\* doubles on 1 December 2026: work goes from /m);
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
