/**
 * An answer worked out again from docs/cost-model.md alone, as a newcomer would with a calculator: only the inputs of the
 * preset and the facts of the model are read, and every formula below is one of that document.
 */
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import type { Workflow } from '../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimate } from '../support/core/made-up.ts';
import { blocksOf } from './documents.ts';

const { min, max, floor, ceil, sqrt } = Math;

/** The lists `z` as the document prints them. */
const printed = blocksOf('docs/cost-model.md').flatMap(({ text }) =>
  [...text.matchAll(/^(z\w) = mean\(([-\d., ]+)\) =/gm)].map(([, name = '', list = '']) => [
    name,
    list.split(', ').map(Number),
  ]),
) as [string, number[]][];
const zOf = (presetId: string): number[] =>
  new Map(printed).get(presetId === 'coding' ? 'zc' : presetId === 'session' ? 'zs' : 'zt') as number[];

interface Amounts {
  fresh: number;
  cached: number;
  output: number;
}

function calculate(request: EstimateRequest) {
  const { presetId = 'coding', modelId = '' } = request;
  const preset = catalog.preset(presetId).workflow;
  const workflow: Workflow = { ...preset, ...request };
  const model = catalog.find(modelId) as CatalogModel;
  const { modelCallsPerTask: N, toolCallsPerTask: K, handoffs: H, outputTokensPerCall: O } = workflow;
  const { userTokensPerCall: U, toolResultTokens: X, callDispersion: d } = workflow;
  const [h, t, r] = [workflow.hallucinatedToolPct / 100, workflow.timeoutLoopsPerTask, workflow.retryRatePct / 100];
  const B = workflow.systemPromptTokens + workflow.toolSchemaTokens + workflow.retrievedContextTokens;
  // Faults, retries and waste.
  const n = N + H + h * K + 3 * t;
  const k = K * (1 + h) + 3 * t;
  const g = O + U + (k / n) * X;
  const m = 1 + r + r * r;
  // The sixteen tasks.
  const e = zOf(presetId).map((z) => max(0, n * (1 + sqrt(d) * z) - 1));
  const em = e.reduce((sum, one) => sum + one, 0) / 16;
  const tasks = e.map((one) => 1 + ((n - 1) * one) / em);

  // Short prompts, thresholds and the cache.
  const { hitEfficiency, ownOutputCached: own, minPrefixTokens: Mp } = model;
  const eta = hitEfficiency.value;
  const bands = [{ ...model.price, above: 0 }, ...model.price.longContext];
  const sentBy = (calls: number): number => calls * B + (g * calls * max(0, calls - 1)) / 2;
  const billOf = (ni: number): Amounts => {
    const b = min(ni, max(0, ceil((Mp - B) / g)));
    const upTo = (last: number) => {
      const sent = sentBy(last);
      const short = sentBy(min(b, last));
      const unseen = min(sent - short, B + g * max(0, last - 1));
      return { calls: last, sent, short, unseen, following: max(0, last - b - 1) };
    };
    const sum: Amounts = { fresh: 0, cached: 0, output: 0 };
    let before = upTo(0);
    bands.forEach((price, i) => {
      const next = bands[i + 1];
      const c = next === undefined ? ni : min(ni, max(0, floor((next.above - B) / g) + 1));
      const after = upTo(c);
      const earlier = before;
      const of = (name: keyof typeof after) => after[name] - earlier[name];
      before = after;
      const seen = max(0, of('sent') - of('short') - of('unseen'));
      const afresh = min(seen, (H * of('sent')) / ni);
      const reads = eta * (seen - afresh + own * min(O, g) * of('following'));
      const written = of('sent') - of('short') - reads;
      sum.fresh += (of('short') * price.input + written * (price.cacheWrite ?? price.input)) / 1e6;
      sum.cached += (reads * (price.cachedInput ?? price.input)) / 1e6;
      sum.output += (of('calls') * O * price.output) / 1e6;
    });
    return sum;
  };
  const bills = tasks.map(workflow.compactAtTokens === null ? billOf : billOfLegs);

  // Compaction and cold calls, on a model with one price whose shortest prefix is below the first prompt.
  function billOfLegs(ni: number): Amounts {
    const fixed = workflow.systemPromptTokens + workflow.toolSchemaTokens;
    const Ct = min(workflow.compactAtTokens as number, 0.95 * model.facts.contextWindow);
    const Rc = min(workflow.compactedToTokens ?? B, Ct);
    const cold = workflow.coldCallsPct / 100;
    const warm = fixed < Mp ? 0 : (workflow.warmPrefixPct / 100) * fixed;
    const stays = min(fixed, Rc) < Mp ? 0 : min(fixed, Rc);
    const l1 = floor((Ct - B) / g) + 1;
    const l2 = floor((Ct - Rc) / g) + 1;
    const first = min(ni, l1);
    const left = max(0, ni - l1);
    const legs = floor(left / l2);
    const over = left - legs * l2;
    const [full1, full2] = [B + g * (l1 - 1), Rc + g * (l2 - 1)];

    const r = floor(over);
    const sentOver = r * Rc + (g * r * max(0, r - 1)) / 2 + (over - r) * (Rc + g * r);
    const sentWhole = l2 * Rc + (g * l2 * (l2 - 1)) / 2;
    const sent = sentBy(first) + legs * sentWhole + sentOver;
    const found = warm + legs * stays + min(1, over) * stays;
    const unseenOver = min(sentOver, Rc + g * max(0, over - 1));
    const unseen = B + g * (first - 1) + legs * full2 + unseenOver - found;
    const follows = first - 1 + legs * (l2 - 1) + max(0, over - 1);
    const seen = sent - unseen;
    const colds = cold * max(0, seen - found - warm * follows);
    const compactions = legs + min(1, over);
    const again = min(1, left) * full1 + (compactions - min(1, left)) * full2;
    const reads = eta * (seen - colds + again + own * min(O, g) * follows * (1 - cold));
    const { price } = model;
    const write = (workflow.cacheTtl === '1h' ? price.cacheWrite1h : null) ?? price.cacheWrite ?? price.input;
    return {
      fresh: ((sent + again - reads) * write) / 1e6,
      cached: (reads * (price.cachedInput ?? price.input)) / 1e6,
      output: ((ni * O + compactions * 4000) * price.output) / 1e6,
    };
  }

  // Rounding, and the range.
  const nano = (usd: number): number => floor(usd * 1e9 + 0.5) / 1e9;
  const part = (name: keyof Amounts): number => nano((m * bills.reduce((sum, bill) => sum + bill[name], 0)) / 16);
  const C = nano(part('fresh') + part('cached') + part('output'));
  const costs = bills.map(({ fresh, cached, output }) => (fresh + cached + output) * m).sort((a, b) => a - b);
  const f = workflow.taskFailureRatePct / 100;
  const ow = presetId === 'session' && d === preset.callDispersion ? 1.167 : 1;
  return {
    freshInput: part('fresh'),
    cachedInput: part('cached'),
    output: part('output'),
    costPerTask: C,
    costPerSuccessfulTask: nano(C / (1 - f)),
    monthlySpend: floor(C * workflow.tasksPerMonth * 1e6 + 0.5) / 1e6,
    typicalTask: nano(((costs[7] as number) + (costs[8] as number)) / 2),
    oneInTen: nano(((costs[13] as number) + 0.9 * ((costs[14] as number) - (costs[13] as number))) * ow),
  };
}

const shown = ({ costBreakdown, range, ...rest }: Estimate) => ({
  freshInput: costBreakdown.freshInput,
  cachedInput: costBreakdown.cachedInput,
  output: costBreakdown.output,
  costPerTask: rest.costPerTask,
  costPerSuccessfulTask: rest.costPerSuccessfulTask,
  monthlySpend: rest.monthlySpend,
  typicalTask: range.typicalTask,
  oneInTen: range.oneInTen,
});

describe('the document is enough to recompute, to the last digit,', () => {
  test.each<[string, EstimateRequest]>([
    ['coding on Claude Sonnet 4.6', { presetId: 'coding', modelId: 'claude-sonnet-4-6' }],
    ['support on GPT-4.1, which caches part of its own output', { presetId: 'support', modelId: 'gpt-4.1' }],
    ['research with a handoff on Gemini 2.5 Pro', { presetId: 'research', modelId: 'gemini-2.5-pro' }],
    [
      'a phone call on Claude Haiku 4.5, too short to be cached at first',
      { presetId: 'voice', modelId: 'claude-haiku-4-5' },
    ],
    ['a session on Claude Opus 4.6, compacted at 160,000 tokens', { presetId: 'session', modelId: 'claude-opus-4-6' }],
    ['a session on GPT-4o, whose window is smaller', { presetId: 'session', modelId: 'gpt-4o' }],
    ['a session on GPT-4.1, which caches part of its own output', { presetId: 'session', modelId: 'gpt-4.1' }],
    [
      'a session of one\u2019s own that is compacted often and goes cold',
      {
        ...{ presetId: 'session', modelId: 'claude-sonnet-4-6', modelCallsPerTask: 90, toolCallsPerTask: 100 },
        ...{ compactAtTokens: 70_000, compactedToTokens: null, coldCallsPct: 9, callDispersion: 0.5, cacheTtl: '5m' },
        ...{ retryRatePct: 2 },
      },
    ],
    ['an agent above a long-context threshold', { presetId: 'research', modelId: 'qwen3.6-plus' }],
  ])('%s', (_, request) => {
    expect(calculate(request)).toEqual(shown(estimate(catalog, request)));
  });

  test('where one formula differs, the digits do', () => {
    const { costPerTask } = calculate({ presetId: 'coding', modelId: 'claude-sonnet-4-6' });
    expect(costPerTask).not.toBe(calculate({ presetId: 'coding', modelId: 'claude-opus-4-8' }).costPerTask);
  });
});
