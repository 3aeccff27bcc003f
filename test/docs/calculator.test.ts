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

const { min, max, floor, sqrt } = Math;

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
  // Faults and retries.
  const n = N + H + h * K + 3 * t;
  const k = K * (1 + h) + 3 * t;
  const g = O + U + (k / n) * X;
  const m = 1 + r + r * r;
  // Prompts of sessions grow faster at first.
  const grown = (steps: number, compacted: boolean) => {
    const times = presetId !== 'session' ? 1 : compacted ? 2.4 : 1.5;
    return g * (steps + (times - 1) * min(5, steps));
  };
  // The sixteen tasks.
  const e = zOf(presetId).map((z) => max(0, n * (1 + sqrt(d) * z) - 1));
  const em = e.reduce((sum, one) => sum + one, 0) / 16;
  const tasks = e.map((one) => 1 + ((n - 1) * one) / em);

  // A task of so many calls, one after another.
  const { hitEfficiency, ownOutputCached: own, minPrefixTokens: least } = model;
  const bands = [{ ...model.price, above: 0 }, ...model.price.longContext];
  const fixed = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  const at = workflow.compactAtTokens === null ? null : min(workflow.compactAtTokens, 0.95 * model.facts.contextWindow);
  const after = max(fixed, workflow.compactedToTokens ?? B);
  const warm = fixed < least ? 0 : (workflow.warmPrefixPct / 100) * fixed;
  const cold = workflow.coldCallsPct / 100;
  const billOf = (calls: number): Amounts => {
    const sums = bands.map(() => ({ sent: 0, short: 0, found: 0, lost: 0, answers: 0, again: 0, output: 0 }));
    const bandOf = (prompt: number) => bands.findLastIndex(({ above }) => prompt > above * (1 + 1e-9) || above === 0);
    let [start, place, compacted] = [B, 0, false];
    for (let call = 1; call < calls + 1; call++) {
      const part = min(1, calls - call + 1);
      let prompt = start + grown(place, compacted);
      const growth = grown(place, compacted) - grown(place - 1, compacted);
      if (at !== null && prompt > at * (1 + 1e-9) && B < at) {
        const last = prompt - growth;
        const sum = sums[bandOf(last)] as (typeof sums)[number];
        sum.again += part * last;
        sum.output += part * 4000;
        [start, place, compacted] = [after, 0, true];
        prompt = after;
      }
      const sum = sums[bandOf(prompt)] as (typeof sums)[number];
      sum.sent += part * prompt;
      sum.output += part * O;
      if (prompt < least) sum.short += part * prompt;
      else if (place === 0) sum.found += part * (call === 1 ? warm : fixed);
      else if (prompt - growth >= least) {
        sum.found += part * (prompt - growth);
        sum.lost += part * cold * (prompt - growth - warm);
        sum.answers += part * (1 - cold) * min(O, growth);
      }
      place++;
    }
    const amounts: Amounts = { fresh: 0, cached: 0, output: 0 };
    bands.forEach((price, i) => {
      const sum = sums[i] as (typeof sums)[number];
      const found = sum.found - sum.lost - min(sum.found, (H * sum.sent) / calls) + sum.again;
      const reads = hitEfficiency.value * (found + own * sum.answers);
      const write = (workflow.cacheTtl === '1h' ? price.cacheWrite1h : null) ?? price.cacheWrite ?? price.input;
      amounts.fresh += (sum.short * price.input + (sum.sent + sum.again - sum.short - reads) * write) / 1e6;
      amounts.cached += (reads * (price.cachedInput ?? price.input)) / 1e6;
      amounts.output += (sum.output * price.output) / 1e6;
    });
    return amounts;
  };
  const bills = tasks.map(billOf);

  // Rounding, and the range.
  const nano = (usd: number): number => floor(usd * 1e9 + 0.5) / 1e9;
  const part = (name: keyof Amounts): number => nano((m * bills.reduce((sum, bill) => sum + bill[name], 0)) / 16);
  const C = nano(part('fresh') + part('cached') + part('output'));
  const costs = bills.map(({ fresh, cached, output }) => (fresh + cached + output) * m).sort((a, b) => a - b);
  const f = workflow.taskFailureRatePct / 100;
  // By other owners' sessions, in the data.
  const [owners] = catalog.evidence?.ranges ?? [];
  const isOthers = presetId === 'session' && request.callDispersion === undefined;
  const ow = isOthers ? (owners?.oneInTenFactor as number) : 1;
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
