/** An estimate in a dozen lines, as `estimate` prints it; `explain` starts with a shorter form. */
import type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { resoldAt } from '../core/dataset/sellers.ts';
import { lastSeenInWords } from '../core/dataset/sources.ts';
import type { Lever } from '../core/model/levers.ts';
import { causes } from '../core/model/waste.ts';
import { tokens as count, mean, percent, price, usd, whole } from '../core/values/rounded.ts';

const causeLabels = new Map<string, string>(causes.map(({ name, label }) => [name, label]));

const leverLabels: Record<Lever['lever'], string> = {
  effort: 'less reasoning effort',
  promptCaching: 'prompt caching',
  cacheablePrompt: 'a first prompt long enough to be cached',
  turns: 'a tenth fewer turns',
  toolResults: 'half as long tool results',
  output: 'a quarter less output',
  coldCalls: 'half as many cold calls',
  compactEarlier: 'earlier compaction',
  compactLater: 'later compaction',
  batch: 'batch processing',
  faults: 'half as many faults',
};

/** The rows at the start of `explain`; the steps that follow have the rest. */
const inBrief = [
  'prices',
  'calls per task',
  'tokens per task',
  'cost per task',
  'cost per success',
  'monthly spend',
  'waste',
  'levers',
  'cheaper route',
];

/** Rounded, one entry per line; the first names the preset and the model. `brief`: at most ten lines. */
export function estimateSummary(catalog: Catalog, estimate: Estimate, brief = false): string[] {
  const { presetId, modelId, workflow, assumptions, tokensPerTask: tokens, context, routing } = estimate;
  const rows = [
    ['in short', estimate.summary],
    ['prices', pricesOf(catalog, estimate)],
    [
      'calls per task',
      `${mean(assumptions.callsPerTask)} (${mean(workflow.modelCallsPerTask * (assumptions.effort?.callsMultiplier ?? 1))} when nothing goes wrong)`,
    ],
    ['tokens per task', `${count(tokens.input)} in (${count(tokens.cachedInput)} cached), ${count(tokens.output)} out`],
    [
      'largest prompt',
      `${count(context.peakTokens)} tokens in a task of so many calls; the context window has ${count(context.window)}`,
    ],
    ['cost per task', `${usd(estimate.costPerTask)}${sharesOf(estimate)}`],
    [
      'cost per success',
      estimate.costPerSuccessfulTask === null
        ? 'no task succeeds'
        : `${usd(estimate.costPerSuccessfulTask)}${workflow.taskFailureRatePct === 0 ? ' (no task is counted as failed)' : ''}`,
    ],
    ['monthly spend', `${usd(estimate.monthlySpend)} for ${whole(workflow.tasksPerMonth)} tasks`],
    ['waste', wasteOf(estimate)],
    ['levers', leversOf(estimate)],
    [
      'cheaper route',
      routing.best ? `${routeOf(routing.best)}, measured` : 'none measured saves 10 % per successful task',
    ],
    [
      'by list price',
      routing.unproven ? `${routeOf(routing.unproven)}, unproven` : 'none saves 10 % per successful task',
    ],
  ];
  const shown = rows.filter(([name = '']) => !brief || inBrief.includes(name));
  return [`${presetId} on ${modelId}`, ...shown.map(([name = '', value]) => `  ${name.padEnd(18)}${value}`)];
}

function pricesOf(catalog: Catalog, { modelId, host, pricing }: Estimate): string {
  const { inputPerMTok: input, outputPerMTok: output, cachedInputPerMTok: cached } = pricing;
  const inputs = `${price(input)} in${cached === null ? '' : `, ${price(cached)} cached`}`;
  const terms = [
    ...(pricing.serviceTier === 'standard' ? [] : [` in ${pricing.serviceTier}`]),
    ...(pricing.region === 'global' ? [] : [` in the region ${pricing.region}`]),
  ];
  const model = host === null ? catalog.find(modelId) : undefined;
  const resold = model && resoldAt(catalog, model);
  const seller = resold ? `; ${resold}` : '';
  return `${inputs}, ${price(output)} out per 1,000,000 tokens${terms.join('')}${seller}; ${lastSeenInWords(pricing.lastSeen)}`;
}

function sharesOf({ costBreakdown: { freshInput, cachedInput, output, toolFees }, workflow }: Estimate): string {
  const sum = freshInput + cachedInput + output + (toolFees ?? 0);
  if (sum === 0) return '';
  const share = (part: number) => percent((100 * part) / sum);
  const fees = toolFees === null ? 'web searches unknown' : `${share(toolFees)} web searches`;
  const searches = workflow.searchesPerTask === 0 ? '' : `, ${fees}`;
  return ` (${share(freshInput)} input, ${share(cachedInput)} cached input, ${share(output)} output${searches})`;
}

function wasteOf({ waste }: Estimate): string {
  const parts = waste.causes
    .filter(({ pct }) => pct > 0)
    .sort((a, b) => b.pct - a.pct)
    .map(({ cause, pct }) => `${causeLabels.get(cause)} ${percent(pct)}`);
  return `${percent(waste.pct)}, ${usd(waste.monthly)} a month${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

/** The three that save the most. */
function leversOf({ levers }: Estimate): string {
  if (levers.length === 0) return 'no single change saves anything';
  return levers
    .slice(0, 3)
    .map(({ lever, saving }) => `${leverLabels[lever]}: saves ${percent(saving.pct)}, ${usd(saving.monthly)} a month`)
    .join('; ');
}

const routeOf = ({ strategy, modelId, savingPct, monthlySaving }: NonNullable<Estimate['routing']['best']>): string =>
  `${strategy} to ${modelId}: ${percent(savingPct)} less, ${usd(monthlySaving)} a month`;
