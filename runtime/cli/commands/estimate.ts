/** `agent-cost estimate`: the answer of the API without a server, and its calls. */
import { estimateFor } from '../../core/answers/answer.ts';
import { expectedCallsOf } from '../../core/answers/expected-calls.ts';
import type { ExpectedCall, ExpectedCalls } from '../../core/answers/schemas/expected-calls-schema.ts';
import { billableUnits, promptTokensIn, toolUnits } from '../../core/schemas/billable-units.ts';
import { csvOf } from '../../core/values/csv.ts';
import { mean, usd, whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { checkOutputs, filesNamed } from '../../io/named-files.ts';
import { catalogFiles, openPrices } from '../catalog-options.ts';
import { estimateSummary } from '../estimate-summary.ts';
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
