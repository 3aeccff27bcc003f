/** The tools on prices, models and boards: the functions of the library, with answers of the size that an agent can pay. */
import { changesOf } from '../core/answers/changes.ts';
import type { Advice } from '../core/answers/schemas/advice-schema.ts';
import type { Change } from '../core/answers/schemas/change-schema.ts';
import type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../core/answers/schemas/ranking-schema.ts';
import { boardsOf, summaryOf } from '../core/benchmarks/facts.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { type PriceList, priceListOf } from '../core/pricing/price-list.ts';
import { billableUnits } from '../core/schemas/billable-units.ts';
import type { Board, BoardSummary } from '../core/schemas/board-schemas.ts';
import type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
import type { Call, PricedCalls } from '../core/schemas/priced-call-schemas.ts';
import {
  advise,
  estimate,
  InvalidRequest,
  measured,
  price,
  priceResponse,
  type Resolution,
  rank,
  resolve,
} from '../library/library.ts';
import { cheapestRows, type FoundRows, rowsOfModel } from './board-rows.ts';
import { optionsFor, type Tool, tool } from './tool.ts';
import {
  adviceText,
  changesText,
  estimateText,
  measuredText,
  priceText,
  rankText,
  resolveText,
  rowsText,
} from './tool-texts.ts';

type Work = Omit<EstimateRequest, 'compare' | 'sort' | 'top'>;

interface Dated {
  on?: string;
}

/** @throws InvalidRequest if no model, or more than one, is meant */
function modelNamed(catalog: Catalog, name: string): string {
  const { id, reason } = resolve(name, { catalog });
  if (id === null) throw new InvalidRequest(String(reason));
  return id;
}

const rowFields = ['board', 'rank', 'model', 'modelId', 'effort', 'successRate', 'usdPerTask', 'usdPerSolvedTask'];

const nothingToPrice =
  'Nothing to price: give model with input, cachedInput, cacheWrite and output, several such calls in calls, or what a maker answered in usage, with model if it names none.';

/** @throws InvalidRequest which names arguments of the tool, not of the library */
function pricedUsage(usage: object, facts: Partial<Call>, catalog: Catalog): PricedCalls {
  try {
    return priceResponse(usage, facts, { catalog });
  } catch (error) {
    if (!(error instanceof InvalidRequest && error.code === 'no_model')) throw error;
    throw new InvalidRequest('usage names no model: give the argument model, such as "gpt-5.4".');
  }
}

export const datasetTools: readonly Tool[] = [
  tool<Partial<Call> & { calls?: Call[]; usage?: object }, PricedCalls | PriceList>({
    name: 'price',
    title: 'Price of model calls',
    description:
      "What model calls cost at list prices: one call by its token counts, several in calls, or a maker's answer in usage; without counts the prices of a model. usd is null where there is no price, and unpriced says why. The parts of a prompt do not overlap: subtract cached tokens from input, or give the answer as usage.",
    handsOn: true,
    run({ calls, usage, ...call }, catalog) {
      if (calls !== undefined && usage !== undefined) throw new InvalidRequest('Give calls or usage, not both.');
      if (usage !== undefined) return pricedUsage(usage, call, catalog);
      if (calls !== undefined && Object.keys(call).length > 0) {
        throw new InvalidRequest(`Give ${Object.keys(call).join(', ')} in each of calls, or no calls.`);
      }
      if (calls !== undefined) return price(calls, { catalog });
      if (Object.keys(call).length === 0) throw new InvalidRequest(nothingToPrice);
      // A mistake in it is told without a place in a list.
      price(call as Call, { catalog });
      const isCounted = billableUnits.some(({ count }) => call[count] !== undefined);
      return isCounted ? price([call as Call], { catalog }) : priceListOf(catalog, call as Call);
    },
    text: priceText,
    usual: (data) =>
      'prices' in data
        ? {
            list: 'prices',
            fields: ['part', 'usd', 'per', 'unit', 'aboveTokens'],
            beside: ['model', 'host', 'on', 'serviceTier', 'region', 'unpriced', 'near'],
          }
        : {
            list: 'calls',
            fields: ['model', 'host', 'usd', 'unpriced', 'near'],
            beside: ['usd', 'usdOfPriced', 'unpriced'],
          },
  }),
  tool<Work & Dated, Estimate>({
    name: 'estimate',
    title: 'Cost of an agent',
    description:
      'What an agent costs per task and per month on one model, how much of it is waste, and one cheaper model. Start from the preset closest to the work and override what you know better; other fields of the answer are waste, assumptions, costBreakdown, pricing and more.',
    handsOn: true,
    run: ({ on, ...request }, catalog) => estimate(request, optionsFor(catalog, on)),
    text: estimateText,
    usual: {
      list: null,
      fields: [
        'presetId',
        'modelId',
        'host',
        'costPerTask',
        'costPerSuccessfulTask',
        'failures',
        'monthlySpend',
        'range',
        'summary',
        'notes',
        'context',
        'routing',
      ],
    },
  }),
  tool<Work & Dated, Advice>({
    name: 'advise',
    title: 'What would be cheaper',
    description:
      'Changes to an agent and other models that would cost less, each with its basis (measured or estimated), the fields to change, and the dollars of the estimate after it; fields: ["routes"] has the evidence of each board.',
    handsOn: true,
    run: ({ on, ...request }, catalog) => advise(request, optionsFor(catalog, on)),
    text: adviceText,
    usual: {
      list: null,
      fields: ['presetId', 'modelId', 'costPerTask', 'monthlySpend', 'levers', 'routes', 'nearMisses'],
      inside: {
        levers: ['basis', 'changes', 'monthlySpend', 'saving'],
        routes: ['basis', 'modelId', 'monthlySpend', 'saving', 'asMeasured'],
        nearMisses: ['modelId', 'monthlySpend', 'why'],
        saving: ['monthly', 'pct'],
        asMeasured: ['board', 'solvedRatio', 'solvedRatioRange', 'costPerSolvedTask', 'savedMonthly', 'savedPct'],
      },
    },
  }),
  tool<Omit<EstimateRequest, 'compare'> & Dated, Ranking>({
    name: 'rank',
    title: 'Every model on the same work',
    description:
      'Models on the same work at list prices, by cost per task or (sort: solved) by what a solved task costs as measured beside modelId. Costs assume the same work and as many failures of each; measured says what a board recorded.',
    handsOn: true,
    run: ({ on, ...request }, catalog) => rank(request, optionsFor(catalog, on)),
    text: rankText,
    usual: {
      list: 'ranking',
      fields: ['rank', 'modelId', 'status', 'costPerTask', 'monthlySpend', 'fits', 'measured', 'costPerSolvedTask'],
      beside: ['presetId', 'host', 'sort', 'chosen', 'aboveLine', 'notes'],
    },
  }),
  tool<{ work?: string; board?: string; maxUsdPerSolvedTask?: number; minSuccessPct?: number }, FoundRows>({
    name: 'cheapest',
    title: 'Cheapest model that solved similar tasks',
    description:
      'Models on sale that solved tasks of a kind of work, by measured dollars per solved task, under limits of yours. What solved less than half is left out unless minSuccessPct says otherwise. Orders do not carry over from one board to another.',
    run: (asked, catalog) => cheapestRows(catalog, asked),
    text: rowsText,
    usual: { list: 'rows', fields: rowFields, beside: ['minSuccessPct', 'boards'] },
  }),
  tool<{ board?: string; model?: string }, { boards: BoardSummary[] } | Board | FoundRows>({
    name: 'measured',
    title: 'Measured cost per solved task',
    description:
      'What models really did on benchmarks, in dollars per solved task: the boards, the rows of one, or a model on all of them.',
    run({ board, model }, catalog) {
      if (model !== undefined) return rowsOfModel(catalog, model, board);
      if (board !== undefined) return measured(board, { catalog });
      return { boards: boardsOf(catalog).map(summaryOf) };
    },
    text: measuredText,
    usual: (data) =>
      'rows' in data
        ? { list: 'rows', fields: rowFields, beside: ['id', 'name', 'domain', 'unit', 'model', 'boards'] }
        : { list: 'boards', fields: ['id', 'name', 'domain', 'unit', 'tasks', 'rowCount'] },
  }),
  tool<{ since?: string; model?: string }, { changes: Change[] }>({
    name: 'changes',
    title: 'What changed',
    description: 'Models that were released and prices that changed or are scheduled to, newest first.',
    run({ since = '', model }, catalog) {
      const id = model === undefined ? null : modelNamed(catalog, model);
      return {
        changes: changesOf(catalog).filter(({ on, modelId }) => on >= since && (id === null || modelId === id)),
      };
    },
    text: changesText,
    usual: { list: 'changes', fields: ['on', 'kind', 'modelId', 'host', 'before', 'after'] },
  }),
  tool<{ name: string }, Resolution>({
    name: 'resolve',
    title: 'Model behind a name',
    description:
      'The model id behind a name as a maker, a gateway or a cloud writes it. A name that may mean several models, such as sonnet, is not resolved: near lists them, newest first.',
    run: ({ name }, catalog) => resolve(name, { catalog }),
    text: resolveText,
    usual: { list: null, fields: ['id', 'provider', 'via', 'host', 'region', 'serviceTier', 'reason', 'near'] },
  }),
];
