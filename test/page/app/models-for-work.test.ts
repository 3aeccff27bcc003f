import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { type Catalog, catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import { dayAfter } from '../../../runtime/core/dataset/unchanged-days.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalogInForce, sentText } from '../../../runtime/site/catalog/compact-catalog.ts';
import { onDay } from '../../../runtime/site/catalog/on-day.ts';
import { pricesInForce } from '../../../runtime/site/catalog/prices-in-force.ts';
import { type Answered, ask, isAnswered } from '../../../runtime/site/cost/evaluate-form.ts';
import type { ListTyped } from '../../../runtime/site/cost/link-state.ts';
import {
  askedOf,
  type Listed,
  listCsv,
  listOf,
  orders,
  rankedFor,
} from '../../../runtime/site/cost/models-for-work.ts';
import { warningsOf } from '../../../runtime/site/cost/warnings.tsx';
import { catalog } from '../../support/core/catalog.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { rounds } from '../../support/rounds.ts';
import { typedAs } from './typed-as.ts';

/** As the page reads it. */
const short = (full: Catalog): Catalog => catalogInForce(sentText(pricesInForce(full)));
const page = short(catalog);

function asked(from: Catalog, request: EstimateRequest): Answered {
  const outcome = ask(from, typedAs(request));
  if (!isAnswered(outcome)) throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** What a POST with `compare` gives. */
function posted(from: Catalog, request: EstimateRequest): Ranking['ranking'] {
  const question = resolveRequest(from, { ...request, compare: true });
  if (question instanceof ApiError) throw new Error(question.message);
  return (answer(question) as Ranking).ranking;
}

const figuresOf = (from: Catalog, request: EstimateRequest, soldAt = '') =>
  rankedFor(asked(from, request), soldAt, from).map(({ model, rank, costPerTask, monthlySpend, fits, lacksFee }) => ({
    rank,
    modelId: model.id,
    costPerTask,
    monthlySpend,
    fits,
    lacksFee,
  }));

const ofPost = (rows: Ranking['ranking']) =>
  rows.map(({ rank, modelId, costPerTask, monthlySpend, fits, toolFees }) => ({
    rank,
    modelId,
    costPerTask,
    monthlySpend,
    fits,
    lacksFee: toolFees === null,
  }));

const listed = (request: EstimateRequest, list: ListTyped) => {
  const answered = asked(page, request);
  const question = askedOf(page, answered, list);
  return { question, ...listOf(rankedFor(answered, '', page), question, answered.question.model.facts.id) };
};

const idsOf = (rows: readonly Listed[]): string[] => rows.map(({ model }) => model.id);

describe('the models for a work', () => {
  test('have the figures and the order of the POST ranking, for random requests', () => {
    fc.assert(
      fc.property(estimateRequests, ({ compare: _, ...request }) => {
        expect(figuresOf(page, request)).toEqual(ofPost(posted(catalog, request)));
      }),
      { numRuns: rounds(100), seed: 30 },
    );
  });

  test('have those of a host where one is chosen, though it may not sell the chosen model', () => {
    for (const host of catalog.offers.hosts.map(({ id }) => id)) {
      const request: EstimateRequest = { presetId: 'support' };
      expect(figuresOf(catalog, request, host)).toEqual(ofPost(posted(catalog, { ...request, host })));
    }
  });

  test('name the cheapest where no model is within the budget', () => {
    const ranking = posted(catalog, { presetId: 'coding' });
    const least = Math.min(...ranking.map(({ monthlySpend }) => monthlySpend));
    const { rows, cheapest } = listed({ presetId: 'coding' }, { budget: String(least / 2) });
    expect(rows).toEqual([]);
    expect(cheapest?.monthlySpend).toBe(least);
  });

  test('are narrowed and sorted as asked, and every model is listed or counted', () => {
    const boards = page.measured.map(({ id }) => id);
    const lists: fc.Arbitrary<ListTyped> = fc.record(
      {
        budget: fc.nat(5000).map(String),
        solved: fc.nat(100).map(String),
        board: fc.constantFrom('', ...boards),
        by: fc.constantFrom(...orders.flatMap((by) => [by, `-${by}`])),
        maker: fc.constantFrom(...page.providers.map(({ id }) => id)),
        tier: fc.constantFrom('fast', 'mid', 'frontier'),
        window: fc.constantFrom('0', '200000', '1,000,000'),
        measuredOnly: fc.constant('yes'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(estimateRequests, lists, ({ compare: _, ...request }, list) => {
        const found = listed(request, list);
        const { rows, question } = found;
        expect(rows.length + found.overBudget + found.notMeasured + found.solvedLess + found.filtered).toBe(found.all);
        for (const { model, monthlySpend, measured } of rows) {
          if (list.budget !== undefined) expect(monthlySpend).toBeLessThanOrEqual(Number(list.budget));
          if (list.maker !== undefined) expect(model.provider.id).toBe(list.maker);
          if (list.tier !== undefined) expect(model.facts.tier).toBe(list.tier);
          expect(model.facts.contextWindow).toBeGreaterThanOrEqual(question.window);
          if (list.measuredOnly === 'yes' || question.solved > 0) expect(measured).not.toBeNull();
          if (measured !== null) expect(100 * measured.successRate).toBeGreaterThanOrEqual(question.solved);
        }
        const fit = rows.filter(({ fits }) => fits >= 0.5);
        expect(rows.slice(0, fit.length)).toEqual(fit);
        const sign = question.descending ? -1 : 1;
        const costs = fit.map(({ costPerTask }) => sign * costPerTask);
        if (question.by === 'task') expect(costs).toEqual(costs.toSorted((a, b) => a - b));
        const shares = fit.flatMap(({ measured }) => (measured === null ? [] : sign * measured.successRate));
        if (question.by === 'solved') expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      }),
      { numRuns: rounds(100), seed: 30 },
    );
  });

  test('begin with those that were measured, the cheapest per solved task first, unless asked otherwise', () => {
    const { question, rows } = listed({}, {});
    expect(question.board?.domain).toBe('coding');
    expect(question.solved).toBe(0);
    const fit = rows.filter(({ fits }) => fits >= 0.5);
    const perSolved = fit.flatMap(({ measured }) => measured?.usdPerSolvedTask ?? []);
    expect(perSolved.length).toBeGreaterThan(10);
    expect(fit.slice(0, perSolved.length).map(({ measured }) => measured?.usdPerSolvedTask)).toEqual(
      perSolved.toSorted((a, b) => a - b),
    );
  });

  test('include those that nobody measured where any share solved will do', () => {
    const all = listed({}, { solved: '0' });
    expect(all.rows).toHaveLength(all.all);
    expect(all.all).toBe(catalog.models.length);
    // Measured ones first.
    const measured = all.rows.filter((row) => row.fits >= 0.5 && row.measured !== null).length;
    expect(all.rows.slice(0, measured).every((row) => row.measured !== null)).toBe(true);
  });

  test('ignore what is no number, and say so', () => {
    const { question } = listed({}, { budget: 'little', solved: '200', window: '-1' });
    expect(question).toMatchObject({ budget: null, window: 0 });
    expect(Object.keys(question.wrong).sort()).toEqual(['budget', 'solved', 'window']);
    expect(listed({}, { budget: '$2,000' }).question.budget).toBe(2000);
  });

  test('are a table with exact numbers', () => {
    const { rows, question } = listed({}, { solved: '0' });
    const table = parse(listCsv(rows, question.board), { columns: true }) as Record<string, string>[];
    expect(table.map(({ model }) => model)).toEqual(idsOf(rows));
    expect(table.map(({ usdPerTask }) => Number(usdPerTask))).toEqual(rows.map(({ costPerTask }) => costPerTask));
    expect(table.map(({ solvedShare }) => solvedShare)).toEqual(
      rows.map(({ measured }) => String(measured?.successRate ?? '')),
    );
  });
});

describe('a page that is read later than it was made', () => {
  const { until } = page.inForce;
  if (until === null) throw new Error('the frozen data announces no change');

  test('keeps its prices until the day of the next change', () => {
    expect(onDay(page, until)).toBe(page);
    expect(onDay(page, '2020-01-01')).toBe(page);
  });

  test('has the prices of every later day, for every model', () => {
    for (const day of [dayAfter(until), '2027-01-15', '2027-06-01']) {
      const then = catalogFrom({ ...catalog.file, asOf: day });
      expect(figuresOf(onDay(page, day), {})).toEqual(ofPost(posted(then, {})));
    }
  });
});

describe('beside the figures', () => {
  const warned = (request: EstimateRequest) => warningsOf(asked(page, request)).join(' ');

  test('is said that the longest prompt does not fit', () => {
    // 5,000 and 4,000 tokens more with each of 99 calls
    expect(warned({ modelId: 'gpt-4o', modelCallsPerTask: 100, toolResultTokens: 4000 })).toMatch(
      /^Does not fit: the longest prompt has about \d{3},\d{3} tokens, and GPT-4o takes 128,000\./,
    );
    expect(warned({ modelId: 'gpt-4o', modelCallsPerTask: 5 })).not.toContain('Does not fit');
  });

  test('is said when the model ends, and when its price changes and to what', () => {
    const ending = page.models.find(({ facts }) => facts.lifecycle?.shutDown);
    expect(warned({ modelId: ending?.id ?? '' })).toContain(`ends on ${ending?.facts.lifecycle?.shutDown}.`);
    const changing = page.models.find(({ facts }) =>
      facts.prices.some(({ from }) => from !== null && from > page.asOf),
    );
    const day = changing?.facts.prices.find(({ from }) => from !== null && from > page.asOf)?.from ?? '';
    const then = posted(catalogFrom({ ...catalog.file, asOf: day }), {}).find(
      ({ modelId }) => modelId === changing?.id,
    );
    const said = warned({ modelId: changing?.id ?? '' });
    expect(said).toContain(`changes on ${day}`);
    const [, becomes = ''] = /becomes \$([\d,.]+) a month/.exec(said) ?? [];
    expect(Math.abs(Number(becomes.replace(',', '')) - (then?.monthlySpend ?? 0))).toBeLessThanOrEqual(0.5);
  });

  test('is said that no board measured the model at this work', () => {
    expect(warned({ modelId: 'claude-sonnet-4-6' })).not.toContain('No board');
    expect(warned({ presetId: 'rag', modelId: 'claude-sonnet-4-6' })).toContain('No board here has measured');
  });
});
