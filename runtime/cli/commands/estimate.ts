/** `agent-cost estimate`: the answer of the API without a server. */
import type { Command } from 'commander';
import { estimateFor } from '../../core/answers/answer.ts';
import { expectedCallsOf } from '../../core/answers/expected-calls.ts';
import { WrongUse } from '../../io/command-line.ts';
import { checkOutputs } from '../../io/named-files.ts';
import { printAs, withJsonAndCsv } from '../answer-forms.ts';
import { callsCsv, callsText } from '../calls-text.ts';
import { openPrices } from '../catalog-options.ts';
import { catalogFiles, filesNamed } from '../check-outputs.ts';
import { estimateSummary } from '../estimate-summary.ts';
import { command } from '../program.ts';
import { accepted, type RequestOptions, requestFrom, resolved, withRequestOptions } from '../workflow-options.ts';
import { askedPrices, type ReceiptOptions, receiptOption, writeReceipt } from '../write-receipt.ts';

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

export const estimateCommand = (): Command =>
  withRequestOptions(
    withJsonAndCsv(
      command('estimate')
        .summary('what a workflow costs on a model')
        .description(
          'What a workflow costs per task and per month, how much of it is waste, and one cheaper model; advise has more.',
        ),
    ),
    true,
  )
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
