/** `agent-cost estimate`: the answer of the API without a server. */
import type { Command } from 'commander';
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import { checkOutputs } from '../../io/named-files.ts';
import { printAs, withJson } from '../answer-forms.ts';
import { openPrices } from '../catalog-options.ts';
import { catalogFiles, filesNamed } from '../check-outputs.ts';
import { estimateSummary } from '../estimate-summary.ts';
import { command } from '../program.ts';
import { answerTo, type RequestOptions, requestFrom, withRequestOptions } from '../workflow-options.ts';
import { askedPrices, type ReceiptOptions, receiptOption, writeReceipt } from '../write-receipt.ts';

const examples = `
Examples:
  agent-cost estimate support
  agent-cost estimate coding --model claude-sonnet-4-6 --set modelCallsPerTask=25
  agent-cost estimate rag --as-of 2026-12-01 --json`;

export const estimateCommand = (): Command =>
  withRequestOptions(
    withJson(
      command('estimate')
        .summary('what a workflow costs on a model')
        .description(
          'What a workflow costs per task and per month, how much of it is waste, and what would be cheaper.',
        ),
    ),
    true,
  )
    .option(...receiptOption)
    .addHelpText('after', examples)
    .action((preset: string | undefined, options: RequestOptions & ReceiptOptions) => {
      const inputs = [...filesNamed({ '--file': options.file }), ...catalogFiles(options)];
      checkOutputs(filesNamed({ '--receipt': options.receipt }), inputs);
      const prices = openPrices(options);
      const request = requestFrom(prices.catalog, preset, options);
      const estimate = answerTo(prices.catalog, request) as Estimate;
      if (options.receipt !== undefined) {
        const question = { command: 'estimate', request, ...askedPrices(options, prices) } as const;
        writeReceipt(options.receipt, prices, question, estimate);
      }
      printAs(options, {
        json: () => estimate,
        text: () => [...estimateSummary(prices.catalog, estimate), ...estimate.notes.map((note) => `  - ${note}`)],
      });
    });
