/** `agent-cost check` in example repositories. The expected numbers come from the library, priced step by step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import type { Options } from '../../runtime/library/library.ts';
import { library, nano, overlayWith, repository, rowsAfter, run, writeJson } from './repository.ts';

const { estimate } = library;
const day = ['--as-of', '2026-11-20'];
const later = ['--as-of', '2027-01-02'];
/** The costs of a request in whole nano-dollars. */
const costs = (request: EstimateRequest, options: Options) => {
  const { costPerTask, monthlySpend } = estimate(request, options);
  return { task: nano(costPerTask), month: nano(monthlySpend) };
};

describe('a repository under its budget', () => {
  test('exits 0 with the costs of the library, with own prices and a workflow in a file', async () => {
    const dir = repository('under-budget');
    expect(await run(dir, 'check', '--update', ...day)).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await run(dir, 'check', '--json', ...day);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { over, workflows, total, pricesAsOf, overlay, baseline } = JSON.parse(stdout);
    expect({ over, pricesAsOf, overlay }).toEqual({ over: false, pricesAsOf: '2026-11-20', overlay: 'contract' });
    expect(baseline.pricesAsOf).toBe('2026-11-20');
    const own = { name: 'contract', rules: [{ provider: 'anthropic', discountPct: 10 }] };
    const review = {
      presetId: 'coding',
      modelId: 'claude-sonnet-4-6',
      tasksPerMonth: 3000,
      modelCallsPerTask: 25,
    } as const;
    const expected = [
      costs({ presetId: 'support' }, { on: '2026-11-20', overlay: own }),
      costs(review, { on: '2026-11-20', overlay: own }),
    ];
    expect(workflows.map((work: { perTask: number }) => nano(work.perTask))).toEqual(expected.map(({ task }) => task));
    expect(nano(total.perMonth)).toBe((expected[0]?.month ?? 0) + (expected[1]?.month ?? 0));
    expect(workflows.map(({ causes }: { causes: object[] }) => causes)).toEqual([[], []]);
    expect(costs(review, { on: '2026-11-20' }).task).toBeGreaterThan(expected[1]?.task ?? 0);
  });

  test('prints that as Markdown, without comparison columns if there is no baseline', async () => {
    const dir = repository('under-budget');
    const config = JSON.parse(readFileSync(join(dir, 'agent-cost.json'), 'utf8'));
    config.workflows.review.budget = {};
    writeJson(dir, 'agent-cost.json', config);
    const { code, stdout } = await run(dir, 'check', ...day);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^## Agent cost: within budget\n/);
    expect(stdout).toContain('| Workflow | Model | Per task | Per month | Budget |\n|---|---|--:|--:|---|\n');
    expect(rowsAfter(stdout, 'budget\n').map(([name, , , , budget]) => [name, budget])).toEqual([
      ['support', '✅ at most $0.03 a task, $300 a month'],
      ['review', 'none'],
      ['**All**', '✅ at most $5,000 a month'],
    ]);
    expect(stdout).toContain('Prices of 20 November 2026, with the overlay contract; dataset ');
    expect(stdout).toContain('There is no baseline to compare with');
  });

  test('a growth limit without a baseline is an error', async () => {
    const { code, stdout, stderr } = await run(repository('under-budget'), 'check', ...day);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'agent-cost.json: workflows.review.budget.perTaskGrowthPct needs a baseline, and there is no file agent-cost.baseline.json: agent-cost check --update writes it.\n',
    );
  });
});

describe('a pull request that goes over the budget', () => {
  async function pullRequest(): Promise<string> {
    const dir = repository('over-budget/main');
    expect(await run(dir, 'check', '--update', ...day)).toMatchObject({ code: 0 });
    overlayWith(dir, 'over-budget/pull-request');
    return dir;
  }

  test('exits 1, and every change is split into its causes', async () => {
    const dir = await pullRequest();
    const { code, stdout } = await run(dir, 'check', '--json', ...later);
    expect(code).toBe(1);
    const { workflows, removed, total } = JSON.parse(stdout);
    const [triage, review, translate] = workflows;

    // The old request at the new prices, then the new one.
    const old = { presetId: 'support', modelId: 'gemini-3.8-flash', tasksPerMonth: 40_000 } as const;
    const [first, second, third] = [
      costs(old, { on: '2026-11-20' }),
      costs(old, { on: '2027-01-02' }),
      costs({ ...old, modelCallsPerTask: 15 }, { on: '2027-01-02' }),
    ];
    expect(inNano(triage.causes)).toEqual([
      { causes: ['price'], task: second.task - first.task, month: second.month - first.month },
      { causes: ['workflow'], task: third.task - second.task, month: third.month - second.month },
    ]);
    expect(nano(triage.change.perTask)).toBe(third.task - first.task);
    expect(triage.causes[0].what).toBe(
      'gemini-3.8-flash: input $0.75 to $1.50, output $3.75 to $7.50, cached input $0.075 to $0.15 per 1,000,000 tokens from 2027-01-01 on',
    );
    expect(triage.causes[1].what).toBe('modelCallsPerTask 12 to 15');
    // 20 % above the monthly baseline; the limit of $0.06 a task is met.
    expect(triage.limits).toMatchObject([
      { limit: 'perTask', allowed: 0.06, usd: 0.06, over: false },
      { limit: 'perMonthGrowthPct', allowed: 20, over: true },
    ]);
    expect(nano(triage.limits[1].usd)).toBe(Math.round((first.month * 1.2) / 1000) * 1000);

    const coding = { presetId: 'coding', tasksPerMonth: 1500 } as const;
    const steps = [
      costs({ ...coding, modelId: 'claude-sonnet-4-6' }, { on: '2027-01-02' }),
      costs({ ...coding, modelId: 'claude-opus-5-5' }, { on: '2027-01-02' }),
      costs({ ...coding, modelId: 'claude-opus-5-5', modelCallsPerTask: 30 }, { on: '2027-01-02' }),
    ] as const;
    expect(inNano(review.causes)).toEqual([
      { causes: ['model'], task: steps[1].task - steps[0].task, month: steps[1].month - steps[0].month },
      { causes: ['workflow'], task: steps[2].task - steps[1].task, month: steps[2].month - steps[1].month },
    ]);

    expect(translate).toMatchObject({ baseline: null, change: null, causes: [], over: false });
    expect(removed.map(({ name }: { name: string }) => name)).toEqual(['nightly']);
    const parts = [triage.change.perMonth, review.change.perMonth, translate.perMonth, -removed[0].perMonth];
    expect(nano(total.change)).toBe(parts.map(nano).reduce((sum, part) => sum + part, 0));
    expect(nano(total.change)).toBe(nano(total.perMonth) - nano(total.before));
  });

  test('reads well in a pull request', async () => {
    const { stdout } = await run(await pullRequest(), 'check', ...later);
    expect(stdout).toMatch(/^## Agent cost: over budget \(triage\)\n\n\| Workflow \| Model \| Per task \| Change \|/);
    const rows = rowsAfter(stdout, 'over budget');
    expect(rows.map(([name]) => name)).toEqual(['triage', 'review', 'translate', 'nightly', '**All**']);
    expect(rows[0]?.[3]).toMatch(/^\+\$0\.0\d+ \(\+\d+\.\d %\)$/);
    expect(rows[0]?.[6]).toMatch(/^❌ \$[\d,.]+ over \$[\d,.]+ a month \(baseline \+ 20 %\)$/);
    expect(rows[2]?.slice(3, 7)).toEqual(['new', expect.stringMatching(/^\$/), 'new', 'none']);
    expect(rows[3]?.slice(1, 4)).toEqual(['removed', '', expect.stringMatching(/^-\$/)]);
    const causes = rowsAfter(stdout, '### What changed, and why');
    expect(causes.map(([name, cause]) => `${name}: ${cause}`)).toEqual([
      'triage: list price',
      'triage: workflow',
      'review: model',
      'review: workflow',
    ]);
    expect(stdout).toContain('Compared with the baseline of 20 November 2026.');
    expect(stdout).toContain('Not in the baseline, so without a growth limit: translate.');
  });

  test('--update accepts the growth and compares with the old baseline; a budget in dollars still applies', async () => {
    const dir = await pullRequest();
    const before = readFileSync(join(dir, 'agent-cost.baseline.json'), 'utf8');
    writeFileSync(join(dir, 'main.json'), before);
    expect((await run(dir, 'check', '--update', ...later)).stdout).toContain('baseline of 20 November 2026');
    const { code, stdout } = await run(dir, 'check', ...later);
    expect(code).toBe(0);
    expect(stdout).not.toContain('What changed');
    expect(await run(dir, 'check', '--baseline', 'main.json', ...later)).toMatchObject({ code: 1 });
    const config = JSON.parse(readFileSync(join(dir, 'agent-cost.json'), 'utf8'));
    writeJson(dir, 'agent-cost.json', { ...config, budget: { perMonth: 100 } });
    const dear = await run(dir, 'check', '--update', ...later);
    expect(dear.code).toBe(1);
    expect(dear.stdout).toMatch(/^## Agent cost: over budget \(all together\)\n/);
  });

  test('the same costs give the same baseline, byte for byte', async () => {
    const dir = repository('over-budget/main');
    await run(dir, 'check', '--update', ...day);
    const first = readFileSync(join(dir, 'agent-cost.baseline.json'));
    await run(dir, 'check', '--update', ...day);
    expect(readFileSync(join(dir, 'agent-cost.baseline.json')).equals(first)).toBe(true);
  });
});

const inNano = (causes: { causes: string[]; perTask: number; perMonth: number }[]) =>
  causes.map(({ causes, perTask, perMonth }) => ({ causes, task: nano(perTask), month: nano(perMonth) }));

describe('a separate cause', () => {
  const work = { presetId: 'support', modelId: 'gpt-4o' } as const;
  /** The causes of a change from one agent-cost.json and day to another. */
  async function causesBetween(before: object, from: string, after: object, to: string) {
    const dir = repository('under-budget');
    writeJson(dir, 'agent-cost.json', before);
    expect(await run(dir, 'check', '--update', '--as-of', from)).toMatchObject({ code: 0, stderr: '' });
    writeJson(dir, 'agent-cost.json', after);
    const { stdout, stderr } = await run(dir, 'check', '--json', '--as-of', to);
    expect(stderr).toBe('');
    const { workflows } = JSON.parse(stdout);
    return workflows[0] as {
      causes: { causes: string[]; what: string; perTask: number }[];
      change: { perTask: number };
    };
  }

  test('own prices, as opposed to the list price', async () => {
    const request = { ...work, modelId: 'claude-sonnet-4-6' };
    const workflows = { work: { request } };
    const overlay = 'prices/contract.json';
    const found = await causesBetween({ workflows }, '2026-11-20', { workflows, overlay }, '2026-11-20');
    expect(found.causes).toMatchObject([{ causes: ['overlay'], what: expect.stringContaining('input $3 to $2.70') }]);
    const own = { name: 'contract', rules: [{ provider: 'anthropic', discountPct: 10 }] };
    const on = '2026-11-20';
    expect(nano(found.change.perTask)).toBe(costs(request, { on, overlay: own }).task - costs(request, { on }).task);
  });

  test('a model that was shut down: one cause with the change to another, in the words of the API', async () => {
    const after = { ...work, modelId: 'gpt-5.4' };
    const [before, now] = [{ workflows: { work: { request: work } } }, { workflows: { work: { request: after } } }];
    const { causes, change } = await causesBetween(before, '2027-01-13', now, '2027-01-14');
    expect(causes).toMatchObject([{ causes: ['price', 'overlay', 'model'] }]);
    expect(causes[0]?.what).toMatch(/^modelId: "gpt-4o" was shut down on 2027-01-14.*\. gpt-4o to gpt-5\.4$/);
    expect(nano(causes[0]?.perTask ?? 0)).toBe(nano(change.perTask));
    expect(nano(change.perTask)).toBe(costs(after, { on: '2027-01-14' }).task - costs(work, { on: '2027-01-13' }).task);
  });

  test('another version of the dataset or cost model, if the old request has another cost on its own day', async () => {
    const dir = repository('over-budget/main');
    await run(dir, 'check', '--update', ...day);
    const file = join(dir, 'agent-cost.baseline.json');
    const baseline = JSON.parse(readFileSync(file, 'utf8'));
    const { perTask } = baseline.workflows.review;
    baseline.workflows.review.perTask = (nano(perTask) - 1_000_000) / 1e9;
    writeJson(dir, 'agent-cost.baseline.json', {
      ...baseline,
      datasetVersion: '2026-10-01-00000000',
      costModelVersion: 1,
    });
    const { workflows } = JSON.parse((await run(dir, 'check', '--json', ...day)).stdout);
    expect(workflows[1].causes).toMatchObject([{ causes: ['dataset'], perTask: 0.001 }]);
    expect(workflows[1].causes[0].what).toMatch(/^cost model 1 to \d+; dataset 2026-10-01-00000000 to /);
    expect(workflows[0].causes).toEqual([]);
  });
});
