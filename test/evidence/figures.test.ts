/** The figures of `npm run evidence` meet their goals, and the cache numbers in the data are those of the runs. */

import { describe, expect, test } from 'vitest';
import { runCost } from '../../runtime/core/model/cost.ts';
import { tokensPerTask } from '../../runtime/core/model/tokens.ts';
import { dollarsOf, fitModel } from '../../runtime/logs/backtest/cache-fit.ts';
import { isBilled, type RecordedRun, workflowOf } from '../../runtime/logs/backtest/recorded-runs.ts';
import { groupBy, percentOff } from '../../runtime/logs/statistics.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimate, madeUpCatalog } from '../support/core/made-up.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';
import { evidenceFileOf, figuresOf } from './figures.ts';
import { dispersion, meanWorkflow } from './group-means.ts';
import { recordedRuns } from './read-evidence.ts';
import { linesOf } from './table.ts';

const runs = recordedRuns();
const billed = runs.filter(isBilled);
const figures = figuresOf(catalog);

const shipped = shippedCatalog();

describe('real sessions, constants taken from other owners', () => {
  const { runs, owners, input, reaching, dollarsGiven, ownersMeansPct } = figures.sessions;

  test('input tokens are off by less than 9 %, and by less than 12.5 % where transcripts are long', () => {
    expect([runs, owners]).toEqual([502, 7]);
    expect(input.runsPct).toBeLessThan(9);
    expect(input.ownersPct).toBeLessThan(9);
    expect(reaching.runs).toBeGreaterThan(100);
    expect(reaching.runsPct).toBeLessThan(12.5);
  });

  test('dollars are off by less than 9 %, owners by less than 8 %, once it is known what the cache held', () => {
    expect(dollarsGiven.runsPct).toBeLessThan(9);
    expect(dollarsGiven.ownersPct).toBeLessThan(8);
    expect(ownersMeansPct).toBeLessThan(8);
  });
});

describe('the figures', () => {
  test('input tokens: off by 3.3 % on 307 runs, and calls times the first prompt by 40 %', () => {
    expect(figures.inputTokens.runs).toBe(307);
    expect(figures.inputTokens.errorPct).toBeLessThan(3.35);
    expect(figures.inputTokens.naivePct).toBeGreaterThan(40);
  });

  test('dollars: the shipped form is within 6 %, means of groups within 3 %, on tasks that were not fitted', () => {
    const { shipped, byModel, byGroup, newAgent, unfitted, naive } = figures.dollars;
    expect(figures.dollars.runs).toBe(238);
    expect(shipped.runsPct).toBeLessThan(5.5);
    expect(shipped.groupsPct).toBeLessThan(3);
    expect(byModel.runsPct).toBeLessThan(6.1);
    expect(byGroup.runsPct).toBeLessThan(5.1);
    expect(newAgent.runsPct).toBeLessThan(8.2);
    expect(unfitted.runsPct).toBeLessThan(7.9);
    expect(naive.runsPct).toBeGreaterThan(70);
  });

  test('means of groups: 2.4 % with their own spread and user tokens, 5.7 % without a spread', () => {
    expect(figures.groupMeans.groups).toBe(24);
    expect(figures.groupMeans.ownSpreadPct).toBeLessThan(2.5);
    expect(figures.groupMeans.noSpreadPct).toBeGreaterThan(5);
  });

  test('effort: at most .33, compared with .74 without the ladder', () => {
    expect(figures.effort.models).toBeGreaterThanOrEqual(14);
    expect(figures.effort.withLadder).toBeLessThanOrEqual(0.33);
    expect(figures.effort.withoutLadder).toBeGreaterThan(0.7);
  });

  test('pairs in the wrong order are counted on every board with pairs', () => {
    expect(figures.wrongOrder.length).toBeGreaterThan(8);
    for (const { wrongOrderPct, pairs } of figures.wrongOrder) {
      if (pairs > 50) expect(wrongOrderPct).toBeGreaterThan(20);
    }
  });

  test('simulations: within 1 % of the same spread; within 5 % of a negative binomial', () => {
    expect(Math.abs(figures.simulation.sameSpread.sameSpreadPct)).toBeLessThan(1);
    expect(Math.abs(figures.simulation.negativeBinomial.negativeBinomialPct ?? 0)).toBeLessThan(5);
    expect(figures.simulation.beyondGoal).toBe(0);
  });

  test('the table marks missed goals, and there is one', () => {
    const missed = linesOf(figures).filter(({ reached }) => reached === false);
    // Its goal is 12 %.
    const known = 'the 165 that reach three quarters of what is compacted';
    expect(missed.map(({ figure }) => figure.trim())).toEqual([known]);
  });

  test('the figures repeated in answers are in data/evidence/model-error.json', () => {
    // The models they name and the factors depend on the dataset, which is a frozen one here.
    const { formula = [], presetFactors = [], ...others } = evidenceFileOf(figures);
    expect(shipped.evidence).toMatchObject({
      ...others,
      formula: formula.map(({ models: _, ...figure }) => figure),
      presetFactors: presetFactors.map(({ factor: _, ...about }) => about),
    });
    for (const [index, { factor }] of presetFactors.entries()) {
      expect(Math.abs(factor - (shipped.evidence?.presetFactors?.[index]?.factor ?? 0))).toBeLessThan(0.25);
    }
  });
});

describe('the shipped data', () => {
  test('have the cache numbers of the runs', () => {
    const fits = new Map(
      [...groupBy(billed, ({ family }) => family)].map(([family, own]) => [
        family,
        fitModel(own, 'warm prefix by group'),
      ]),
    );
    const named = { 'gpt-4.1': 'gpt-4.1', 'gpt-4o': 'gpt-4o', 'gpt-5.4': 'gpt-5.4', o3: 'o3' };
    for (const [family, id] of Object.entries(named)) {
      const model = shipped.find(id);
      expect(model?.hitEfficiency, id).toMatchObject({ value: fits.get(family)?.eta, basis: 'measured' });
      expect(model?.ownOutputCached, id).toBe(fits.get(family)?.c);
    }
    for (const [family, provider] of [
      ['deepseek', 'deepseek'],
      ['grok-3', 'xai'],
    ] as const) {
      const models = shipped.models.filter((model) => model.provider.id === provider);
      expect(models.length).toBeGreaterThan(1);
      for (const { hitEfficiency, ownOutputCached, id } of models) {
        expect(hitEfficiency, id).toMatchObject({ value: fits.get(family)?.eta, basis: 'sibling' });
        expect(ownOutputCached, id).toBe(fits.get(family)?.c);
      }
    }
  });

  test('mark a hit efficiency as measured only in the entry of a model', () => {
    const measured = shipped.models.filter(({ hitEfficiency }) => hitEfficiency.basis === 'measured');
    expect(measured.length).toBeGreaterThan(8);
    for (const { id, provider, facts } of shipped.models) {
      expect(provider.caching.hitEfficiency.basis, provider.id).not.toBe('measured');
      if (measured.some((model) => model.id === id)) expect(facts.caching?.hitEfficiency, id).toBeDefined();
    }
  });

  test('have routes that hold on left-out boards in eight of ten cases', () => {
    const { boardLeftOut, benchmarkLeftOut } = figuresOf(shipped).routes;
    for (const { best, bestThere, every } of [boardLeftOut, benchmarkLeftOut]) {
      for (const { named, cheaper } of [best, bestThere, every]) expect(cheaper).toBeGreaterThanOrEqual(0.8 * named);
    }
  });
});

describe('a recorded run', () => {
  test('is modelled with its own shape', () => {
    let same = 0;
    const several = runs.filter(({ calls }) => calls > 1);
    for (const { tokens, output, lastPrompt } of several) {
      expect(tokens.output).toBeCloseTo(output, 6);
      expect(tokens.peak).toBeGreaterThan(lastPrompt - 1e-6);
      if (Math.abs(tokens.peak - lastPrompt) < 1e-6) same++;
    }
    // All but the 8 whose transcript grew by less than the output.
    expect(same).toBe(several.length - 8);
  });

  test('costs the same by the form of the fits as by the cost model', () => {
    for (const run of billed.filter(({ terms }) => terms.cached).filter((_, i) => i % 7 === 0)) {
      for (const { eta, w, c } of [
        { eta: 1, w: 0, c: 0 },
        { eta: 0.9, w: 0.35, c: 0.5 },
      ]) {
        const model = madeUpCatalog([{ ...run.terms.prices[0], hitEfficiency: eta, ownOutputCached: c }]).models[0];
        if (model === undefined) throw new Error('no model');
        const workflow = { ...workflowOf(run), warmPrefixPct: 100 * w, promptCaching: true };
        const usd = runCost(tokensPerTask(workflow, run.kind), model, workflow).usd;
        expect(dollarsOf(run, { eta, w, c })).toBeCloseTo(usd, 9);
      }
    }
  });

  test('without a cache is predicted within 3 %', () => {
    const paid = billed.filter(({ terms }) => !terms.cached);
    expect(paid).toHaveLength(65);
    expect(percentOff(paid.map((run) => [dollarsOf(run, { eta: 1, w: 0, c: 0 }), run.usd]))).toBeLessThan(3);
  });
});

test('the means of a group as a request give its tokens', () => {
  const groups = [...groupBy(runs, ({ group }) => group).values()].filter((own) => own.length >= 4);
  const off = (more: (own: readonly RecordedRun[]) => { callDispersion: number }): number =>
    percentOff(
      groups.map((own) => {
        const presetId = (own[0] as RecordedRun).kind;
        const request = { presetId, ...meanWorkflow(own), ...more(own) };
        const input = own.reduce((sum, run) => sum + run.input, 0) / own.length;
        return [estimate(catalog, request).tokensPerTask.input, input];
      }),
    );
  expect(off((own) => ({ callDispersion: dispersion(own) }))).toBeLessThan(2.5);
  expect(off(() => ({ callDispersion: 0 }))).toBeGreaterThan(5);
});
