/** The figures of `npm run evidence` meet their goals, docs/evidence.md and the data have them, and the cache of the runs. */
import { describe, expect, test } from 'vitest';
import { earlyGrowth } from '../../runtime/core/model/assumptions.ts';
import { runCost } from '../../runtime/core/model/cost.ts';
import { peakOf, shapeOf } from '../../runtime/core/model/shape.ts';
import { acrossBands } from '../../runtime/core/model/used.ts';
import { dollarsOf, fitModel } from '../../runtime/logs/calibrate/cache-fit.ts';
import { type RecordedRun, workflowOf } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { groupBy, percentOff } from '../../runtime/logs/statistics.ts';
import { textOf } from '../docs/documents.ts';
import { catalog } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { estimate, madeUpCatalog } from '../support/core/made-up.ts';
import { shippedCatalog, shippedData } from '../support/core/shipped-data.ts';
import { evidenceFileOf, figuresOf, ofRuns } from './figures.ts';
import { dispersion, meanWorkflow } from './group-means.ts';
import { quantileOverOwners } from './over-owners.ts';
import { conformalQuantile } from './session-means.ts';
import { linesOf } from './table.ts';

const { runs, billed } = ofRuns();
const document = textOf('docs/evidence.md');
const [, day = ''] = /those\s+below are of ([\d-]+)/.exec(document) ?? [];
const figures = figuresOf(catalogOf(shippedData(), day));

const shipped = shippedCatalog();

test('the table is what the command prints of the data in the repository, on the day that the document names', () => {
  const rows = (document.match(/^\| .*\|$/gm) ?? []).map((row) =>
    row
      .replaceAll('\\|', '!')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('!', '|')),
  );
  // The heading, and the row that test/docs/cost-model.test.ts is for.
  const printed = rows.slice(1).filter(([figure = '']) => !figure.startsWith('sentences more certain'));
  expect(printed).toEqual(linesOf(figures).map(({ figure, now, goal }) => [figure.trim(), now, goal]));
});

test('tokens of a session that runs, its owner left out, are below p90 in nine of ten cases, three more or fewer', () => {
  for (const { tokensP90HeldPct } of figures.forecast.tried) {
    expect(tokensP90HeldPct).toBeGreaterThan(87);
    expect(tokensP90HeldPct).toBeLessThan(93);
  }
});

test('prompts grow faster after a compaction, as much as the cost model and reports count with', () => {
  expect(figures.sessions.earlyTimes.all.afterCompaction).toBeCloseTo(earlyGrowth.afterCompaction, 1);
});

describe('the means of an owner, or of a group', () => {
  test('have a range whose factor is that of all owners, each left out once', () => {
    const { runs, owners, oneInTenFactor } = figures.ownersFactor;
    expect([runs, owners]).toEqual([498, 5]);
    expect(oneInTenFactor).toBeGreaterThan(1);
    expect(oneInTenFactor).toBeLessThan(1.5);
  });

  test('have as conformal quantile the value at ceil(share * (n + 1))', () => {
    // Nine values: ceil(0.9 * 10) = 9, the largest. Eight: ceil(8.1) = 9, which is none of them.
    const values = [5, 1, 9, 3, 7, 2, 8, 4, 6];
    expect(conformalQuantile(values, 0.9)).toBe(9);
    expect(conformalQuantile(values.slice(1), 0.9)).toBe(Number.POSITIVE_INFINITY);
    // ceil(0.5 * 10) = 5.
    expect(conformalQuantile(values, 0.5)).toBe(5);
    // Nineteen: ceil(0.9 * 20) = 18, the second largest.
    expect(
      conformalQuantile(
        Array.from({ length: 19 }, (_, i) => i + 1),
        0.9,
      ),
    ).toBe(18);
  });
});

test('a quantile over owners counts each of them alike', () => {
  // Of two owners with 1 to 4 and 10: an eighth each, then a half. 3 / 8 are at most 3, a half at most 4.
  const owners = [[1, 2, 3, 4], [10]];
  expect([0.3, 0.5, 0.6].map((share) => quantileOverOwners(owners, share))).toEqual([3, 4, 10]);
});

describe('the figures', () => {
  test('the table marks missed goals, and there is none', () => {
    const missed = (of: typeof figures) => linesOf(of).filter(({ reached }) => reached === false);
    expect(missed(figures)).toEqual([]);
    const { callsOnly: sessions } = figures.range;
    const [line] = missed({ ...figures, range: { ...figures.range, sessions } });
    expect(line?.figure).toContain('p90 of the range of sessions');
  });

  test('the figures repeated in answers are in data/evidence/model-error.json', () => {
    expect(shipped.evidence).toMatchObject(evidenceFileOf(figures));
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
});

describe('a recorded run', () => {
  test('is modelled with its own shape', () => {
    let same = 0;
    const several = runs.filter(({ calls }) => calls > 1);
    for (const { shape, bands, output, lastPrompt } of several) {
      expect(acrossBands(bands, 'output')).toBeCloseTo(output, 6);
      expect(peakOf(shape)).toBeGreaterThan(lastPrompt - 1e-6);
      if (Math.abs(peakOf(shape) - lastPrompt) < 1e-6) same++;
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
        const usd = runCost(shapeOf(workflow, run.kind), model, workflow).usd;
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
