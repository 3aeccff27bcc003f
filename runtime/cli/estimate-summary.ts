/** An estimate in a dozen lines, as `estimate` prints it; `explain` starts with a shorter form. */
import type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { resoldAt } from '../core/dataset/sellers.ts';
import { lastSeenInWords } from '../core/dataset/sources.ts';
import { causes } from '../core/schemas/answer-words.ts';
import { tokens as count, mean, percent, price, usd, whole } from '../core/values/rounded.ts';

const causeLabels = new Map<string, string>(causes.map(({ name, label }) => [name, label]));

/** The rows that `explain` does not begin with: the steps that follow have them. */
const inFull = ['in short', 'largest prompt'];

/** Rounded, one entry per line; the first names the preset and the model. `brief`: at most ten lines. */
export function estimateSummary(catalog: Catalog, estimate: Estimate, brief = false): string[] {
  const { presetId, modelId, workflow, assumptions, tokensPerTask: tokens, context } = estimate;
  const rows = [
    ['in short', estimate.summary],
    ['prices', pricesOf(catalog, estimate)],
    [
      'calls per task',
      `${mean(assumptions.callsPerTask ?? workflow.modelCallsPerTask)} (${mean(workflow.modelCallsPerTask * (assumptions.effort?.callsMultiplier ?? 1))} when nothing goes wrong)`,
    ],
    ['tokens per task', `${count(tokens.input)} in (${count(tokens.cachedInput)} cached), ${count(tokens.output)} out`],
    [
      'largest prompt',
      `${count(context.peakTokens)} tokens in a task of so many calls; the context has ${count(context.window)}${context.fits === 1 ? '' : `: ${percent(100 * context.fits)} of the tasks fit`}`,
    ],
    ['cost per task', `${usd(estimate.costPerTask)}${sharesOf(estimate)}`],
    ['cost per success', successOf(estimate)],
    ['monthly spend', `${usd(estimate.monthlySpend)} for ${whole(workflow.tasksPerMonth)} tasks`],
    ['waste', wasteOf(estimate)],
    ['cheaper model', routeOf(estimate)],
  ];
  const shown = rows.filter(([name = '']) => !brief || !inFull.includes(name));
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

/** An assumed share of failures is told with the figure that rests on it. */
function successOf({ costPerSuccessfulTask, failures: { pct, basis } }: Estimate): string {
  if (costPerSuccessfulTask === null) return 'no task succeeds';
  const told = { caller: 'as you say', measured: 'as recorded for such work', assumed: 'assumed' }[basis];
  return `${usd(costPerSuccessfulTask)} ${pct === 0 ? '(no task is counted as failed)' : `if ${percent(pct)} fail, ${told}`}`;
}

function routeOf({ routing }: Estimate): string {
  if (routing === null) return 'none known that saves 10 %';
  const { modelId, monthlySpend, asMeasured, saving } = routing;
  const more = '"agent-cost estimate advise" says how that is known';
  if (asMeasured === null) {
    const saved = saving === null ? '' : `${percent(saving.pct)} less, `;
    return `${modelId} by list price, not measured: ${saved}${usd(monthlySpend)} a month for the same work; ${more}`;
  }
  const { savedPct, savedMonthly, board } = asMeasured;
  return `${modelId}, measured on ${board}: ${percent(savedPct)} less per solved task, ${usd(savedMonthly)} a month; by list price the same work costs ${usd(monthlySpend)} a month there; ${more}`;
}
