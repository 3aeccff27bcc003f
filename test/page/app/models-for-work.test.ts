import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adviceFor, answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { boardsOf } from '../../../runtime/core/benchmarks/facts.ts';
import { type Catalog, catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import { dayAfter } from '../../../runtime/core/dataset/unchanged-days.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { Board } from '../../../runtime/core/schemas/board-schemas.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import type { RankingOrder } from '../../../runtime/core/schemas/request-fields.ts';
import { catalogInForce, sentText } from '../../../runtime/site/catalog/compact-catalog.ts';
import { onDay } from '../../../runtime/site/catalog/on-day.ts';
import { pricesInForce } from '../../../runtime/site/catalog/prices-in-force.ts';
import { estimated } from '../../../runtime/site/cost/estimated.ts';
import { type Answered, ask, isAnswered } from '../../../runtime/site/cost/evaluate-form.ts';
import type { ListTyped } from '../../../runtime/site/cost/link-state.ts';
import { askedOf, listCsv, listOf, orders } from '../../../runtime/site/cost/models-for-work.ts';
import { type Listed, rankedFor, usualBoard } from '../../../runtime/site/cost/ranked-models.ts';
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
function post(from: Catalog, request: EstimateRequest): Ranking {
  const question = resolveRequest(from, { ...request, compare: true });
  if (question instanceof ApiError) throw new Error(question.message);
  return answer(question) as Ranking;
}
const posted = (from: Catalog, request: EstimateRequest) => post(from, request).ranking;

const usual = (from: Catalog, { question }: Answered): Board | null =>
  boardsOf(from).find(({ id }) => id === usualBoard(from, question.preset)) ?? null;

function pageRanking(from: Catalog, request: EstimateRequest, order: RankingOrder, soldAt = '') {
  const answered = asked(from, request);
  return rankedFor(answered, { order, board: usual(from, answered), soldAt }, from);
}

const figuresOf = (...of: Parameters<typeof pageRanking>) =>
  pageRanking(...of).rows.map(({ model, rank, costPerTask, monthlySpend, fits, lacksFee, measured }) => ({
    rank,
    modelId: model.id,
    costPerTask,
    monthlySpend,
    fits,
    lacksFee,
    measured,
  }));

const ofPost = (rows: Ranking['ranking']) =>
  rows.map(({ rank, modelId, costPerTask, monthlySpend, fits, toolFees, measured }) => ({
    rank,
    modelId,
    costPerTask,
    monthlySpend,
    fits,
    lacksFee: toolFees === null,
    measured,
  }));

const listed = (request: EstimateRequest, list: ListTyped) => {
  const answered = asked(page, request);
  const question = askedOf(page, answered, list);
  const { by, board = null } = question;
  const order = by === 'cost' || board === null ? 'cost' : 'solved';
  const { rows } = rankedFor(answered, { order, board, soldAt: '' }, page);
  return { question, ...listOf(rows, question, answered.question.model.facts.id) };
};

const idsOf = (rows: readonly Listed[]): string[] => rows.map(({ model }) => model.id);

describe('the models for a work', () => {
  test('have the figures and both orders of the POST ranking, for random requests', () => {
    fc.assert(
      fc.property(estimateRequests, ({ compare: _, ...request }) => {
        const solved = post(catalog, { ...request, sort: 'solved' });
        expect(figuresOf(page, request, 'solved')).toEqual(ofPost(solved.ranking));
        const { rows, chosen } = pageRanking(page, request, 'solved');
        expect(chosen).toEqual(solved.chosen);
        expect(rows.filter(({ isAbove }) => isAbove)).toHaveLength(solved.aboveLine);
        // In the order of cost, what was measured is what the other order says of the model.
        const measured = new Map(solved.ranking.map((row) => [row.modelId, row.measured]));
        const cost = posted(catalog, { ...request, sort: 'cost' });
        expect(figuresOf(page, request, 'cost')).toEqual(
          ofPost(cost.map((row) => ({ ...row, measured: measured.get(row.modelId) ?? null }))),
        );
        const perSolved = (of: readonly Listed[]) => of.map((row) => [row.model.id, row.perSolved]).sort();
        expect(perSolved(pageRanking(page, request, 'cost').rows)).toEqual(perSolved(rows));
        if (chosen !== null)
          expect(perSolved(rows)).toEqual(
            solved.ranking.map((row) => [row.modelId, row.costPerSolvedTask ?? null]).sort(),
          );
      }),
      { numRuns: rounds(300), seed: 30 },
    );
  });

  test('hold every model that advice names, at its dollars and on a board of its own', () => {
    fc.assert(
      fc.property(estimateRequests, ({ compare: _, ...request }) => {
        const answered = asked(page, request);
        const question = resolveRequest(catalog, request);
        if (question instanceof ApiError) throw new Error(question.message);
        const advice = adviceFor(question);
        expect(estimated(answered).advice).toEqual(advice);
        const { rows, chosen } = pageRanking(page, request, 'solved');
        for (const { modelId, monthlySpend, costPerTask, asMeasured } of [...advice.routes, ...advice.nearMisses]) {
          const row = rows.find(({ model }) => model.id === modelId);
          expect(row).toMatchObject({ monthlySpend, costPerTask });
          if (asMeasured === null) continue;
          expect(row?.measured?.board).toBe(asMeasured.board);
          expect(row?.perSolved).toBe(asMeasured.costPerSolvedTask);
        }
        // The best above the line that was measured beside the chosen one, is cheaper and solves no less is named.
        const own = rows.find(({ model }) => model.facts.id === answered.question.model.facts.id);
        const best = rows.find(
          ({ isAbove, perSolved, measured }) =>
            isAbove &&
            own?.perSolved != null &&
            perSolved !== null &&
            perSolved < own.perSolved &&
            measured?.board === own.measured?.board &&
            (measured?.successRate ?? 0) >= (own.measured?.successRate ?? 1),
        );
        const named = [...advice.routes, ...advice.nearMisses].map(({ modelId }) => modelId);
        if (chosen !== null && best !== undefined) expect(named).toContain(best.model.id);
      }),
      { numRuns: rounds(300), seed: 38 },
    );
  });

  test('have those of a host where one is chosen, though it may not sell the chosen model', () => {
    for (const host of catalog.offers.hosts.map(({ id }) => id)) {
      const request: EstimateRequest = { presetId: 'support' };
      expect(figuresOf(catalog, request, 'cost', host).map(({ measured: _, ...row }) => row)).toEqual(
        ofPost(posted(catalog, { ...request, host })).map(({ measured: _, ...row }) => row),
      );
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
        for (const { model, monthlySpend, measured, onBoard } of rows) {
          if (list.budget !== undefined) expect(monthlySpend).toBeLessThanOrEqual(Number(list.budget));
          if (list.maker !== undefined) expect(model.provider.id).toBe(list.maker);
          if (list.tier !== undefined) expect(model.facts.tier).toBe(list.tier);
          expect(model.facts.contextWindow).toBeGreaterThanOrEqual(question.window);
          if (list.measuredOnly === 'yes') expect(measured).not.toBeNull();
          if (question.solved > 0) expect(onBoard).not.toBeNull();
          if (onBoard !== null) expect(100 * onBoard.successRate).toBeGreaterThanOrEqual(question.solved);
        }
        const fit = rows.filter(({ isAbove }) => isAbove);
        expect(rows.slice(0, fit.length)).toEqual(fit);
        const sign = question.descending ? -1 : 1;
        const costs = fit.map(({ costPerTask }) => sign * costPerTask);
        if (question.by === 'cost') expect(costs).toEqual(costs.toSorted((a, b) => a - b));
        const shares = fit.flatMap(({ measured }) => (measured === null ? [] : sign * measured.successRate));
        if (question.by === 'share') expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      }),
      { numRuns: rounds(100), seed: 30 },
    );
  });

  test('begin with those that were measured, the cheapest per solved task first, unless asked otherwise', () => {
    const { question, rows } = listed({}, {});
    expect(question.board?.domain).toBe('coding');
    expect(question.solved).toBe(0);
    const perSolved = rows.flatMap((row) => (row.isAbove ? (row.perSolved ?? []) : []));
    expect(perSolved.length).toBeGreaterThan(10);
    expect(perSolved).toEqual(perSolved.toSorted((a, b) => a - b));
    expect(rows.slice(0, perSolved.length).every(({ isAbove }) => isAbove)).toBe(true);
  });

  test('include those that nobody measured where any share solved will do', () => {
    const all = listed({}, { solved: '0' });
    expect(all.rows).toHaveLength(all.all);
    expect(all.all).toBe(catalog.models.length);
  });

  test('ignore what is no number, and say so', () => {
    const { question } = listed({}, { budget: 'little', solved: '200', window: '-1' });
    expect(question).toMatchObject({ budget: null, window: 0 });
    expect(Object.keys(question.wrong).sort()).toEqual(['budget', 'solved', 'window']);
    expect(listed({}, { budget: '$2,000' }).question.budget).toBe(2000);
  });

  test('are a table with exact numbers', () => {
    const { rows } = listed({}, { solved: '0' });
    const table = parse(listCsv(rows), { columns: true }) as Record<string, string>[];
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
      expect(figuresOf(onDay(page, day), {}, 'solved')).toEqual(ofPost(posted(then, { sort: 'solved' })));
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
