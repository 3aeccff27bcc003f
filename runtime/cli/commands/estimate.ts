/** `agent-cost estimate`: the answer of the API without a server, its summary, which `explain` begins with, and its calls. */
import { estimateFor } from '../../core/answers/answer.ts';
import { expectedCallsOf } from '../../core/answers/expected-calls.ts';
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import type { ExpectedCall, ExpectedCalls } from '../../core/answers/schemas/expected-calls-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { resoldAt } from '../../core/dataset/sellers.ts';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import { causes } from '../../core/schemas/answer-words.ts';
import { billableUnits, promptTokensIn, toolUnits } from '../../core/schemas/billable-units.ts';
import { csvOf } from '../../core/values/csv.ts';
import { tokens as count, mean, percent, price, usd, whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { checkOutputs } from '../../io/named-files.ts';
import { openPrices } from '../catalog-options.ts';
import { catalogFiles, filesNamed } from '../logs-asked.ts';
import { printAs, table } from '../output.ts';
import { command } from '../program.ts';
import { askedPrices, type ReceiptOptions, receiptOption, writeReceipt } from '../receipt.ts';
import { accepted, type RequestOptions, requestFrom, requestOptions, resolved } from '../workflow-options.ts';

const examples = `
--calls prints the calls of a task of mean length. With --csv or --json it gives those of all tasks and their retries, each
with its weight, as a file that "agent-cost report" bills to the dollars of the estimate. --csv is for --calls only.

Examples:
  agent-cost estimate support
  agent-cost estimate coding --model claude-sonnet-4-6 --set modelCallsPerTask=25
  agent-cost estimate rag --as-of 2026-12-01 --json
  agent-cost estimate coding --calls --csv`;

interface Options extends RequestOptions, ReceiptOptions {
  calls?: true;
}

export const estimateCommand = () =>
  command('estimate')
    .summary('what a workflow costs on a model')
    .description(
      'What a workflow costs per task and per month, how much of it is waste, and one cheaper model; advise has more.',
    )
    .jsonAndCsv()
    .with(requestOptions)
    .option('--calls', 'the calls of a task instead of its cost')
    .option(...receiptOption)
    .addHelpText('after', examples)
    .action((preset: string | undefined, options: Options) => {
      checkForms(options);
      const inputs = [...filesNamed({ '--file': options.file }), ...catalogFiles(options)];
      checkOutputs(filesNamed({ '--receipt': options.receipt }), inputs);
      const prices = openPrices(options);
      const request = requestFrom(prices.catalog, preset, options);
      if (options.calls) {
        const calls = accepted(expectedCallsOf(prices.catalog, request));
        printAs(options, { json: () => calls, csv: () => callsCsv(calls), text: () => callsText(calls) });
        return;
      }
      const estimate = estimateFor(resolved(prices.catalog, request));
      if (options.receipt !== undefined) {
        const question = { command: 'estimate', request, ...askedPrices(options, prices) } as const;
        writeReceipt(options.receipt, prices, question, estimate);
      }
      printAs(options, {
        json: () => estimate,
        text: () => [...estimateSummary(prices.catalog, estimate), ...estimate.notes.map((note) => `  - ${note}`)],
      });
    });

function checkForms({ calls, csv, receipt }: Options): void {
  if (csv && !calls) throw new WrongUse('--csv prints the calls of an estimate: give --calls with it, or use --json.');
  if (calls && receipt !== undefined) {
    throw new WrongUse('--receipt is of an estimate, and --calls prints none: give one of the two.');
  }
}

const facts = ['format', 'presetId', 'model', 'host', 'day', 'serviceTier', 'region'] as const;
const ofCall = ['call', 'compacts', 'retried', 'weight', ...billableUnits.map(({ count }) => count)];

export const callsCsv = ({ calls, ...of }: ExpectedCalls): string =>
  csvOf(
    [...facts, ...ofCall],
    calls.map((call) => ({ ...of, ...call })),
  );

/** Rounded, one entry per line. */
function callsText(expected: ExpectedCalls): string[] {
  const { presetId, model, day, callsPerTask, meanTask, unpriced, costPerTask } = expected;
  const tools = toolUnits.filter(({ count }) => meanTask.some((call) => call[count] > 0));
  const header = ['call', 'prompt', 'plain', 'read', 'written', 'output', ...tools.map(({ label }) => label), 'counts'];
  const rows = meanTask.map((call) => [
    `${call.call}${call.compacts ? ', compacts' : ''}`,
    ...[promptTokensIn(call), call.input, call.cachedInput, call.cacheWrite + call.cacheWrite1h, call.output].map(
      whole,
    ),
    ...tools.map(({ count }) => String(Number(call[count].toPrecision(3)))),
    countsAs(call),
  ]);
  return [
    `${presetId} on ${model}: the calls of a task of mean length, ${mean(callsPerTask)}, in tokens at prices of ${day}`,
    '',
    ...table(header, rows),
    '',
    'Of a prompt, what the cache holds is read, and the rest is written or plain input. A call counts as much as it weighs.',
    ...(unpriced.length === 0 ? [] : [`Not in the calls, since the fee is unknown: ${unpriced.join(', ')}.`]),
    `All tasks and retries: with --csv or --json; agent-cost report bills that file to the ${usd(costPerTask)} of the estimate.`,
  ];
}

const countsAs = ({ weight }: ExpectedCall): string => (weight === 1 ? '1' : weight.toFixed(3));

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
